/**
 * Part of a full map that is evicted at once. Evicting one entry at a time is slower: each search
 * for the oldest entry passes the slots of all entries that were deleted before.
 */
const FORGOTTEN_PART = 1 / 64;

/** Evicts the oldest entries of a map that has reached `maxEntries`. */
export function evictOldest<Key>(kept: Map<Key, unknown>, maxEntries: number): void {
  if (kept.size < maxEntries) return;
  const left = maxEntries - Math.ceil(maxEntries * FORGOTTEN_PART);
  for (const oldest of kept.keys()) {
    kept.delete(oldest);
    if (kept.size <= left) return;
  }
}
