import { expect, test } from 'vitest';
import { evictOldest } from '../../../src/shared/evict-oldest.ts';

const mapOf = (entries: number) =>
  new Map(Array.from({ length: entries }, (_, at): [number, string] => [at, 'kept']));

test('evictOldest does not change a map below its maximum', () => {
  const kept = mapOf(15);
  evictOldest(kept, 16);
  expect(kept.size).toBe(15);
});

test.each([
  [1, 0],
  [16, 15],
  [640, 630],
])(
  'evictOldest removes the oldest entries of a full map of %i, so that %i remain',
  (maxEntries, left) => {
    const kept = mapOf(maxEntries);
    evictOldest(kept, maxEntries);
    expect([...kept.keys()]).toEqual([...mapOf(maxEntries).keys()].slice(maxEntries - left));
  },
);
