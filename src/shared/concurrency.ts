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

/**
 * Returns a function that processes items in groups, one group after the other. Items that arrive
 * while a group waits for its turn belong to it, in their order. If a group fails, each of its
 * items fails.
 *
 * @param run returns one result for each item, in the same order
 */
export function inGroups<Item, Result>(
  inTurn: InTurn,
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let next: { readonly items: Item[]; readonly results: Promise<readonly Result[]> } | undefined;
  return async (item) => {
    if (next === undefined) {
      const items: Item[] = [];
      const results = inTurn(() => {
        next = undefined;
        return run(items);
      });
      next = { items, results };
    }
    const place = next.items.push(item) - 1;
    return (await next.results)[place] as Result;
  };
}

/**
 * Processes all items at the same time, and returns the results in the same order. Waits until all
 * have ended, also if one fails. Then throws the first error.
 */
export async function allAtOnce<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const ended = await Promise.allSettled(items.map(act));
  return ended.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
