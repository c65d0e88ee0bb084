import type { Interval } from '../../shared/interval.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, type Milliseconds } from '../../shared/time.ts';
import { startTasks, type RepeatedTask } from '../repeated-task.ts';
import type { CoreParts } from './core-parts.ts';
import { reconcileDays } from './reconcile-days.ts';
import { releaseForgottenHolds } from './release-holds.ts';
import { sendRequests } from './send-requests.ts';

/** Interval at which requests for the core are sent, in milliseconds. */
const SEND_INTERVAL_MS: Milliseconds = 100;
/** Interval at which the core is asked for changes, in milliseconds. */
const CHANGES_INTERVAL_MS = 5 * SECOND_MS;
/** Interval at which forgotten holds are released, in milliseconds. */
const HOLDS_INTERVAL_MS = HOUR_MS;
/** Interval at which the service looks for a day to reconcile, in milliseconds. */
const DAYS_INTERVAL_MS = 10 * MINUTE_MS;

interface RunnerParts extends CoreParts {
  /** Returns true if this node performs the tasks of the connection. */
  readonly isOurs: () => boolean;
  /** Applies the next changes of accounts. Returns true if the core has more. */
  readonly followChanges: () => Promise<boolean>;
}

/**
 * Keeps the service and the core banking system in step until it is stopped: sends what the
 * bookings left to do, follows changes of accounts, releases holds that no payment needs, and
 * reconciles each day that has ended.
 */
export function startCoreRunner(parts: RunnerParts): Pick<Interval, 'stop'> {
  const task = (
    everyMs: Milliseconds,
    what: string,
    step: (parts: CoreParts) => Promise<boolean>,
  ): RepeatedTask => ({ everyMs, what, step: () => step(parts) });
  return startTasks(parts, [
    task(SEND_INTERVAL_MS, 'sending operations to the core banking system', sendRequests),
    task(CHANGES_INTERVAL_MS, 'following changes of the core banking system', parts.followChanges),
    task(HOLDS_INTERVAL_MS, 'releasing holds in the core banking system', releaseForgottenHolds),
    task(DAYS_INTERVAL_MS, 'reconciling with the core banking system', reconcileDays),
  ]);
}
