import type { StoredFile } from '../../domain/ports/files.ts';
import type { SearchSegments, SearchSource, SearchTerm } from '../../domain/ports/search-index.ts';
import { fieldKey, wordKeys, wordsOf, type KeyRange } from '../../domain/search/keys.ts';
import { evictOldest } from '../../shared/evict-oldest.ts';
import type { ReadRange } from '../files/ranges.ts';
import { SegmentReader } from './segment-reader.ts';

/**
 * Maximum number of segments whose directories are in memory. One of 2 GiB takes 256 KB. A search
 * of a whole year of large files reads about 120 segments.
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
      const isFound = new Uint8Array(reader.sources);
      for (const term of terms) await markSources(reader, conditionsOf(term), isFound);
      const numbers: number[] = [];
      isFound.forEach((found, number) => {
        if (found === 1) numbers.push(number);
      });
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

/** Marks the sources that fulfil all conditions. */
async function markSources(
  reader: SegmentReader,
  conditions: readonly Condition[],
  isFound: Uint8Array,
): Promise<void> {
  // A search has fewer than 255 words.
  const fulfilled = new Uint8Array(reader.sources);
  for (const [number, { section, keys }] of conditions.entries()) {
    let marked = 0;
    await reader.visitSources(section, keys, (source) => {
      if (fulfilled[source] !== number) return;
      fulfilled[source] = number + 1;
      marked += 1;
    });
    if (marked === 0) return;
  }
  if (conditions.length === 0) return;
  fulfilled.forEach((count, source) => {
    if (count === conditions.length) isFound[source] = 1;
  });
}

/** Leaves out sources that are repeated, because a large file was written in several parts. */
function distinct(sources: readonly SearchSource[]): readonly SearchSource[] {
  return [...new Map(sources.map((source) => [`${source.kind} ${source.id}`, source])).values()];
}
