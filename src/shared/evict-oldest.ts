/**
 * Part of a full map that is evicted at once. Evicting one entry at a time is slower: each search
 * for the oldest entry passes the slots of all entries that were deleted before.
 */
const EVICTED_PART = 1 / 64;

/** Evicts the oldest entries of a map that has reached `maxEntries`. */
export function evictOldest<Key>(map: Map<Key, unknown>, maxEntries: number): void {
  if (map.size < maxEntries) return;
  const remaining = maxEntries - Math.ceil(maxEntries * EVICTED_PART);
  for (const oldest of map.keys()) {
    map.delete(oldest);
    if (map.size <= remaining) return;
  }
}
