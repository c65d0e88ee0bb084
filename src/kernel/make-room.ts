/** Makes room in a map that keeps so many: in a full one, whatever came first is forgotten. */
export function makeRoom<Key>(kept: Map<Key, unknown>, maxEntries: number): void {
  const [oldest] = kept.keys();
  if (kept.size >= maxEntries && oldest !== undefined) kept.delete(oldest);
}
