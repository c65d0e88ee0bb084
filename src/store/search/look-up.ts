import type { StoredFile } from '../../domain/ports/files.ts';
import type { SearchSegments, SearchSource, SearchTerm } from '../../domain/ports/search-index.ts';
import { fieldKey, wordKeys, wordsOf, type KeyRange } from '../../domain/search/keys.ts';
import { evictOldest } from '../../shared/evict-oldest.ts';
import type { ReadRange } from '../files/ranges.ts';
import { SegmentReader } from './segment-reader.ts';

/**
 * Maximum number of segments whose directories are in memory. One of 4 GiB takes 512 KB. A search
 * of a whole year of large files reads about 50 segments.
 */
const MAX_OPEN_SEGMENTS = 512;

/** A range of keys that a source must have. */
interface Condition {
  readonly section: 'fields' | 'words';
  readonly keys: KeyRange;
}

/** Returns the look-up of stored segments. It caches their directories, and no entries. */
export function openSearchSegments(read: ReadRange): SearchSegments {
  const readers = new Map<string, Promise<SegmentReader>>();
  const opened = (segment: StoredFile): Promise<SegmentReader> => {
    const { sha256 } = segment;
    const reader = readers.get(sha256) ?? SegmentReader.open(segment, read);
    readers.delete(sha256);
    evictOldest(readers, MAX_OPEN_SEGMENTS);
    readers.set(sha256, reader);
    reader.catch(() => readers.delete(sha256));
    return reader;
  };
  return {
    async lookUp(segment, terms) {
      const reader = await opened(segment);
      // An object store answers slowly, so the blocks of all terms are read at once.
      const found = await Promise.all(terms.map((term) => findSources(reader, conditionsOf(term))));
      const numbers = [...new Set(found.flat())].sort((one, other) => one - other);
      const sources = await reader.sourcesAt(numbers);
      return distinct(sources.reverse());
    },
  };
}

function conditionsOf(term: SearchTerm): readonly Condition[] {
  if (term.kind === 'words') {
    return wordsOf(term.words).map((word) => ({ section: 'words', keys: wordKeys(word) }));
  }
  return term.fields.map(({ name, text }) => {
    const key = fieldKey(name, text);
    return { section: 'fields', keys: { first: key, last: key } };
  });
}

/** Returns the numbers of the sources that fulfil all conditions. */
async function findSources(
  reader: SegmentReader,
  conditions: readonly Condition[],
): Promise<readonly number[]> {
  // A search has fewer than 255 words.
  let fulfilled = new Uint8Array();
  for (const [number, { section, keys }] of conditions.entries()) {
    let marked = 0;
    await reader.visitSources(section, keys, (source) => {
      if (fulfilled.length === 0) fulfilled = new Uint8Array(reader.sources);
      if (fulfilled[source] !== number) return;
      fulfilled[source] = number + 1;
      marked += 1;
    });
    if (marked === 0) return [];
  }
  const numbers: number[] = [];
  fulfilled.forEach((count, source) => {
    if (count === conditions.length) numbers.push(source);
  });
  return numbers;
}

/** Leaves out sources that are repeated, because a large file was written in several parts. */
function distinct(sources: readonly SearchSource[]): readonly SearchSource[] {
  return [...new Map(sources.map((source) => [`${source.kind} ${source.id}`, source])).values()];
}
