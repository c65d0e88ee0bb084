import type { SearchSegment, SearchSource, SearchTerm } from '../../domain/ports/search-index.ts';
import { StoredFileDamaged } from '../../domain/ports/storage-errors.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { UseCaseParts } from '../dependencies.ts';

/** Number of segments of the index that are read at once. */
const SEGMENTS_AT_ONCE = 32;

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
  const running: Promise<readonly SearchSource[] | null>[] = [];
  for (const segment of segments.toReversed()) {
    const sources = lookUp(segment);
    // The caller can stop before this result.
    sources.catch(() => undefined);
    running.push(sources);
    if (running.length === SEGMENTS_AT_ONCE)
      yield await expectDefined(running.shift(), 'a look-up');
  }
  yield* running;
}
