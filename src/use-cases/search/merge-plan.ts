import type { SearchSegment } from '../../domain/ports/search-index.ts';

/** Minimum number of adjacent segments that are merged into one. */
export const MERGED_SEGMENTS = 8;

/** Maximum size of a segment that is merged from others, in bytes. */
export const MAX_MERGED_BYTES = 2 * 1024 * 1024 * 1024;

/**
 * Maximum number of sources of a segment that is merged from eight others. A look-up has two bytes
 * in memory for each source.
 */
export const MAX_MERGED_SOURCES = 8 * 1024 * 1024;

/** Minimum size of a merged segment, as a multiple of the largest of its segments. */
export const MIN_GROWTH = 4;

/**
 * Returns the oldest run of adjacent segments to merge. Undefined if there is none. A run contains
 * at least 8 segments and is at least 4 times as large as the largest of them. So a byte is
 * rewritten at most once for each factor of 4 in the size of its segment. A longer run is only
 * taken if a shorter one is not large enough. Segments that are too large for a merge of eight are
 * not merged again.
 *
 * @param damaged SHA-256 of segments that are not merged
 */
export function segmentsToMerge(
  segments: readonly SearchSegment[],
  damaged: ReadonlySet<string> = new Set(),
): readonly SearchSegment[] | undefined {
  const maxBytes = MAX_MERGED_BYTES / MERGED_SEGMENTS;
  const maxSources = MAX_MERGED_SOURCES / MERGED_SEGMENTS;
  for (const start of segments.keys()) {
    let [total, largest, end] = [0, 0, start];
    for (const { bytes, sources, sha256 } of segments.slice(start)) {
      if (bytes > maxBytes || sources > maxSources || damaged.has(sha256)) break;
      total += bytes;
      largest = Math.max(largest, bytes);
      end += 1;
      const isRun = end - start >= MERGED_SEGMENTS && total >= MIN_GROWTH * largest;
      if (isRun) return segments.slice(start, end);
    }
  }
  return undefined;
}
