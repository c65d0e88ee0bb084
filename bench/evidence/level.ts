import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { startInterval } from '../../src/shared/interval.ts';
import { cpuSeconds, residentMemory, type Program } from '../helpers/program.ts';
import type { SharedDatabase } from '../helpers/shared-database.ts';
import { Latencies } from '../load/latencies.ts';
import { openLoop, type Schedule } from '../load/open-loop.ts';
import type { Payer } from './bank.ts';

/** Interval of the samples of CPU and memory, in milliseconds. */
const SAMPLE_MS = 1000;

const BYTES_PER_MB = 1e6;

/** Below this share of a rate, the service is saturated, and higher rates are left out. */
export const SATURATED = 0.9;

/** The schedule of one rate, and the time at its start and its end that is not measured. */
export interface Plan extends Schedule {
  readonly cutMs: number;
}

/** CPU and memory of the service in one second. */
export interface Sample {
  /** Seconds since the first level began. */
  readonly second: number;
  /** CPU in use by the service, in cores. */
  readonly cores: number;
  /** CPU in use by PostgreSQL, in cores. Null with SQLite. */
  readonly databaseCores: number | null;
  readonly memoryMB: number;
}

/** The results of one rate. Times are in milliseconds from the scheduled start of a request. */
export interface Level {
  readonly rate: number;
  /** Seconds in which the payments were due that are measured. */
  readonly windowSeconds: number;
  /** Payments that were due in the window, and those of them that failed. */
  readonly payments: number;
  readonly failed: number;
  /** Payments of any time that were answered within the window, per second. */
  readonly answeredPerSecond: number;
  readonly percentiles: Readonly<Record<'p50' | 'p90' | 'p99' | 'p99.9' | 'longest', number>>;
  readonly histogram: string;
}

/** The results of a level, and what the gate and the charts need. */
export interface LevelRun {
  readonly level: Level;
  readonly ids: readonly string[];
  /** Failed requests of any time. */
  readonly failed: number;
  readonly reasons: readonly string[];
  readonly samples: readonly Sample[];
}

/** The measured service, and its PostgreSQL if it has one. */
interface Measured {
  readonly service: Program;
  readonly database: SharedDatabase | null;
}

/** Pays at one rate. Payments start on schedule, whether earlier ones were answered or not. */
export async function runLevel(
  measured: Measured,
  payer: Pick<Payer, 'pay'>,
  plan: Plan,
  begunAt: number,
): Promise<LevelRun> {
  const { rate, durationMs, cutMs } = plan;
  const from = performance.now() + cutMs;
  const before = from + durationMs - 2 * cutMs;
  const isMeasured = (instant: number): boolean => instant >= from && instant < before;
  const [latencies, ids, reasons] = [new Latencies(), [] as string[], new Set<string>()];
  const counts = { payments: 0, failed: 0, failedInAll: 0, answered: 0 };
  const underWay = new Set<Promise<void>>();
  const begin = (dueAt: number): void => {
    if (isMeasured(dueAt)) counts.payments += 1;
    const going = payer
      .pay()
      .then((id) => {
        ids.push(id);
        if (isMeasured(performance.now())) counts.answered += 1;
      })
      .catch((error: unknown) => {
        counts.failedInAll += 1;
        if (isMeasured(dueAt)) counts.failed += 1;
        reasons.add(String(error));
      })
      .finally(() => {
        if (isMeasured(dueAt)) latencies.record(performance.now() - dueAt);
        underWay.delete(going);
      });
    underWay.add(going);
  };
  const sampling = sample(measured, begunAt);
  await openLoop(plan, REAL_TIME, ({ dueAt }) => {
    begin(dueAt);
  });
  await Promise.all(underWay);
  const windowSeconds = (durationMs - 2 * cutMs) / 1000;
  const at = (percent: number): number => latencies.percentile(percent);
  return {
    level: {
      ...{ rate, windowSeconds, payments: counts.payments, failed: counts.failed },
      answeredPerSecond: counts.answered / windowSeconds,
      percentiles: { p50: at(50), p90: at(90), p99: at(99), 'p99.9': at(99.9), longest: at(100) },
      histogram: latencies.encoded(),
    },
    ...{ ids, failed: counts.failedInAll, reasons: [...reasons] },
    samples: await sampling.stop(),
  };
}

const REAL_TIME = {
  now: () => performance.now(),
  sleepUntil: async (instant: number): Promise<void> => {
    const left = instant - performance.now();
    await (left > 0 ? sleep(left) : setImmediate());
  },
};

/** Reads CPU and memory of the service every second until it is stopped. */
function sample({ service, database }: Measured, begunAt: number) {
  const samples: Sample[] = [];
  let last: { readonly at: number; readonly cpu: number; readonly shared: number } | undefined;
  const read = async (): Promise<void> => {
    const cpu = await cpuSeconds(service);
    const [at, shared] = [performance.now(), (database?.cpuMicros() ?? 0) / 1e6];
    if (last !== undefined) {
      samples.push({
        second: (at - begunAt) / 1000,
        cores: (1000 * (cpu - last.cpu)) / (at - last.at),
        databaseCores: database && (1000 * (shared - last.shared)) / (at - last.at),
        memoryMB: (residentMemory(service)?.now ?? 0) / BYTES_PER_MB,
      });
    }
    last = { at, cpu, shared };
  };
  const interval = startInterval(SAMPLE_MS, () => read().catch(() => undefined));
  interval.now();
  return {
    stop: async (): Promise<readonly Sample[]> => {
      await interval.stop();
      return samples;
    },
  };
}
