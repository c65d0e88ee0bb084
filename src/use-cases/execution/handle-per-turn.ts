/**
 * Collects the items that arrive in one turn of the event loop and passes them to `handle`
 * together. Each call resolves with the result of its item when the group has been handled.
 */
export function handlePerTurn<Item, Result>(
  handle: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let group: { readonly items: Item[]; readonly handled: Promise<readonly Result[]> } | undefined;
  const open = () => {
    const items: Item[] = [];
    const handled = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      group = undefined;
      return handle(items);
    });
    return { items, handled };
  };
  return async (item) => {
    group ??= open();
    const place = group.items.push(item) - 1;
    const results = await group.handled;
    return results[place] as Result;
  };
}
