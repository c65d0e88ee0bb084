/** Runs a task when all tasks before it have ended. */
export type InTurn = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Returns a function that runs tasks one after the other, also after one has failed. */
export function oneAfterAnother(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task, task);
    last = next;
    return next;
  };
}

/**
 * Processes items, at most `most` at the same time. After an error no further item is begun. Waits
 * for those in progress, and then throws the first error.
 */
export async function severalAtOnce<Item>(
  items: readonly Item[],
  most: number,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const errors: unknown[] = [];
  const actNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (errors.length > 0) return;
      await act(next).catch((error: unknown) => void errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, actNext));
  if (errors.length > 0) throw errors[0];
}
