import { expect, test } from 'vitest';
import type { SearchSegment } from '../../../../src/domain/ports/search-index.ts';
import {
  MAX_MERGED_BYTES,
  MAX_MERGED_SOURCES,
  MERGED_SEGMENTS,
  MIN_GROWTH,
  segmentsToMerge,
} from '../../../../src/use-cases/search/build-index.ts';

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

/** Adds segments one by one, and merges once after each, as the service does. */
function simulate(sizes: readonly number[]) {
  const segments: SearchSegment[] = [];
  /** Number of times that a byte of a segment was written, at most. By segment. */
  const writes = new Map<SearchSegment, number>();
  let [merged, maxSegments] = [0, 0];
  for (const added of segmentsOf(sizes)) {
    segments.push(added);
    const run = segmentsToMerge(segments) ?? [];
    const [first] = run;
    if (first !== undefined) {
      const bytes = run.reduce((sum, one) => sum + one.bytes, 0);
      merged += bytes;
      const whole = { ...first, bytes };
      writes.set(whole, 1 + Math.max(...run.map((one) => writes.get(one) ?? 1)));
      segments.splice(segments.indexOf(first), run.length, whole);
    }
    maxSegments = Math.max(maxSegments, segments.length);
  }
  const left = segments.map(({ bytes }) => bytes);
  return { left, merged, maxSegments, maxWrites: Math.max(...writes.values()) };
}

/** Number of segments that a simulation adds. */
const ADDED = 10_000;

/** Sizes of added segments, keyed by position. */
const SIZES: Readonly<Record<string, (at: number) => number>> = {
  equal: () => 3 * KB,
  'small and large': (at) => (at % 10 === 9 ? 300 * KB : 3 * KB),
  alternating: (at) => (at % 2 ? 60 * KB : 3 * KB),
  decreasing: (at) => 1000 * KB - at * 100,
  'powers of two': (at) => 128 * ((at + 1) & -(at + 1)),
};

test('eight adjacent segments become one', () => {
  expect(segmentsToMerge(segmentsOf(Array<number>(7).fill(KB)))).toBeUndefined();
  const eight = segmentsOf([500 * KB, ...Array<number>(8).fill(KB), KB]);
  expect(segmentsToMerge(eight)).toEqual(eight.slice(1, 9));
});

test('a run is at least 4 times as large as its largest segment, or is longer', () => {
  const small = segmentsOf([8 * KB, ...Array<number>(7).fill(3 * KB)]);
  expect(segmentsToMerge(small)).toBeUndefined();
  const longer = segmentsOf([8 * KB, ...Array<number>(8).fill(3 * KB)]);
  expect(segmentsToMerge(longer)).toEqual(longer);
});

test('segments with many sources are not merged again', () => {
  const sources = MAX_MERGED_SOURCES / MERGED_SEGMENTS;
  const eight = segmentsOf(Array<number>(8).fill(KB));
  const withSources = (count: number) => eight.map((one) => ({ ...one, sources: count }));
  expect(segmentsToMerge(withSources(sources))).toHaveLength(8);
  expect(segmentsToMerge(withSources(sources + 1))).toBeUndefined();
});

test('a run is not larger than the maximum size of a segment', () => {
  const bytes = MAX_MERGED_BYTES / MERGED_SEGMENTS;
  const eight = segmentsOf(Array<number>(8).fill(bytes));
  expect(segmentsToMerge(eight)).toEqual(eight);
  const larger = segmentsOf([...Array<number>(7).fill(bytes), bytes + 1]);
  expect(segmentsToMerge(larger)).toBeUndefined();
  // Only the oldest segment is too much.
  const longer = segmentsOf([bytes + 1, ...Array<number>(8).fill(bytes)]);
  expect(segmentsToMerge(longer)).toEqual(longer.slice(1));
});

test('segments of up to a quarter of the maximum size are merged again', () => {
  const bytes = MAX_MERGED_BYTES / MIN_GROWTH;
  const run = segmentsOf([bytes, bytes, bytes, ...Array<number>(8).fill(bytes / 8)]);
  expect(segmentsToMerge(run)).toEqual(run);
});

test('segments between larger ones are not merged across them', () => {
  const large = MAX_MERGED_BYTES / MIN_GROWTH + 1;
  const sizes = [...Array<number>(7).fill(KB), large, ...Array<number>(7).fill(KB)];
  expect(segmentsToMerge(segmentsOf(sizes))).toBeUndefined();
});

test.each(Object.entries(SIZES))(
  'a series of %s segments stays few, and no byte is written often',
  (_, sizeAt) => {
    const sizes = Array.from({ length: ADDED }, (_, at) => sizeAt(at));
    const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
    const { left, maxWrites, maxSegments } = simulate(sizes);
    expect(left.reduce((sum, bytes) => sum + bytes, 0)).toBe(total);
    expect(Math.max(...left)).toBeLessThanOrEqual(MAX_MERGED_BYTES);
    const growth = MAX_MERGED_BYTES / Math.min(...sizes);
    const maxMerges = Math.log(growth) / Math.log(MIN_GROWTH);
    expect(maxWrites).toBeLessThanOrEqual(1 + maxMerges);
    // Segments of more than 1 GiB, and seven of the others for each factor of 2 in size.
    const final = total / (MAX_MERGED_BYTES / MIN_GROWTH);
    const others = (MERGED_SEGMENTS - 1) * Math.log2(growth);
    expect(maxSegments).toBeLessThan(final + others);
  },
);

test('small segments do not rewrite a large one', () => {
  const large = 30_000 * KB;
  const { left, merged } = simulate([large, ...Array<number>(ADDED - 1).fill(3 * KB)]);
  const small = (ADDED - 1) * 3 * KB;
  expect(merged).toBeLessThan(large + 6 * small);
  expect(left.length).toBeLessThan(25);
});
