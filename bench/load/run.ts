import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { expectDefined } from '../../src/shared/assert.ts';
import type { Journeys, Take } from './journeys.ts';
import { Ledger } from './ledger.ts';
import { kindsOf, type Mix } from './mix.ts';
import { openLoop, type Arrival, type Schedule, type Stopwatch } from './open-loop.ts';

/**
 * Maximum number of journeys in progress. If the service stops responding, no further ones are
 * started.
 */
const MAX_UNDER_WAY = 10_000;

/** Progress of a run. */
export interface Progress {
  readonly begun: number;
  readonly underWay: number;
}

export interface Run {
  readonly ledger: Ledger;
  readonly progress: () => Progress;
  /** Resolves when the last journey has ended. */
  readonly done: Promise<void>;
}

/** A stopwatch that uses real time. */
const REAL_TIME: Stopwatch = {
  now: () => performance.now(),
  sleepUntil: async (instant) => {
    const left = instant - performance.now();
    await (left > 0 ? sleep(left) : setImmediate());
  },
};

/**
 * Starts journeys according to the schedule and follows each one to its end. The response time of
 * the first step begins at its scheduled time, and that of each later step at the end of the
 * previous step. It therefore includes waiting for a connection or for this process.
 */
export function runLoad(
  { mix, ...schedule }: Schedule & { readonly mix: Mix },
  journeys: Journeys,
  stopwatch: Stopwatch = REAL_TIME,
): Run {
  const ledger = new Ledger();
  const nextKind = kindsOf(mix);
  const underWay = new Set<Promise<void>>();
  let begun = 0;
  const begin = ({ dueAt }: Arrival): void => {
    const kind = nextKind();
    begun += 1;
    if (underWay.size >= MAX_UNDER_WAY) {
      ledger.dropped();
      return;
    }
    ledger.lateness.record(stopwatch.now() - dueAt);
    const journey = expectDefined(journeys.get(kind), `the journey ${kind}`);
    const going = journey(stepsFrom(kind, dueAt, ledger, stopwatch))
      .catch((error: unknown) => {
        if (!(error instanceof StepFailed)) throw error;
      })
      .finally(() => underWay.delete(going));
    underWay.add(going);
  };
  const all = async (): Promise<void> => {
    await openLoop(schedule, stopwatch, begin);
    await Promise.all(underWay);
  };
  return { ledger, progress: () => ({ begun, underWay: underWay.size }), done: all() };
}

/** Ends a journey after a step has failed. The ledger has already recorded the failure. */
class StepFailed extends Error {
  override readonly name = 'StepFailed';
}

function stepsFrom(kind: string, dueAt: number, ledger: Ledger, stopwatch: Stopwatch): Take {
  let since = dueAt;
  return async (step, action) => {
    const name = `${kind}: ${step}`;
    try {
      const result = await action();
      ledger.answered(name, stopwatch.now() - since);
      return result;
    } catch (error) {
      ledger.failed(name, stopwatch.now() - since, error);
      throw new StepFailed(name, { cause: error });
    } finally {
      since = stopwatch.now();
    }
  };
}
