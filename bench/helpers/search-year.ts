import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import type { StoredFile } from '../../src/domain/ports/files.ts';
import type {
  SearchSegment,
  SearchSegments,
  SearchTerm,
} from '../../src/domain/ports/search-index.ts';
import { contentName, contentPath } from '../../src/store/files/content.ts';
import { startObjectStore } from '../../test/helpers/s3/server.ts';
import type { Measure, Target } from './answer.ts';
import type { builtSearch } from './built.ts';
import { dropFromCache, writeSynthetic } from './search-segments.ts';
import { figure, timed } from './statistics.ts';
import type { openSearchFiles } from './search-segments.ts';

type Search = Awaited<ReturnType<typeof builtSearch>>;
type Files = ReturnType<typeof openSearchFiles>;

/** Number of segments that a year of 10 million payments a day has after all merges. */
const SEGMENTS = 38;

/** Time until the simulated object store answers, in milliseconds. */
const LATENCY_MS = 30;

/** Number of searches of each kind. */
const SEARCHES = 10;

interface Targets {
  readonly cold: Target;
  readonly warm: Target;
}

/**
 * Measures a search for an id that only the oldest of many segments contains. All other segments
 * are copies of one.
 */
export async function searchYear(
  index: Search,
  files: Files,
  isQuick: boolean,
  targets: Targets,
): Promise<readonly Measure[]> {
  const payments = isQuick ? 100_000 : 1_000_000;
  const needles = Array.from({ length: 2 * SEARCHES }, (_, number) => `NEEDLE ${String(number)}`);
  const oldest = await writeSynthetic(index, files, payments, needles);
  const copied = await writeSynthetic(index, files, payments, []);
  const segments = [oldest, ...copiesOf(files, copied, isQuick ? 9 : SEGMENTS - 1)];
  const folder = await searches(index, files.readRange, segments, needles, () => {
    for (const segment of segments) dropFromCache(files, segment);
  });
  const store = await startObjectStore();
  const read = index.openRanges({ ...files, bucket: store.place });
  for (const segment of segments) {
    const { sha256 } = segment === oldest ? oldest : copied;
    const content = readFileSync(contentPath(files.filesDirectory, sha256));
    store.bucket.put(`${store.place.prefix}/${contentName(segment.sha256)}`, content, 0);
  }
  store.faults.slowMs = LATENCY_MS;
  const bucket = await searches(index, read, segments, needles, () => undefined);
  await store.close();
  const measure = (name: string, label: string, times: readonly number[], target: Target) => ({
    ...{ name: `search.year.${name}`, label: `an id in a year of segments, ${label}` },
    ...{ ...figure(times), unit: 'ms', target, better: 'less' as const },
  });
  return [
    measure('cold', 'folder, cold', folder.cold, targets.cold),
    measure('warm', 'folder, warm', folder.warm, targets.warm),
    measure('s3.cold', 'object store, cold', bucket.cold, targets.cold),
    measure('s3.warm', 'object store, directories in memory', bucket.warm, targets.warm),
  ];
}

/** Copies a stored segment, each time under another name. A look-up does not verify the name. */
function copiesOf({ filesDirectory }: Files, segment: StoredFile, count: number): StoredFile[] {
  return Array.from({ length: count }, (_, number) => {
    const sha256 = createHash('sha256').update(String(number)).digest('hex');
    mkdirSync(`${filesDirectory}/${sha256.slice(0, 2)}`, { recursive: true });
    copyFileSync(contentPath(filesDirectory, segment.sha256), contentPath(filesDirectory, sha256));
    return { ...segment, sha256 };
  });
}

/** Searches with nothing in memory, and then again for other ids. */
async function searches(
  index: Search,
  read: Files['readRange'],
  segments: readonly StoredFile[],
  needles: readonly string[],
  makeCold: () => void,
) {
  const [cold, warm]: [number[], number[]] = [[], []];
  let searchSegments = index.openSearchSegments(read);
  for (const [number, text] of needles.entries()) {
    const isCold = number < SEARCHES;
    if (isCold) {
      makeCold();
      searchSegments = index.openSearchSegments(read);
    }
    const opened = searchSegments;
    (isCold ? cold : warm).push(await timed(() => find(index, opened, segments, text)));
  }
  return { cold, warm };
}

async function find(
  index: Search,
  searchIndex: SearchSegments,
  segments: readonly StoredFile[],
  text: string,
): Promise<void> {
  const terms: readonly SearchTerm[] = [
    { kind: 'fields', fields: [{ name: 'identification', text }] },
  ];
  const parts = { searchIndex, observe: () => undefined };
  let found = 0;
  const looked = index.lookUpSegments(parts as never, segments as readonly SearchSegment[], terms);
  for await (const sources of looked) found += sources?.length ?? 0;
  if (found === 0) throw new Error(`${text} was not found.`);
}
