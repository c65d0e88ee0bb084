import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { BASE } from '../../test-client/tpp.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { skipped, type Answer, type Measure, type Question } from '../helpers/answer.ts';
import { loadOf, postRequest, send } from '../helpers/load.ts';
import { PaymentFiles, TWO_MB } from '../helpers/payment-file.ts';
import { scratchDirectory, startService, type Program } from '../helpers/program.ts';
import { figure, interleaved } from '../helpers/statistics.ts';
import { cpuBetween, PARTS, threadsOf, type CpuByPart } from '../helpers/threads.ts';
import { FILE_CONSENT, Tpp } from '../helpers/tpp.ts';

const WATCH = fileURLToPath(new URL('../programs/watch-allocations.ts', import.meta.url));

const CONNECTIONS = 64;
const MICROS_PER_MS = 1000;
const KILOBYTE = 1000;

/** Number of uploads that are in progress at the same time. */
const IN_FLIGHT = 2;

/** CPU time of each part of the service, in milliseconds, and what the event loop allocated. */
type Cost = CpuByPart & { readonly allocatedBytes: number };

/**
 * Measures how much CPU time each kind of thread in the service uses, and how much memory of the
 * heap the event loop allocates.
 */
export const threads: Question = {
  name: 'threads',
  title: 'Which threads do the work?',
  about:
    'CPU of the service by thread, for an upload of 2 MB and for a durable POST of a ' +
    'consent. With more cores, only the work of the event loop delays other requests.',
  takes: { full: 30, quick: 2 },
  async ask({ isQuick, say }) {
    if (process.platform !== 'linux') {
      return skipped('only Linux reports the CPU of a thread.');
    }
    const service = await startService({}, scratchDirectory(), ['--import', WATCH]);
    const tpp = await Tpp.signIn(service.origin);
    const files = new PaymentFiles({ maxBytes: TWO_MB }, 'some outside');
    const uploads = isQuick ? 5 : 40;
    const each = isQuick ? 20 : 100;
    const found = await interleaved(
      {
        upload: () => cpuOfUploads(service, tpp, files, uploads),
        post: () => cpuOfPosts(service, tpp, each),
      },
      {
        rounds: isQuick ? 2 : 7,
        warmUp: isQuick ? 1 : 2,
        onRound: (round) => {
          say(`round ${String(round)}`);
        },
      },
    );
    tpp.close();
    await service.stop();
    return answerOf(found);
  },
};

/** Returns the cost of each operation. */
async function cpuOfEach(
  service: Program,
  amount: number,
  act: () => Promise<unknown>,
): Promise<Cost> {
  const allocatedBefore = await allocatedBy(service);
  const before = expectDefined(threadsOf(service.process.pid), 'the threads');
  await act();
  const used = cpuBetween(before, expectDefined(threadsOf(service.process.pid), 'the threads'));
  const parts = PARTS.map((part) => [part, used[part] / amount] as const);
  const allocatedBytes = ((await allocatedBy(service)) - allocatedBefore) / amount;
  return { ...(Object.fromEntries(parts) as CpuByPart), allocatedBytes };
}

/** Returns the number of bytes that the event loop of the service has allocated on the heap. */
async function allocatedBy({ process }: Program): Promise<number> {
  process.send('allocated');
  const [bytes] = (await once(process, 'message')) as [number];
  return bytes;
}

async function cpuOfUploads(
  service: Program,
  tpp: Tpp,
  files: PaymentFiles,
  uploads: number,
): Promise<Cost> {
  const waiting = await Promise.all(
    Array.from({ length: uploads }, async () => {
      const file = files.next();
      return { file, consentId: await tpp.consentFor(file) };
    }),
  );
  const lane = async (): Promise<void> => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
      await tpp.upload(one.consentId, one.file);
    }
  };
  return cpuOfEach(service, uploads, () =>
    Promise.all(Array.from({ length: IN_FLIGHT }, () => lane())),
  );
}

function cpuOfPosts(service: Program, { token }: Tpp, each: number): Promise<Cost> {
  const request = () => postRequest(`${BASE}/file-payment-consents`, token, FILE_CONSENT);
  const load = loadOf(CONNECTIONS, each, request);
  return cpuOfEach(service, load.requests.length, () => send(service, load));
}

type Found = Readonly<Record<'upload' | 'post', readonly Cost[]>>;

const SUBJECTS = {
  upload: { label: 'an upload of 2 MB', unit: 'ms CPU', perMs: 1 },
  post: { label: 'POST of a consent', unit: 'µs CPU', perMs: MICROS_PER_MS },
} as const;

function answerOf(found: Found): Answer {
  const rows = (['upload', 'post'] as const).map((subject) => {
    const { label, unit, perMs } = SUBJECTS[subject];
    const bars = PARTS.map((part) => ({
      name: `threads.${subject}.${part}`,
      label: `${label}: ${part}`,
      ...figure(found[subject].map((round) => round[part] * perMs)),
      unit,
      better: 'less' as const,
    }));
    const chart = { kind: 'bars', title: `CPU of ${label}, by thread`, unit, bars } as const;
    const allocated: Measure = {
      name: `threads.${subject}.allocated`,
      label: `${label}: allocated by the event loop`,
      ...figure(found[subject].map(({ allocatedBytes }) => allocatedBytes / KILOBYTE)),
      unit: 'KB',
      better: 'less',
    };
    return { measures: [...bars, allocated], chart };
  });
  return {
    measures: rows.flatMap(({ measures }) => measures),
    charts: rows.map(({ chart }) => chart),
    notes: [
      'CPU from the scheduler, by the names of the threads, including the kernel’s work for a ' +
        'thread. The libuv pool reads and writes files and computes hashes. V8’s helpers compile ' +
        'and collect garbage in parallel. Allocated memory is that of V8’s heap, without buffers.',
    ],
  };
}
