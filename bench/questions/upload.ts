import { randomUUID } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Measure, Question, Target } from '../helpers/answer.ts';
import { parseCpuMs } from '../helpers/parse.ts';
import { bytesOf, PaymentFiles, TWO_MB } from '../helpers/payment-file.ts';
import {
  cpuSeconds,
  removeDirectory,
  scratchDirectory,
  startProgram,
  startService,
  type Program,
} from '../helpers/program.ts';
import { cpuTimed, figure, interleaved, median, ratio } from '../helpers/statistics.ts';
import { startObjectStore } from '../../test/helpers/s3/server.ts';
import { Tpp } from '../helpers/tpp.ts';

const NAIVE = new URL('../programs/naive.ts', import.meta.url);
const FLOOR = new URL('../programs/floor.ts', import.meta.url);

/** Number of uploads that are in progress at the same time. */
const IN_FLIGHT = 2;

/** Number of files that are written for one value. */
const WRITES = 8;

/**
 * Target for the CPU of an upload, as a multiple of `JSON.parse` of the same file. `JSON.parse` is
 * faster since Node.js 24.
 */
const TARGET: Target = { kind: 'at most', value: 0.9 };

/**
 * Target for the CPU of an upload, as a multiple of a server that only receives, hashes and stores
 * the file.
 */
const OF_FLOOR: Target = { kind: 'at most', value: 1.6 };

/** Compares an upload with parsing the file, and with simpler upload servers. */
export const upload: Question = {
  name: 'upload',
  title: 'What does an upload cost?',
  about:
    'CPU of the whole service for one 2 MB upload: receive it over HTTP, hash, read, ' +
    'validate, classify, store durably, commit, respond. Compared with JSON.parse of the ' +
    'same file, the service with its stream-json reader, a small program of stream-json, zod ' +
    'and a row per payment, and one that only receives, hashes and stores the bytes. Also ' +
    'with an object store instead of the folder.',
  takes: { full: 75, quick: 8 },
  async ask({ isQuick, say }) {
    const files = new PaymentFiles({ maxBytes: TWO_MB }, 'some outside');
    const asciiFiles = new PaymentFiles({ maxBytes: TWO_MB }, 'ascii');
    const directory = scratchDirectory();
    const objects = await startObjectStore();
    const programs = {
      fast: await startService({ PIS_FILE_READER: 'fast' }),
      objects: await startService(objects.settings),
      stream: await startService({ PIS_FILE_READER: 'stream' }),
      naive: await startProgram(NAIVE),
      floor: await startProgram(FLOOR),
    };
    const cpu = await interleaved(
      {
        parse: () => parseCpuMs(files.next()),
        fast: () => cpuOfUploads(programs.fast, files, isQuick ? 5 : 40),
        parseAscii: () => parseCpuMs(asciiFiles.next()),
        fastAscii: () => cpuOfUploads(programs.fast, asciiFiles, isQuick ? 5 : 40),
        objects: () => cpuOfUploads(programs.objects, files, isQuick ? 5 : 40),
        floor: () => cpuOfUploads(programs.floor, files, isQuick ? 5 : 40),
        write: () => cpuOfWriting(files, directory),
        stream: () => cpuOfUploads(programs.stream, files, isQuick ? 2 : 6),
        naive: () => cpuOfUploads(programs.naive, files, isQuick ? 2 : 6),
      },
      {
        rounds: isQuick ? 2 : 5,
        warmUp: 1,
        onRound: (round) => {
          say(`round ${String(round)}`);
          // The objects are kept in the memory of the bench itself, so delete them.
          for (const key of objects.bucket.keys) objects.bucket.forget(key);
        },
      },
    );
    await Promise.all(Object.values(programs).map((program) => program.stop()));
    await objects.close();
    removeDirectory(directory);
    const measures = measuresOf(cpu);
    return { measures, charts: [chart(measures)], notes: NOTES };
  },
};

const NOTES = [
  'The floor is by hand on node:http: bytes received, SHA-256, written with fdatasync, answered. ' +
    'JSON.parse gets faster with each engine version, the floor hardly does.',
  'The file has 1 creditor in 20 with a name outside ASCII, as real ones have; of one in pure ' +
    'ASCII, JSON.parse takes little more than half the time.',
  'CPU seconds of the service process, all threads and the kernel’s work for them included, ' +
    `divided by the uploads (${String(IN_FLIGHT)} under way at once). The consents are created ` +
    'beforehand.',
  'The object store is that of the tests, in the process of the bench: its own work is not counted, ' +
    'and TLS is not used.',
  'The plain program does the same work in the usual way: a pipeline of stream-json from the ' +
    'socket, the same zod schema per payment, SHA-256, one row per payment in SQLite, one ' +
    'transaction per file with synchronous=FULL.',
];

type Subject =
  | 'parse'
  | 'fast'
  | 'objects'
  | 'parseAscii'
  | 'fastAscii'
  | 'stream'
  | 'naive'
  | 'floor'
  | 'write';
type Cpu = Readonly<Record<Subject, readonly number[]>>;

function ofObjects(cpu: Cpu): Measure {
  return {
    name: 'upload.objects',
    label: 'an upload into an object store, against one into the folder',
    ...ratio(cpu.objects, cpu.fast),
    unit: '× an upload',
    better: 'less',
  };
}

function measuresOf(cpu: Cpu): Measure[] {
  return [
    {
      name: 'upload.fast',
      label: 'an upload',
      ...ratio(cpu.fast, cpu.parse),
      unit: '× parse',
      target: TARGET,
    },
    {
      name: 'upload.fast.floor',
      label: 'an upload, against receiving, hashing and storing alone',
      ...ratio(cpu.fast, cpu.floor),
      unit: '× floor',
      target: OF_FLOOR,
    },
    {
      name: 'upload.fast.ascii',
      label: 'an upload, ASCII',
      ...ratio(cpu.fastAscii, cpu.parseAscii),
      unit: '× parse',
      target: TARGET,
    },
    ofObjects(cpu),
    {
      name: 'upload.floor',
      label: 'receiving, hashing and storing alone',
      ...ratio(cpu.floor, cpu.parse),
      unit: '× parse',
    },
    {
      name: 'upload.write',
      label: 'writing a new file of 2 MB, with fdatasync, alone',
      ...ratio(cpu.write, cpu.parse),
      unit: '× parse',
    },
    {
      name: 'upload.stream',
      label: 'an upload, stream-json reader',
      ...ratio(cpu.stream, cpu.parse),
      unit: '× parse',
      better: 'less',
    },
    {
      name: 'upload.naive',
      label: 'an upload, stream-json + zod + rows',
      ...ratio(cpu.naive, cpu.parse),
      unit: '× parse',
    },
    {
      name: 'upload.gain',
      label: 'stream-json + zod + rows against an upload',
      ...ratio(cpu.naive, cpu.fast),
      unit: '× an upload',
      target: { kind: 'at least', value: 10 },
    },
    {
      name: 'upload.cpu',
      label: 'CPU of an upload',
      ...figure(cpu.fast),
      unit: 'ms',
      better: 'less',
    },
    { name: 'upload.parse', label: 'CPU of JSON.parse', ...figure(cpu.parse), unit: 'ms' },
  ];
}

function chart(measures: readonly Measure[]) {
  const bars = measures
    .filter(({ name, unit }) => unit === '× parse' && !name.endsWith('ascii'))
    .map(({ label, value, target }) =>
      target === undefined ? { label, value } : { label, value, ours: true, target: target.value },
    );
  return {
    kind: 'bars',
    title: 'CPU of one 2 MB upload, in times of JSON.parse',
    unit: '× parse',
    bars: [...bars, { label: 'JSON.parse alone', value: 1 }],
  } as const;
}

/**
 * Returns the CPU time in milliseconds that the operating system needs just to store these bytes.
 */
function cpuOfWriting(files: PaymentFiles, directory: string): number {
  const bytes = bytesOf(files.next());
  const write = (): void => {
    const descriptor = openSync(join(directory, randomUUID()), 'wx');
    writeSync(descriptor, bytes);
    fdatasyncSync(descriptor);
    closeSync(descriptor);
  };
  return median(Array.from({ length: WRITES }, () => cpuTimed(write)));
}

/**
 * Returns the CPU time of the program per upload, in milliseconds.
 *
 * @param settle waits for work that continues after the responses
 */
export async function cpuOfUploads(
  program: Program,
  files: PaymentFiles,
  uploads: number,
  settle: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  const tpp = await Tpp.signIn(program.origin);
  const waiting = await Promise.all(
    Array.from({ length: uploads }, async () => {
      const file = files.next();
      return { file, consentId: await tpp.consentFor(file) };
    }),
  );
  const before = await cpuSeconds(program);
  const lanes = Array.from({ length: IN_FLIGHT }, async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      await tpp.upload(one.consentId, one.file);
    }
  });
  await Promise.all(lanes);
  await settle();
  const used = (await cpuSeconds(program)) - before;
  tpp.close();
  return (used / uploads) * 1000;
}
