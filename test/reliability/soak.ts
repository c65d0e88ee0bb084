import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { expectDefined } from '../../src/shared/assert.ts';
import { MINUTE_MS } from '../../src/shared/time.ts';
import { Dice } from '../crash/random.ts';
import type { Tpps } from '../crash/journey.ts';
import { pickKind } from '../crash/kinds.ts';
import { readClock, runLoad, type Load } from '../crash/load.ts';
import { ServiceProcess } from '../crash/service-process.ts';
import { Story } from '../crash/story.ts';
import { seedOption } from '../helpers/command-line.ts';
import { Tpp } from '../helpers/tpp.ts';
import { LOAD_SETTINGS } from '../power/load.ts';
import { defineCampaign, type Checks } from './campaign.ts';
import { endCleanly, readMetric } from './shutdown.ts';
import { inMebibytes, medianOf, Probe, type Sample } from './probing.ts';

/**
 * Interval at which the probe measures the service, and interval of progress reports, in
 * milliseconds.
 */
const PROBED_MS = 5000;
const TOLD_MS = 30_000;

/** Interval at which the TPPs get new tokens, in milliseconds. A token is valid for an hour. */
const TOKENS_RENEWED_MS = 30 * MINUTE_MS;

/** Limits of the service under constant load. */
const EXPECTED = {
  /**
   * Maximum growth of the heap after garbage collection, from the second third of the run to the
   * last, in bytes.
   */
  heapGrowthBytes: 24 * 2 ** 20,
  residentBytes: 1024 * 2 ** 20,
  descriptors: 200,
  /**
   * Maximum size of the write-ahead log, which is four times the size at which it is checkpointed.
   */
  logBytes: 16 * 2 ** 20,
  /**
   * Maximum time for which the service's own work blocks the event loop, in milliseconds of
   * processor time.
   */
  stallMs: 1000,
} as const;

/**
 * Runs the load of the crash campaign for minutes without any kill, and watches the service's
 * resources.
 */
export const soak = defineCampaign({
  about: 'the load of the crash campaign for a long time: memory and other resources',
  options: {
    minutes: { kind: 'number', default: 60, least: 1, about: 'duration' },
    seed: seedOption(),
  },
  seconds: ({ minutes }) => minutes * 60 + 10,
  run: async ({ minutes, seed }, { folder, checks, tell }) => {
    const data = `${folder}/data`;
    const probe = new Probe(`${folder}/samples`, PROBED_MS);
    const settings = { ...LOAD_SETTINGS, ...probe.settings };
    const service = await ServiceProcess.start({ dataDirectory: data, settings });
    const stories: Story[] = [];
    const problems: string[] = [];
    const tpps = new Map(await signIn(service));
    const load = runLoad(await loadOf({ service, tpps, seed, stories, problems }));
    const until = performance.now() + minutes * MINUTE_MS;
    let renewAt = performance.now() + TOKENS_RENEWED_MS;
    while (performance.now() < until && problems.length === 0) {
      await wait(Math.min(TOLD_MS, until - performance.now()));
      tell(progressOf(stories, probe));
      if (performance.now() < renewAt) continue;
      for (const [name, tpp] of await signIn(service)) tpps.set(name, tpp);
      renewAt += TOKENS_RENEWED_MS;
    }
    checks.holds('every answer was as expected', problems.length === 0, problems[0]);
    const failures = await readMetric(service, 'pis_failures_total');
    checks.holds('nothing failed on our side', failures === 0, failures);
    const { samples } = probe;
    await endCleanly(service, data, checks);
    await load;
    checkSamples(samples, checks);
  },
});

async function signIn({ origin }: ServiceProcess): Promise<Tpps> {
  const names = ['tpp-one', 'tpp-two'] as const;
  return new Map(
    await Promise.all(names.map(async (name) => [name, await Tpp.signIn(origin, name)] as const)),
  );
}

interface Soaked {
  readonly service: ServiceProcess;
  readonly tpps: Tpps;
  readonly seed: number;
  readonly stories: Story[];
  readonly problems: string[];
}

async function loadOf({ service, tpps, seed, stories, problems }: Soaked): Promise<Load> {
  const [tpp] = tpps.values();
  let now = await readClock(expectDefined(tpp, 'a TPP'));
  return {
    ...{ service, tpps, dice: new Dice(seed, 'soak') },
    nextStory: () => {
      const number = stories.length;
      const kind = pickKind(new Dice(seed, `story ${String(number)}`));
      const story = new Story(kind, { number, seed, now });
      stories.push(story);
      return story;
    },
    clockAcknowledged: (to) => {
      now = to;
    },
    report: (problem) => problems.push(inspect(problem)),
  };
}

function progressOf(stories: readonly Story[], probe: Probe): string {
  const submissions = stories.flatMap((story) => story.taken);
  const finished = submissions.filter(({ isFinished }) => isFinished);
  const counts = `${String(submissions.length)} payments, ${String(finished.length)} finished`;
  const heap = `heap ${inMebibytes(probe.last('heapBytes'))}`;
  return `${counts}; ${heap}, resident ${inMebibytes(probe.last('residentBytes'))}`;
}

function checkSamples(samples: readonly Sample[], checks: Checks): void {
  const third = Math.floor(samples.length / 3);
  const heapIn = (from: number): number =>
    medianOf(samples.slice(from, from + third).map(({ heapBytes }) => heapBytes));
  const growth = heapIn(2 * third) - heapIn(third);
  const isSteady = growth <= EXPECTED.heapGrowthBytes;
  checks.holds('its memory does not grow', isSteady, `${inMebibytes(growth)} in a third`);
  const most = (figure: Exclude<keyof Sample, 'seconds'>): number =>
    Math.max(...samples.map((sample) => sample[figure]));
  const [resident, log] = [most('residentBytes'), most('logBytes')];
  checks.holds('memory is bounded', resident <= EXPECTED.residentBytes, inMebibytes(resident));
  checks.holds('the log of the database is bounded', log <= EXPECTED.logBytes, inMebibytes(log));
  const descriptors = most('descriptors');
  checks.holds('descriptors are bounded', descriptors <= EXPECTED.descriptors, descriptors);
  const stall = Math.round(most('processorMs'));
  checks.holds('the event loop goes on', stall <= EXPECTED.stallMs, `${String(stall)} ms at most`);
}
