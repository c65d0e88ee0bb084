import { expect, test } from 'vitest';
import type { SearchSegment } from '../../../../src/domain/ports/search-index.ts';
import {
  MAX_MERGED_BYTES,
  MERGED_SEGMENTS,
  segmentsToMerge,
} from '../../../../src/use-cases/search/merge-plan.ts';

const KB = 1024;

/** Returns adjacent segments of these sizes, each of one audit entry. */
function segmentsOf(sizes: readonly number[]): SearchSegment[] {
  return sizes.map((bytes, index) => {
    const [firstSequence, lastSequence] = [index + 1, index + 1];
    return {
      firstSequence,
      lastSequence,
      bytes,
      sha256: '',
      from: 0,
      to: 0,
      sources: 1,
      entries: 1,
    };
  });
}

/** Merges until nothing is left to merge. Returns the sizes. */
function merged(sizes: readonly number[]): readonly number[] {
  const segments = segmentsOf(sizes);
  for (let found = segmentsToMerge(segments); found !== undefined;) {
    const bytes = found.reduce((sum, one) => sum + one.bytes, 0);
    const [first] = found;
    if (first !== undefined)
      segments.splice(segments.indexOf(first), found.length, { ...first, bytes });
    found = segmentsToMerge(segments);
  }
  return segments.map(({ bytes }) => bytes);
}

test('eight adjacent segments of a tier, or of lower ones, become one', () => {
  expect(segmentsToMerge(segmentsOf(Array<number>(7).fill(KB)))).toBeUndefined();
  const eight = segmentsOf([500 * KB, ...Array<number>(8).fill(KB), KB]);
  expect(segmentsToMerge(eight)).toEqual(eight.slice(1, 9));
  const mixed = segmentsOf([500 * KB, 90 * KB, KB, 90 * KB, KB, KB, KB, 400 * KB]);
  expect(segmentsToMerge(mixed)).toEqual(mixed);
});

test('segments between larger ones are not merged across them', () => {
  const large = MAX_MERGED_BYTES / MERGED_SEGMENTS + 1;
  const sizes = [...Array<number>(7).fill(KB), large, ...Array<number>(7).fill(KB)];
  expect(segmentsToMerge(segmentsOf(sizes))).toBeUndefined();
});

test('a long series ends as few segments, and none is larger than the maximum', () => {
  const size = 300 * KB;
  const sizes = merged(Array<number>(10_000).fill(size));
  expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBe(10_000 * size);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_MERGED_BYTES);
  expect(sizes.length).toBeLessThan(60);
});
