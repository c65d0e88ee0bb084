import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import type { StoredFile } from '../../src/domain/ports/files.ts';
import type { SearchFiles } from '../../src/workers/search-jobs.ts';
import type { builtSearch } from './built.ts';

type Search = Awaited<ReturnType<typeof builtSearch>>;

/** Number of payments of a file. */
export const FILE_PAYMENTS = 10_000;

/** Number of different texts of each payment: two ids, a reference and an account. */
const OWN_FIELDS = 4;
/** Number of different amounts. Each is in many files. */
const AMOUNTS = 50_000;
/** Number of different names, of which each file contains a part. */
const NAMES = 20_000;
const NAMES_OF_FILE = 4000;
/** Number of payments to one whose reference has a word that begins like no other. */
const OWN_WORDS = 2;

const HASHES = 2 ** 40;

/** Opens a folder of stored files for the jobs of the search index. */
export function openSearchFiles(search: Search, filesDirectory: string): SearchFiles {
  mkdirSync(`${filesDirectory}/tmp`, { recursive: true });
  const location = { filesDirectory, bucket: null };
  return {
    ...{ filesDirectory, readerOf: search.readersNamed('fast') },
    readRange: search.openRanges(location),
    storedFiles: search.openStoredFiles(location, () => performance.now()),
  };
}

/**
 * Writes and stores a segment of this many payments. Its keys are random, because texts of so many
 * payments would take too long to generate. Each of the `needles` is an id in one file.
 */
export async function writeSynthetic(
  search: Search,
  { filesDirectory, storedFiles }: SearchFiles,
  payments: number,
  needles: readonly string[],
): Promise<StoredFile> {
  const temporary = randomUUID();
  const writer = new search.SegmentWriter(`${filesDirectory}/tmp/${temporary}`);
  const files = payments / FILE_PAYMENTS;
  const keys = needles.map((text) => search.fieldKey('identification', text));
  addFields(
    writer,
    payments,
    files,
    keys.sort((one, other) => one - other),
  );
  const words = NAMES + payments / OWN_WORDS;
  addKeys(search.KEY_LIMIT / words, words, (key, index) => {
    const isName = index % Math.floor(words / NAMES) === 0;
    addSources(isName ? (files * NAMES_OF_FILE) / NAMES : 1, files, (source) => {
      writer.add('words', key, source);
    });
  });
  for (let id = 0; id < files; id += 1) {
    writer.addSource({ kind: 'file', id: `consent-${String(id).padStart(26, '0')}` });
  }
  const segment = writer.finish();
  writer.close();
  await storedFiles.store({ kind: 'disk', temporary, bytes: segment.bytes }, segment.sha256);
  rmSync(`${filesDirectory}/tmp/${temporary}`, { force: true });
  return segment;
}

function addFields(
  writer: InstanceType<Search['SegmentWriter']>,
  payments: number,
  files: number,
  needles: readonly number[],
): void {
  const own = payments * OWN_FIELDS;
  const inFiles = files * (1 - Math.exp(-FILE_PAYMENTS / AMOUNTS));
  let needle = 0;
  addKeys(HASHES / (own + AMOUNTS), own + AMOUNTS, (key, index) => {
    for (let next = needles[needle]; next !== undefined && next < key; next = needles[needle]) {
      writer.add('fields', next, needle % files);
      needle += 1;
    }
    const isAmount = index % Math.floor((own + AMOUNTS) / AMOUNTS) === 0;
    addSources(isAmount ? inFiles : 1, files, (source) => {
      writer.add('fields', key, source);
    });
  });
}

/** Passes ascending keys, whose mean distance is `gap`. */
function addKeys(gap: number, count: number, add: (key: number, index: number) => void): void {
  let key = 0;
  for (let index = 0; index < count; index += 1) {
    key += 1 + Math.floor(Math.random() * 2 * (gap - 1));
    add(key, index);
  }
}

/** Passes ascending numbers of about `count` files. */
function addSources(count: number, files: number, add: (source: number) => void): void {
  if (count <= 1) {
    add(Math.floor(Math.random() * files));
    return;
  }
  const gap = files / count;
  for (let source = Math.random() * gap; source < files; source += gap * (0.5 + Math.random())) {
    add(Math.floor(source));
  }
}

/** Removes a file from the cache of the operating system (GNU dd, posix_fadvise). */
export function dropFromCache(
  { filesDirectory }: Pick<SearchFiles, 'filesDirectory'>,
  { sha256 }: StoredFile,
): void {
  const path = `${filesDirectory}/${sha256.slice(0, 2)}/${sha256}`;
  execFileSync('dd', [`if=${path}`, 'iflag=nocache', 'count=0', 'status=none']);
}
