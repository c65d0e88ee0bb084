import type { SearchSegment, SearchSource, SearchTerm } from '../../domain/ports/search-index.ts';
import { StoredFileDamaged } from '../../domain/ports/storage-errors.ts';
import type { UseCaseParts } from '../dependencies.ts';

/** Number of segments of the index that are read at once. */
const SEGMENTS_AT_ONCE = 16;

/**
 * Returns the sources of each segment that may match one of the terms, the newest segment first.
 * Returns null for a damaged segment, and reports it.
 */
export async function* lookUpSegments(
  { searchIndex, observe }: Pick<UseCaseParts, 'searchIndex' | 'observe'>,
  segments: readonly SearchSegment[],
  terms: readonly SearchTerm[],
): AsyncGenerator<readonly SearchSource[] | null, void> {
  const lookUp = (segment: SearchSegment): Promise<readonly SearchSource[] | null> =>
    searchIndex.lookUp(segment, terms).catch((error: unknown) => {
      if (!(error instanceof StoredFileDamaged)) throw error;
      observe({ kind: 'failure', what: 'searching a segment of the index', error });
      return null;
    });
  for (let end = segments.length; end > 0; end -= SEGMENTS_AT_ONCE) {
    const newest = segments.slice(Math.max(0, end - SEGMENTS_AT_ONCE), end).reverse();
    yield* await Promise.all(newest.map(lookUp));
  }
}
