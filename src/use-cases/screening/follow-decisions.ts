import { CASES_CURSOR } from '../../domain/ports/screening-store.ts';
import type { Screening } from '../../domain/ports/screening.ts';
import type { Store } from '../../domain/ports/store.ts';
import { serviceActor } from '../../domain/records/audit.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { Interval } from '../../shared/interval.ts';
import { SECOND_MS, type Clock, type Milliseconds } from '../../shared/time.ts';
import { startTasks } from '../repeated-task.ts';

/** Interval at which the bank's case system is asked for decisions, in milliseconds. */
const DECISIONS_INTERVAL_MS: Milliseconds = 5 * SECOND_MS;

interface FollowParts {
  readonly store: Store;
  readonly screening: Pick<Screening, 'decisionsAfter'>;
  readonly clock: Clock;
  /** Starts the steps that a decision has made due. */
  readonly wake: () => void;
}

/**
 * Stores the next decisions of the bank's case system. Returns true if it has more, and false if
 * the position does not advance, because the same decisions would follow at once.
 *
 * @throws ScreeningUnavailable if it does not answer
 */
async function followDecisions(parts: FollowParts): Promise<boolean> {
  const { store, screening, clock, wake } = parts;
  const cursor = (await store.readSetting(CASES_CURSOR)) ?? null;
  const { decisions, next, hasMore } = await screening.decisionsAfter(cursor);
  if (decisions.length === 0 && next === cursor) return false;
  const act = { at: clock(), by: serviceActor('screening') };
  if ((await store.takeOutsideDecisions(decisions, next, act)) > 0) wake();
  return hasMore && next !== cursor;
}

/** Follows the decisions of the bank's case system until it is stopped. */
export function startFollowing(
  parts: FollowParts & { readonly observe: Observe; readonly isOurs: () => boolean },
): Pick<Interval, 'stop'> {
  const what = 'following the decisions of the screening';
  const step = () => followDecisions(parts);
  return startTasks(parts, [{ what, everyMs: DECISIONS_INTERVAL_MS, step }]);
}
