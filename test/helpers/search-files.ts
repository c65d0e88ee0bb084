import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { onTestFinished } from 'vitest';
import type { SearchSegments } from '../../src/domain/ports/search-index.ts';
import { readersNamed } from '../../src/pipeline/read/index.ts';
import { temporaryDirectory } from '../../src/store/files/content.ts';
import { openStoredFiles } from '../../src/store/files/open-stored-files.ts';
import { openRanges } from '../../src/store/files/ranges.ts';
import { openSearchSegments } from '../../src/store/search/look-up.ts';
import type { SearchFiles } from '../../src/workers/search-jobs.ts';

export interface TestSearchFiles extends SearchFiles {
  readonly segments: SearchSegments;
}

/** Creates a folder of stored files for the search index, until `remove` is called. */
export function createSearchFiles(): TestSearchFiles & { readonly remove: () => void } {
  const filesDirectory = mkdtempSync(`${tmpdir()}/search-`);
  mkdirSync(temporaryDirectory(filesDirectory));
  const location = { filesDirectory, bucket: null };
  const readRange = openRanges(location);
  return {
    ...{ filesDirectory, readRange, readerOf: readersNamed('fast') },
    storedFiles: openStoredFiles(location, () => performance.now()),
    segments: openSearchSegments(readRange),
    remove: () => {
      rmSync(filesDirectory, { recursive: true });
    },
  };
}

/** Creates a folder of stored files for the search index. Removes it when the test ends. */
export function useSearchFiles(): TestSearchFiles {
  const files = createSearchFiles();
  onTestFinished(files.remove);
  return files;
}
