import { openSync, readFileSync, closeSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { ByteSource } from '../../src/domain/ports/files.ts';
import type { ReaderName } from '../../src/pipeline/read/index.ts';
import { PAIN_001, PAYMENT_FILE_3_1, type FileType } from '../../src/domain/records/file-types.ts';
import type { Payment } from '../../test/helpers/payment-file.ts';
import { painOf } from '../../test/helpers/pain001.ts';
import type { Answer, Measure, Question } from '../helpers/answer.ts';
import { built } from '../helpers/built.ts';
import {
  bytesOf,
  PaymentFiles,
  TWO_MB,
  type Names,
  type PaymentFile,
} from '../helpers/payment-file.ts';
import { removeDirectory, scratchDirectory } from '../helpers/program.ts';
import { figure, interleaved, ratio, timed } from '../helpers/statistics.ts';

const MB = 1024 * 1024;
const READERS: readonly ReaderName[] = ['fast', 'exact', 'stream'];
const NAMES: readonly Names[] = ['ascii', 'some outside', 'all outside'];

/** Targets of the fast reader, as multiples of `JSON.parse`. */
const TARGETS = { ascii: 0.2, 'some outside': 0.3, 'all outside': 0.3 } as const;

/**
 * Measures how long it takes to read and validate a payment file, as a multiple of
 * `JSON.parse(buffer.toString())` of the same file.
 */
export const readers: Question = {
  name: 'readers',
  title: 'How fast is a file read?',
  about:
    'Reading a payment file completely and validating every payment, with each of the three ' +
    'readers. Compared with JSON.parse(buffer.toString()) of the same file, which validates ' +
    'nothing.',
  takes: { full: 90, quick: 5 },
  async ask({ isQuick, say }) {
    const measures: Measure[] = [];
    for (const [index, names] of NAMES.entries()) {
      const file = new PaymentFiles({ maxBytes: TWO_MB }, names).next();
      const onRound = (round: number): void => {
        say(`2 MB, names ${names}, round ${String(round)}`);
      };
      // With too few rounds, code that is not fully compiled yet would read the first file.
      const quick = { rounds: 3, warmUp: index === 0 ? 5 : 3 };
      const rounds = isQuick ? quick : { rounds: 21, warmUp: 8 };
      measures.push(...(await compareInMemory(file, names, { ...rounds, onRound })));
    }
    for (const names of NAMES.slice(0, isQuick ? 1 : 2)) {
      say(`from disk, names ${names}`);
      measures.push(...(await compareFromDisk(names, isQuick ? 20 * MB : 200 * MB, isQuick)));
    }
    return { measures, charts: charts(measures), notes: NOTES };
  },
};

const NOTES = [
  'Names: ASCII; 1 creditor in 20 with a name outside ASCII; every creditor with one. A single ' +
    'character outside ASCII makes the whole text of JSON.parse twice as wide.',
  'Each reader does what it does for an upload: the checks of every payment and the running ' +
    'totals. The 2 MB file is in memory; the large one is read from disk through the window of ' +
    'the service, while JSON.parse gets readFileSync.',
  'The pain.001 contains the payments of the 2 MB file. It is about as large.',
  'The stream reader reads 20 MB of the large file and is compared with JSON.parse of those.',
];

async function compareInMemory(
  file: PaymentFile,
  names: Names,
  rounds: Parameters<typeof interleaved>[1],
): Promise<Measure[]> {
  const bytes = bytesOf(file);
  const { memorySource } = await built();
  const inMemory = (content: Buffer) => {
    // The bytes are in shared memory, like those of an upload.
    const shared = new Uint8Array(new SharedArrayBuffer(content.length));
    shared.set(content);
    return (use: Use): void => {
      use(memorySource(shared));
    };
  };
  const written = JSON.parse(bytes.toString()) as { Data: { DomesticPayments: Payment[] } };
  const pain = painOf(written.Data.DomesticPayments, '2026-12-01');
  const times = await interleaved(
    {
      parse: () => timed(() => JSON.parse(bytes.toString()) as unknown),
      fast: await reading('fast', file, inMemory(bytes)),
      exact: await reading('exact', file, inMemory(bytes)),
      stream: await reading('stream', file, inMemory(bytes)),
      pain: await reading('fast', file, inMemory(pain), PAIN_001),
    },
    rounds,
  );
  return [
    ...READERS.map((reader) => measure(reader, names, '2 MB', times[reader], times.parse)),
    ...(['stream', 'fast'] as const).map((reader): Measure => ({
      name: `readers.pain.${reader}.${names}`,
      label: `pain.001 with the same payments, ${label(names)}`,
      ...ratio(times.pain, times[reader]),
      unit: `× ${reader} reader`,
      better: 'less',
    })),
    {
      name: `readers.parse.2 MB.${names}`,
      label: `JSON.parse, 2 MB, ${label(names)}`,
      ...figure(times.parse),
      unit: 'ms',
    },
  ];
}

async function compareFromDisk(
  names: Names,
  maxBytes: number,
  isQuick: boolean,
): Promise<Measure[]> {
  const directory = scratchDirectory();
  const large = new PaymentFiles({ maxBytes }, names).next();
  const part = new PaymentFiles({ maxBytes: 20 * MB }, names).next();
  const largePath = write(large, join(directory, 'large.json'));
  const partPath = write(part, join(directory, 'part.json'));
  const { withFileSource } = await built();
  const from = (path: string) => (use: Use) => {
    withFileSource(path, use);
  };
  const parse = (path: string) => () =>
    timed(() => JSON.parse(readFileSync(path).toString()) as unknown);
  const rounds = { rounds: isQuick ? 1 : 3, warmUp: 1, onRound: () => undefined };
  const onLarge = await interleaved(
    {
      parse: parse(largePath),
      fast: await reading('fast', large, from(largePath)),
      exact: await reading('exact', large, from(largePath)),
    },
    rounds,
  );
  const onPart = await interleaved(
    {
      parse: parse(partPath),
      stream: await reading('stream', part, from(partPath)),
    },
    { ...rounds, warmUp: 0 },
  );
  removeDirectory(directory);
  return [
    measure('fast', names, '200 MB', onLarge.fast, onLarge.parse),
    measure('exact', names, '200 MB', onLarge.exact, onLarge.parse),
    measure('stream', names, '20 MB of 200 MB', onPart.stream, onPart.parse),
    {
      name: `readers.fast.rate.${names}`,
      label: `fast reader from disk, ${label(names)}`,
      ...figure(onLarge.fast.map((milliseconds) => large.bytes / 1000 / milliseconds)),
      unit: 'MB/s',
      better: 'more',
    },
  ];
}

/** Reads the bytes of a file. */
type Use = (source: ByteSource) => void;

/** Returns a function that reads a file like an upload and checks that the file is accepted. */
async function reading(
  name: ReaderName,
  file: PaymentFile,
  withSource: (use: Use) => void,
  fileType: FileType = PAYMENT_FILE_3_1,
): Promise<() => Promise<number>> {
  const { readersNamed, uploadCheck, RunningTally, FaultList } = await built();
  const reader = readersNamed(name)(fileType);
  const metadata = { fileType, fileHash: file.hash, requestedDate: null, debtorAccount: null };
  const rules = {
    ...{ today: '2026-12-01', maxDaysAhead: 365, bacsAccepted: true, maxFaults: 100 },
    fpsMaxPence: 1_000_000_00,
  };
  return () =>
    timed(() => {
      const faults = new FaultList(rules.maxFaults);
      const tally = new RunningTally('2026-12-01');
      withSource((source) => {
        const check = uploadCheck(metadata, rules, tally.mixture);
        const read = reader.read(source, check, tally.add, faults);
        if (!read.complete || !faults.isEmpty || tally.payments !== file.payments) {
          throw new Error(`The ${name} reader did not accept the file.`);
        }
      });
    });
}

function write(file: PaymentFile, path: string): string {
  const descriptor = openSync(path, 'wx');
  for (const chunk of file.chunks()) writeSync(descriptor, chunk);
  closeSync(descriptor);
  return path;
}

function measure(
  reader: ReaderName,
  names: Names,
  size: string,
  times: readonly number[],
  parse: readonly number[],
): Measure {
  return {
    name: `readers.${reader}.${size}.${names}`,
    label: `${reader} reader, ${size}, ${label(names)}`,
    ...ratio(times, parse),
    unit: '× parse',
    better: 'less',
    ...(reader === 'fast' ? { target: { kind: 'at most', value: TARGETS[names] } } : {}),
  };
}

function label(names: Names): string {
  return {
    ascii: 'ASCII',
    'some outside': '1 name in 20 outside',
    'all outside': 'every name outside',
  }[names];
}

function charts(measures: readonly Measure[]): Answer['charts'] {
  const ratios = measures.filter(({ unit }) => unit === '× parse');
  const bars = ratios
    .filter(({ name }) => !name.startsWith('readers.stream'))
    .map(({ label, value, target }) =>
      target === undefined ? { label, value } : { label, value, ours: true, target: target.value },
    );
  return [
    {
      kind: 'bars',
      title: 'Reading and validating, in times of JSON.parse alone',
      unit: '× parse',
      bars: [...bars, { label: 'JSON.parse (validates nothing)', value: 1 }],
    },
  ];
}
