import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BASE } from '../../test-client/tpp.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { thousands, type Effort } from '../helpers/answer.ts';
import { SAMPLES } from '../helpers/families.ts';
import { FamilyLoad } from '../helpers/family-load.ts';
import { loadOf, postRequest, send } from '../helpers/load.ts';
import { PaymentFiles, TWO_MB } from '../helpers/payment-file.ts';
import {
  removeDirectory,
  scratchDirectory,
  startService,
  type Program,
} from '../helpers/program.ts';
import { FILE_CONSENT, Tpp } from '../helpers/tpp.ts';
import type { Flame } from './flame.ts';
import { framesOf, type CpuProfile, type Span } from './frames.ts';

const CONNECTIONS = 64;

/** Time between two samples, in microseconds. */
const SAMPLE_MICROS = 250;

/** Minimum share of a thread in the total work. Threads with a smaller share are not drawn. */
const LEAST_PART = 0.05;

const CONSENTS = `${BASE}/file-payment-consents`;

/**
 * Prepares an operation on the profiled service. Returns a function that performs it `times` times.
 * Only the work of that function is included in the graph.
 */
type Prepare = (service: Program, tpp: Tpp, times: number) => Promise<() => Promise<unknown>>;

interface Path {
  readonly title: string;
  /** Name of the counted unit, for example GETs, and the number of units in one repetition. */
  readonly unit: string;
  readonly atOnce: number;
  readonly times: number;
  readonly prepare: Prepare;
}

/** The operations that are profiled: the most frequent and the most expensive ones. */
const PATHS: readonly Path[] = [
  {
    title: 'GET of a consent, token checked',
    unit: 'GETs',
    atOnce: CONNECTIONS,
    times: 300,
    async prepare(service, tpp, times) {
      const consentId = await tpp.consentFor(new PaymentFiles({ payments: 10 }, 'ascii').next());
      const headers = { authorization: `Bearer ${tpp.token}` };
      const path = `${CONSENTS}/${consentId}`;
      const load = loadOf(CONNECTIONS, times, () => ({ method: 'GET', path, headers }));
      return () => send(service, load);
    },
  },
  {
    title: 'POST of a consent',
    unit: 'POSTs',
    atOnce: CONNECTIONS,
    times: 150,
    prepare(service, { token }, times) {
      const load = loadOf(CONNECTIONS, times, () => postRequest(CONSENTS, token, FILE_CONSENT));
      return Promise.resolve(() => send(service, load));
    },
  },
  {
    title: 'a complete domestic payment',
    unit: 'payments',
    atOnce: CONNECTIONS,
    times: 20,
    async prepare(service, tpp, times) {
      const sample = expectDefined(
        SAMPLES.find(({ family }) => family.name === 'domestic-payments'),
        'a domestic payment',
      );
      const load = new FamilyLoad(service, tpp, sample, { connections: CONNECTIONS, each: times });
      await load.register();
      await load.approve();
      return () => load.pay();
    },
  },
  {
    title: 'upload of 2 MB',
    unit: 'uploads',
    atOnce: 1,
    times: 80,
    async prepare(_service, tpp, times) {
      const files = new PaymentFiles({ maxBytes: TWO_MB }, 'some outside');
      const waiting: (() => Promise<unknown>)[] = [];
      for (let made = 0; made < times; made += 1) {
        const file = files.next();
        const consentId = await tpp.consentFor(file);
        waiting.push(() => tpp.upload(consentId, file));
      }
      return async () => {
        for (const upload of waiting) await upload();
      };
    },
  },
];

/** In a quick run, and when a path is warmed up, the number of repetitions is divided by this. */
const QUICK_PART = 5;

/**
 * Profiles the hot paths with V8's sampling profiler. Each path has its own service, which is
 * profiled from its start and warmed up. Returns a graph for each thread with a noticeable share of
 * the work.
 */
export async function profilePaths({ isQuick, say }: Effort): Promise<readonly Flame[]> {
  const flames: Flame[] = [];
  for (const path of PATHS) {
    say(path.title);
    const few = Math.ceil(path.times / QUICK_PART);
    flames.push(...(await profilePath(path, { few, times: isQuick ? few : path.times })));
  }
  return flames;
}

interface Times {
  readonly few: number;
  readonly times: number;
}

async function profilePath(
  { title, unit, atOnce, prepare }: Path,
  { few, times }: Times,
): Promise<readonly Flame[]> {
  const folder = scratchDirectory();
  const profiles = mkdtempSync(join(folder, 'profiles-'));
  const service = await startService({}, scratchDirectory(), [
    '--cpu-prof',
    `--cpu-prof-dir=${profiles}`,
    `--cpu-prof-interval=${String(SAMPLE_MICROS)}`,
  ]);
  const tpp = await Tpp.signIn(service.origin);
  const warmUp = await prepare(service, tpp, few);
  await warmUp();
  const act = await prepare(service, tpp, times);
  const from = monotonicMicros();
  await act();
  const span = { from, to: monotonicMicros() };
  tpp.close();
  await service.stop();
  const drawn = flamesOf(title, profiles, span);
  removeDirectory(folder);
  const done = `${thousands(times * atOnce)} ${unit}`;
  return drawn.map((flame) => ({ ...flame, done }));
}

/** Reads the profiles that a service wrote when it ended, one for each thread. */
function flamesOf(title: string, folder: string, span: Span): readonly Omit<Flame, 'done'>[] {
  const frames = readdirSync(folder).map((name) => {
    const profile = JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile;
    return { frame: framesOf(profile, span), thread: threadNamed(name) };
  });
  const all = frames.reduce((sum, { frame }) => sum + frame.total, 0);
  return frames
    .filter(({ frame }) => frame.total > all * LEAST_PART)
    .toSorted((one, other) => one.thread - other.thread)
    .map(({ frame, thread }) => {
      const by = thread === 0 ? 'event loop' : `file worker ${String(thread)}`;
      return { title: `${title}: ${by}`, frame };
    });
}

/**
 * Returns the number of the thread that wrote a profile, from the file name
 * CPU.date.time.process.thread.sequence.cpuprofile (Node.js, --cpu-prof-name). The main thread has
 * number 0.
 */
function threadNamed(name: string): number {
  return Number(name.split('.')[4]);
}

/** Returns the time of the clock that V8's profiler uses. */
function monotonicMicros(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
