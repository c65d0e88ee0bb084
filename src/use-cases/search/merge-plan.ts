import type { SearchSegment } from '../../domain/ports/search-index.ts';

/** Number of adjacent segments that are merged into one. */
export const MERGED_SEGMENTS = 8;

/** Maximum size of a segment that is merged from others, in bytes. */
export const MAX_MERGED_BYTES = 512 * 1024 * 1024;

/** Maximum size of a segment of the lowest tier, in bytes. */
const TIER_BYTES = 64 * 1024;

/**
 * Returns adjacent segments to merge. Undefined if there are none. A segment belongs to a tier by
 * its size, and each tier contains segments of up to 8 times the size of the one below. Eight
 * adjacent segments of a tier, or of lower ones, become one. Segments that are too large for a
 * merge of eight are not merged again.
 */
export function segmentsToMerge(
  segments: readonly SearchSegment[],
): readonly SearchSegment[] | undefined {
  const maxBytes = MAX_MERGED_BYTES / MERGED_SEGMENTS;
  for (let tierBytes = TIER_BYTES; tierBytes <= maxBytes; tierBytes *= MERGED_SEGMENTS) {
    let run: SearchSegment[] = [];
    for (const segment of segments) {
      run = segment.bytes <= tierBytes ? [...run, segment] : [];
      if (run.length === MERGED_SEGMENTS) return run;
    }
  }
  return undefined;
}
