import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RESOURCES } from '../../test-client/requests.ts';
import { skipped, type Measure, type Question } from '../helpers/answer.ts';
import { PaymentFiles } from '../helpers/payment-file.ts';
import {
  finishedPayments,
  forgetPeak,
  removeDirectory,
  residentMemory,
  scratchDirectory,
  startProgram,
  startService,
  type Program,
} from '../helpers/program.ts';
import { figure } from '../helpers/statistics.ts';
import { filePaymentBody, Tpp } from '../helpers/tpp.ts';

const HUB = new URL('../programs/hub.ts', import.meta.url);
const MB = 1024 * 1024;
const SIZES = [10_000, 100_000] as const;
/** Size of the largest payment file of the measured services, in bytes. */
const FILE_MAX_BYTES = 128 * MB;
/**
 * Flags for Node.js. With the usual large heap, the peak would mostly be garbage that is not
 * collected yet.
 */
const SMALL_HEAP = ['--initial-heap-size=16', '--max-old-space-size=64'];
/** Interval in milliseconds between two checks if a step is done. */
const POLL_MS = 20;
/** Maximum duration of a step in milliseconds. */
const STEP_MS = 300_000;

/** Measures whether the memory of the service grows with the messages to a payment hub. */
export const hubMemory: Question = {
  name: 'hub-memory',
  title: 'Does memory grow with messages to a hub?',
  about:
    'Peak memory (resident set) of the service while it writes the credits of one file as a ' +
    'message to a folder, and while it reads and books the answers, minus its memory before. The ' +
    'heap of each thread is limited to 64 MB.',
  takes: { full: 90, quick: 4 },
  async ask({ isQuick, say }) {
    if (process.platform !== 'linux') return skipped('only Linux reports the peak memory.');
    const measures: Measure[] = [];
    for (const credits of isQuick ? [1000] : SIZES) {
      say(`${String(credits)} credits`);
      const { idle, received, written, read } = await peaksOf(credits);
      const of = (name: string, label: string, bytes: number): Measure => ({
        name: `hub-memory.${name}.${String(credits)}`,
        label: `${label}, ${String(credits)} credits`,
        ...figure([bytes / MB]),
        ...{ unit: 'MB', better: 'less' },
      });
      measures.push(
        of('idle', 'idle', idle),
        of('received', 'file received and approved, peak above idle', received - idle),
        of('written', 'message written and handed over, peak above idle', written - idle),
        of('read', 'answers read and booked, peak above idle', read - idle),
      );
    }
    return {
      measures,
      charts: [],
      notes: [
        'Each size has a new service. The hub starts after the message was handed over. Memory that ' +
          'an earlier step has used and the process keeps is part of the later ones.',
      ],
    };
  },
};

/** Returns the memory in bytes before the file, and the peak of each step. */
async function peaksOf(credits: number) {
  const folder = scratchDirectory();
  const settings = {
    PIS_FILE_MAX_BYTES: String(FILE_MAX_BYTES),
    PIS_SCHEMES: `folder:${folder}`,
  };
  const service = await startService(settings, scratchDirectory(), SMALL_HEAP);
  const tpp = await Tpp.signIn(service.origin, { connections: 1 });
  const file = new PaymentFiles({ payments: credits }, 'some outside').next();
  const consentId = await tpp.consentFor(file);
  const idle = memoryOf(service).now;
  const peakOf = async (step: () => Promise<void>): Promise<number> => {
    forgetPeak(service);
    await step();
    return memoryOf(service).peak;
  };
  let token = '';
  const received = await peakOf(async () => {
    await tpp.upload(consentId, file);
    token = await tpp.approve(consentId);
  });
  const written = await peakOf(async () => {
    await tpp.submit(RESOURCES['file-payments'], filePaymentBody(consentId, file), token);
    await until(() => readdirSync(join(folder, 'to-hub')).some((name) => !name.startsWith('.')));
  });
  let hub: Program | undefined;
  const read = await peakOf(async () => {
    hub = await startProgram(HUB, [], { BENCH_HUB_FOLDER: folder });
    await until(async () => (await finishedPayments(service)) > 0);
  });
  tpp.close();
  await Promise.all([service.stop(), hub?.stop()]);
  removeDirectory(folder);
  return { idle, received, written, read };
}

function memoryOf(service: Program) {
  const memory = residentMemory(service);
  if (memory === undefined) throw new Error('The operating system does not report the memory.');
  return memory;
}

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + STEP_MS;
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error('The exchange with the hub did not finish.');
    await sleep(POLL_MS);
  }
}
