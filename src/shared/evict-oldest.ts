/**
 * The part of a full map that is forgotten at once. One entry at a time would cost more: each look
 * for the oldest passes the places of all that were forgotten before it.
 */
const FORGOTTEN_PART = 1 / 64;

/** Makes room in a map that keeps so many: in a full one, whatever came first is forgotten. */
export function evictOldest<Key>(kept: Map<Key, unknown>, maxEntries: number): void {
  if (kept.size < maxEntries) return;
  const left = maxEntries - Math.ceil(maxEntries * FORGOTTEN_PART);
  for (const oldest of kept.keys()) {
    kept.delete(oldest);
    if (kept.size <= left) return;
  }
}
