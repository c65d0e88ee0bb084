import type { SeededStore } from '../../../domain/ports/store-admin.ts';
import type { Run } from '../engine.ts';
import type { Repositories } from '../repositories.ts';

/** Returns the queries about the segments of the search index. */
export function searchQueries({ searchSegments }: Repositories, run: Run) {
  return {
    listSearchSegments: () => run(() => searchSegments.list()),
    countUnindexedEntries: () => run(() => searchSegments.countUnindexed()),
  } satisfies Partial<SeededStore>;
}

/** Returns the commands about the segments of the search index. */
export function searchCommands({ searchSegments }: Repositories, run: Run) {
  return {
    addSearchSegment: (segment) => run(() => searchSegments.add(segment)),
    replaceSearchSegments: (...given) => run(() => searchSegments.replace(...given)),
    clearSearchSegments: () => run(() => searchSegments.clear()),
  } satisfies Partial<SeededStore>;
}
