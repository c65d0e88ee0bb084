import type { StoredFile } from '../../src/domain/ports/files.ts';
import type { SearchSegments, SearchTerm } from '../../src/domain/ports/search-index.ts';
import type { FileFacts } from '../../src/domain/records/payment.ts';
import { PAYMENT_FILE_3_1 } from '../../src/domain/records/file-types.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { LIMITS } from '../../test/helpers/limits.ts';
import { inMemory } from '../../test/helpers/receive-file.ts';
import { thousands, type Measure, type Question, type Target } from '../helpers/answer.ts';
import { builtSearch } from '../helpers/built.ts';
import { bytesOf, PaymentFiles } from '../helpers/payment-file.ts';
import { removeDirectory, scratchDirectory, startService } from '../helpers/program.ts';
import {
  dropFromCache,
  FILE_PAYMENTS,
  openSearchFiles,
  writeSynthetic,
} from '../helpers/search-segments.ts';
import { searchYear } from '../helpers/search-year.ts';
import { figure, interleaved, percentile, ratio, timed } from '../helpers/statistics.ts';
import { cpuOfUploads } from './upload.ts';

type Search = Awaited<ReturnType<typeof builtSearch>>;
type Files = ReturnType<typeof openSearchFiles>;

/** Target for the CPU of the index, as a multiple of the upload of the same file. */
const OF_UPLOAD: Target = { kind: 'at most', value: 0.1 };
const BYTES: Target = { kind: 'at most', value: 40 };
const COLD_MS: Target = { kind: 'at most', value: 1000 };
const WARM_MS: Target = { kind: 'at most', value: 100 };

const RULES = {
  ...{ today: '2026-11-20', maxDaysAhead: 30, bacsAccepted: true, maxFaults: 5 },
  ...LIMITS,
};

/** Measures the cost of the search index and the duration of a look-up. */
export const search: Question = {
  name: 'search',
  title: 'What does the search index cost, and how fast is a search?',
  about:
    'CPU of adding a file of 10,000 payments to the index, compared with its upload. Size of ' +
    'segments with 10 and 100 million payments, and the time in which an id is found in them, ' +
    'with and without the file in the cache of the operating system.',
  takes: { full: 300, quick: 6 },
  async ask({ isQuick, say }) {
    const directory = scratchDirectory();
    const index = await builtSearch();
    const files = openSearchFiles(index, directory);
    const measures = [...(await costs(index, files, isQuick, say))];
    for (const payments of isQuick ? [1_000_000] : [10_000_000, 100_000_000]) {
      say(`${thousands(payments)} payments`);
      measures.push(...(await lookUps(index, files, payments)));
    }
    say('a year of segments');
    const targets = { cold: COLD_MS, warm: WARM_MS };
    measures.push(...(await searchYear(index, files, isQuick, targets)));
    removeDirectory(directory);
    return { measures, charts: [], notes: NOTES };
  },
};

const NOTES = [
  'The index is written outside of requests, in a thread of its own. Its CPU is that of this ' +
    'process, for a segment of one file: read it, verify its hash, sort its keys, store it durably.',
  'The large segments contain random keys: four of their own for each payment, 50,000 amounts ' +
    'and 20,000 names, which are in many files.',
  'Cold: the cache of the operating system has no part of the segment, and the service none of ' +
    'its directory. Warm: both were used before.',
  'A year of 3.65 thousand million payments is in about 38 segments. Here, each has 1 million ' +
    'payments instead of 96 million. The simulated object store runs in this process and answers ' +
    'after 30 ms. The id is in the oldest segment, so all of them are read.',
];

/** Measures the CPU of the index for a file, and the time that reading a file takes. */
async function costs(
  index: Search,
  files: Files,
  isQuick: boolean,
  say: (progress: string) => void,
): Promise<readonly Measure[]> {
  const uploads = new PaymentFiles({ payments: FILE_PAYMENTS }, 'some outside');
  const service = await startService({ PIS_FILE_MAX_BYTES: String(2 ** 30) });
  const facts = await receive(index, files, bytesOf(uploads.next()));
  const source = { kind: 'file', id: 'file', facts, texts: { fields: [], names: [] } } as const;
  const terms: readonly SearchTerm[] = [{ kind: 'words', words: 'nobody' }];
  const locate = () =>
    files.storedFiles.withFiles([facts], (verified) =>
      index.locatePayments(
        facts,
        { terms, cursor: 0, limit: 1 },
        { verified, readerOf: files.readerOf },
      ),
    );
  const cpu = await interleaved(
    {
      upload: () => cpuOfUploads(service, uploads, isQuick ? 3 : 20),
      index: () => cpuOf(() => index.writeSegment([source], files)),
      locate: () => timed(locate),
    },
    {
      rounds: isQuick ? 3 : 15,
      warmUp: 5,
      onRound: (round) => {
        say(`round ${String(round)}`);
      },
    },
  );
  await service.stop();
  return [
    {
      name: 'search.index',
      label: 'adding a file of 10,000 payments to the index',
      ...ratio(cpu.index, cpu.upload),
      unit: '× an upload',
      target: OF_UPLOAD,
      better: 'less',
    },
    {
      name: 'search.index.cpu',
      label: 'CPU of adding a payment to the index',
      ...figure(cpu.index.map((ms) => (ms * 1000) / FILE_PAYMENTS)),
      unit: 'µs',
      better: 'less',
    },
    {
      name: 'search.locate',
      label: 'comparing 10,000 payments of a file with a name',
      ...figure(cpu.locate),
      unit: 'ms',
      better: 'less',
    },
  ];
}

async function receive(index: Search, files: Files, bytes: Buffer): Promise<FileFacts> {
  const upload = inMemory(bytes);
  const metadata = { fileType: PAYMENT_FILE_3_1, requestedDate: null, debtorAccount: null };
  const { hashSource, memorySource } = index;
  const source = memorySource(bytes);
  const received = index.examineFile(source, hashSource(source), metadata, RULES, files.readerOf);
  if (!received.accepted) throw new Error('The file of the benchmark was refused.');
  await files.storedFiles.store(upload, received.facts.sha256);
  return received.facts;
}

/** Returns the CPU time of this process in milliseconds. */
async function cpuOf(action: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await action();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Measures a segment of this many payments, and finds ids in it. */
async function lookUps(index: Search, files: Files, payments: number): Promise<readonly Measure[]> {
  const needles = Array.from({ length: 200 }, (_, number) => `NEEDLE ${String(number)}`);
  const segment = await writeSynthetic(index, files, payments, needles);
  const cold: number[] = [];
  for (const needle of needles.slice(0, 10)) {
    dropFromCache(files, segment);
    const segments = index.openSearchSegments(files.readRange);
    cold.push(await timed(() => find(segments, segment, needle)));
  }
  const segments = index.openSearchSegments(files.readRange);
  const warm: number[] = [];
  // The first pass reads the blocks of all needles into the cache.
  for (const needle of needles) await find(segments, segment, needle);
  for (const needle of needles) warm.push(await timed(() => find(segments, segment, needle)));
  const words: number[] = [];
  const names: readonly SearchTerm[] = [{ kind: 'words', words: 'ann smi' }];
  for (let round = 0; round < 10; round += 1) {
    words.push(await timed(() => segments.lookUp(segment, names)));
  }
  const size = `${thousands(payments / 1_000_000)} million payments`;
  const name = `search.${String(payments / 1_000_000)}`;
  return [
    {
      name: `${name}.bytes`,
      label: `size of the index for a payment, of ${size}`,
      ...figure([segment.bytes / payments]),
      unit: 'bytes',
      target: BYTES,
      better: 'less',
    },
    {
      name: `${name}.cold`,
      label: `an id among ${size}, cold`,
      ...figure(cold),
      unit: 'ms',
      target: COLD_MS,
      better: 'less',
    },
    {
      name: `${name}.warm`,
      label: `an id among ${size}, warm`,
      ...figure(warm),
      unit: 'ms',
      target: WARM_MS,
      better: 'less',
    },
    {
      name: `${name}.warm.p99`,
      label: `an id among ${size}, warm, 99th percentile`,
      ...figure([percentile(warm, 0.99)]),
      unit: 'ms',
    },
    {
      name: `${name}.words`,
      label: `the files with two beginnings of names among ${size}, warm`,
      ...figure(words),
      unit: 'ms',
      better: 'less',
    },
  ];
}

async function find(segments: SearchSegments, segment: StoredFile, text: string): Promise<void> {
  const terms: readonly SearchTerm[] = [
    { kind: 'fields', fields: [{ name: 'identification', text }] },
  ];
  const found = await segments.lookUp(segment, terms);
  expectDefined(found[0], `the file with ${text}`);
}
