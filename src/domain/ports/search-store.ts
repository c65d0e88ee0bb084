import type { SearchSegment } from './search-index.ts';

/** The list of the segments of the search index. Their ranges are contiguous, from entry 1 on. */
export interface SearchStore {
  /** Returns all segments, in the order of their ranges. */
  listSearchSegments(): Promise<readonly SearchSegment[]>;
  /**
   * Adds a segment after the last one. Returns false, and stores nothing, if its range does not
   * begin there, because another node has added a segment.
   */
  addSearchSegment(segment: SearchSegment): Promise<boolean>;
  /**
   * Replaces adjacent segments by one segment of the same range. Returns false, and stores nothing,
   * if one of them does not exist any more.
   */
  replaceSearchSegments(
    replaced: readonly SearchSegment[],
    merged: SearchSegment,
  ): Promise<boolean>;
  /** Returns the number of audit entries after the last segment. */
  countUnindexedEntries(): Promise<number>;
  /** Removes all segments, so that the index is built again. Returns their number. */
  clearSearchSegments(): Promise<number>;
}
