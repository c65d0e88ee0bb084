import { BASE } from '../../client/tpp.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { skipped, type Answer, type Question } from '../helpers/answer.ts';
import { loadOf, postRequest, send } from '../helpers/load.ts';
import { PaymentFiles, TWO_MB } from '../helpers/payment-file.ts';
import { startService, type Program } from '../helpers/program.ts';
import { figure, interleaved } from '../helpers/statistics.ts';
import { cpuBetween, PARTS, threadsOf, type CpuByPart } from '../helpers/threads.ts';
import { FILE_CONSENT, Tpp } from '../helpers/tpp.ts';

const CONNECTIONS = 64;
const MICROS_PER_MS = 1000;

/** Number of uploads that are in progress at the same time. */
const IN_FLIGHT = 2;

/** Measures how much CPU time each kind of thread in the service uses. */
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
    const service = await startService();
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

/** Returns the CPU time of each part of the service per operation. */
async function cpuOfEach(
  service: Program,
  amount: number,
  act: () => Promise<unknown>,
): Promise<CpuByPart> {
  const before = expectDefined(threadsOf(service.process.pid), 'the threads');
  await act();
  const used = cpuBetween(before, expectDefined(threadsOf(service.process.pid), 'the threads'));
  const parts = PARTS.map((part) => [part, used[part] / amount] as const);
  return Object.fromEntries(parts) as CpuByPart;
}

async function cpuOfUploads(
  service: Program,
  tpp: Tpp,
  files: PaymentFiles,
  uploads: number,
): Promise<CpuByPart> {
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

function cpuOfPosts(service: Program, { token }: Tpp, each: number): Promise<CpuByPart> {
  const request = () => postRequest(`${BASE}/file-payment-consents`, token, FILE_CONSENT);
  const load = loadOf(CONNECTIONS, each, request);
  return cpuOfEach(service, load.requests.length, () => send(service, load));
}

type Found = Readonly<Record<'upload' | 'post', readonly CpuByPart[]>>;

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
    return { bars, chart };
  });
  return {
    measures: rows.flatMap(({ bars }) => bars),
    charts: rows.map(({ chart }) => chart),
    notes: [
      'CPU from the scheduler, by the names of the threads, including the kernel’s work for a ' +
        'thread. The libuv pool reads and writes files and computes hashes. V8’s helpers compile ' +
        'and collect garbage in parallel.',
    ],
  };
}
