import { FILES_OWNER } from '../../domain/ports/files.ts';
import type {
  NewSearchSource,
  SearchSegment,
  WrittenSegment,
} from '../../domain/ports/search-index.ts';
import { StoredFileDamaged } from '../../domain/ports/storage-errors.ts';
import type { StoredAuditEntry } from '../../domain/records/audit.ts';
import { assert, expectDefined } from '../../shared/assert.ts';
import { DAY_MS, type Milliseconds } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { AUDIT_BLOCK_ENTRIES, auditSource, paymentSource, type SourceParts } from './sources.ts';

/** Maximum number of audit entries that one segment covers when it is written. */
const ENTRIES_AT_ONCE = 1024;

/** Number of payments in files after which no more files are added to a segment. */
const PAYMENTS_AT_ONCE = 1_000_000;

/** Name of the merging of segments in the log. */
const MERGING = 'merging segments of the search index (build it again: npx pisctl search rebuild)';

/** Name of the deletion of a file in the log. */
const REMOVAL = 'deleting a merged file of the search index (it is deleted later as an orphan)';

/**
 * Time after a merge during which the merged files are kept, in milliseconds. Searches and backups
 * that began before the merge can then still read them.
 */
export const MERGED_FILES_MS: Milliseconds = DAY_MS;

interface IndexParts
  extends SourceParts, Pick<UseCaseParts, 'searchIndex' | 'observe' | 'files' | 'stopwatch'> {
  /** SHA-256 of segments that were found damaged. They are not merged until a rebuild. */
  readonly damagedSegments: Set<string>;
  /** Stopwatch times at which this process merged segments, keyed by SHA-256. */
  readonly mergedSegments: Map<string, Milliseconds>;
}

/**
 * Adds the next audit entries and their payments to the search index, and merges segments. Returns
 * true if more entries are left. If several nodes do this at once, one of them changes the list
 * of segments, and the file of the other is deleted as an orphan. The files of merged segments are
 * deleted after `MERGED_FILES_MS`, or as orphans if the process stops before or cannot delete them.
 */
export async function extendIndex(parts: IndexParts): Promise<boolean> {
  const { store } = parts;
  const segments = await store.listSearchSegments();
  if (segments.length === 0) {
    parts.damagedSegments.clear();
    // The new index can have the same files. Unused ones are deleted as orphans.
    parts.mergedSegments.clear();
  }
  await removeMergedFiles(parts);
  const from = (segments.at(-1)?.lastSequence ?? 0) + 1;
  const entries = await store.listAuditEntries({ from, limit: ENTRIES_AT_ONCE });
  if (entries.length === 0) {
    await mergeSome(parts, segments);
    return false;
  }
  const { range, sources, covered } = await sourcesOf(parts, entries);
  const written = await writeSegment(parts, sources);
  const added = await store.addSearchSegment({ ...written, ...range });
  if (added) await mergeSome(parts, segments);
  return added && (covered < entries.length || entries.length === ENTRIES_AT_ONCE);
}

/** Merges adjacent segments once, if there are enough of them. Reports a damaged segment. */
async function mergeSome(parts: IndexParts, segments: readonly SearchSegment[]): Promise<void> {
  const { store, damagedSegments } = parts;
  const merged = segmentsToMerge(segments, damagedSegments);
  if (merged === undefined) return;
  const written = await writeMerged(parts, merged);
  if (written === undefined) return;
  const range = {
    firstSequence: expectDefined(merged[0], 'a segment').firstSequence,
    lastSequence: expectDefined(merged.at(-1), 'a segment').lastSequence,
    from: Math.min(...merged.map((segment) => segment.from)),
    to: Math.max(...merged.map((segment) => segment.to)),
  };
  if (!(await store.replaceSearchSegments(merged, { ...written, ...range }))) return;
  const now = parts.stopwatch();
  for (const { sha256 } of merged) parts.mergedSegments.set(sha256, now);
}

/** Deletes files of merged segments, unless the merge is recent or the index uses them again. */
async function removeMergedFiles(parts: IndexParts): Promise<void> {
  const { store, files, mergedSegments, stopwatch, observe } = parts;
  for (const [sha256, mergedAt] of mergedSegments) {
    if (stopwatch() - mergedAt < MERGED_FILES_MS) return;
    mergedSegments.delete(sha256);
    if (await store.isFileStored(sha256)) continue;
    try {
      await files.remove(sha256, (await store.readSetting(FILES_OWNER)) ?? null);
    } catch (error) {
      // The index needs no deletion, so it is extended.
      observe({ kind: 'failure', what: REMOVAL, error });
    }
  }
}

/** Writes the segment that is merged from others. Returns undefined if one of them is damaged. */
async function writeMerged(
  { searchIndex, observe, damagedSegments }: IndexParts,
  merged: readonly SearchSegment[],
): Promise<WrittenSegment | undefined> {
  try {
    return await searchIndex.mergeSegments(merged);
  } catch (error) {
    if (!(error instanceof StoredFileDamaged)) throw error;
    if (merged.every(({ sha256 }) => sha256 !== error.sha256)) throw error;
    damagedSegments.add(error.sha256);
    observe({ kind: 'failure', what: MERGING, error });
    return undefined;
  }
}

interface Covered {
  readonly range: Pick<SearchSegment, 'firstSequence' | 'lastSequence' | 'from' | 'to'>;
  readonly sources: readonly NewSearchSource[];
  /** Number of entries that the sources cover. */
  readonly covered: number;
}

/** Returns the sources of the first entries, until their files contain many payments. */
async function sourcesOf(
  parts: SourceParts,
  entries: readonly StoredAuditEntry[],
): Promise<Covered> {
  const sources: NewSearchSource[] = [];
  const times: number[] = [];
  let payments = 0;
  let covered = 0;
  for (const entry of entries) {
    if (payments >= PAYMENTS_AT_ONCE) break;
    const found = await paymentSource(parts, entry);
    times.push(entry.at, found?.at ?? entry.at);
    covered += 1;
    if (found === undefined) continue;
    sources.push(found.source);
    if (found.source.kind === 'file') payments += found.source.facts.payments;
  }
  const first = expectDefined(entries[0], 'an entry').sequence;
  for (let from = 0; from < covered; from += AUDIT_BLOCK_ENTRIES) {
    const end = Math.min(from + AUDIT_BLOCK_ENTRIES, covered);
    sources.push(auditSource(entries.slice(from, end)));
  }
  const lastSequence = expectDefined(entries[covered - 1], 'an entry').sequence;
  assert(lastSequence === first + covered - 1, 'the audit log has no gaps');
  const from = Math.min(...times);
  const to = Math.max(...times);
  return { range: { firstSequence: first, lastSequence, from, to }, sources, covered };
}

/** Writes a segment. Leaves out files that are damaged, and reports each of them. */
async function writeSegment(
  { searchIndex, observe }: Pick<IndexParts, 'searchIndex' | 'observe'>,
  sources: readonly NewSearchSource[],
): Promise<WrittenSegment> {
  try {
    return await searchIndex.writeSegment(sources);
  } catch (error) {
    if (!(error instanceof StoredFileDamaged)) throw error;
    const whole = sources.filter(
      (source) => source.kind !== 'file' || source.facts.sha256 !== error.sha256,
    );
    if (whole.length === sources.length) throw error;
    observe({ kind: 'failure', what: 'adding a payment file to the search index', error });
    return writeSegment({ searchIndex, observe }, whole);
  }
}

/** Minimum number of adjacent segments that are merged into one. */
export const MERGED_SEGMENTS = 8;

/**
 * Maximum size of a segment that is merged from others, in bytes. An object store accepts 5 GiB in
 * one request.
 */
export const MAX_MERGED_BYTES = 4 * 1024 * 1024 * 1024;

/**
 * Maximum number of sources of a segment that is merged from others. A look-up can have a byte in
 * memory for each source and term.
 */
export const MAX_MERGED_SOURCES = 8 * 1024 * 1024;

/** Minimum size of a merged segment, as a multiple of the largest of its segments. */
export const MIN_GROWTH = 4;

/**
 * Returns the oldest run of adjacent segments to merge. Undefined if there is none. A run contains
 * at least 8 segments and is at least 4 times as large as the largest of them. So a byte is
 * rewritten at most once for each factor of 4 in the size of its segment. A longer run is only
 * taken if a shorter one is not large enough. Segments of more than a quarter of the maximum size
 * are therefore not merged again.
 *
 * @param damaged SHA-256 of segments that are not merged
 */
export function segmentsToMerge(
  segments: readonly SearchSegment[],
  damaged: ReadonlySet<string> = new Set(),
): readonly SearchSegment[] | undefined {
  for (const start of segments.keys()) {
    let total = 0;
    let largest = 0;
    let totalSources = 0;
    let end = start;
    for (const { bytes, sources, sha256 } of segments.slice(start)) {
      total += bytes;
      totalSources += sources;
      const isTooLarge = total > MAX_MERGED_BYTES || totalSources > MAX_MERGED_SOURCES;
      if (isTooLarge || damaged.has(sha256)) break;
      largest = Math.max(largest, bytes);
      end += 1;
      const isRun = end - start >= MERGED_SEGMENTS && total >= MIN_GROWTH * largest;
      if (isRun) return segments.slice(start, end);
    }
  }
  return undefined;
}
