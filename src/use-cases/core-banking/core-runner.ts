import type { Interval } from '../../shared/interval.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, type Milliseconds, addDays } from '../../shared/time.ts';
import { startTasks, type RepeatedTask } from '../repeated-task.ts';
import type { CoreParts } from './core-parts.ts';
import { sendRequests } from './send-requests.ts';
import { UnknownCursor, type OpenHold } from '../../domain/ports/core-banking.ts';
import { CORE_CURSOR, SHOWN_CORE_DAYS } from '../../domain/ports/core-store.ts';
import { daysToReconcile, lastEndedDay } from '../../domain/calendar/core-days.ts';
import { reconcile } from './reconcile.ts';
import { debitOfHold, releaseOf } from '../../domain/execution/core-operations.ts';

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
 * Keeps the service and the core banking system in step until it is stopped: sends the operations
 * that bookings have added, follows changes of accounts, releases holds that no payment needs, and
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

/**
 * Applies the next changes of the bank's customers, users and accounts. Returns true if the core
 * has more. If the core does not know the position any more, begins again with all current data.
 *
 * @throws CoreUnavailable if the core does not answer
 */
export async function followChanges({
  store,
  coreBanking,
  clock,
  observe,
}: Pick<CoreParts, 'store' | 'coreBanking' | 'clock' | 'observe'>): Promise<boolean> {
  const cursor = (await store.readSetting(CORE_CURSOR)) ?? null;
  let isRepeat = false;
  const page = await coreBanking.changesAfter(cursor).catch(async (error: unknown) => {
    if (!(error instanceof UnknownCursor)) throw error;
    isRepeat = true;
    const first = await coreBanking.changesAfter(null);
    observe({ kind: 'failure', what: 'continuing the changes of the core banking system', error });
    return first;
  });
  const { changes, cursor: next, hasMore } = page;
  if (changes.length > 0 || next !== cursor) await store.applyBankChanges(changes, next, clock());
  // A core that knows no position is asked again after the usual pause.
  return hasMore && !isRepeat;
}

/** Time after which a day with differences is compared again, in milliseconds. */
const COMPARE_AGAIN_MS: Milliseconds = HOUR_MS;

/**
 * Compares the next ended day with the core and stores the number of differences. The first one is
 * the day before the first start. No day is skipped: a day that is not final in the core is
 * compared later, and the next ones wait for it. If all days are compared, compares a recent day
 * with differences again. Returns true if it has stored a day, because more may follow.
 *
 * @throws CoreUnavailable if the core does not answer
 */
export async function reconcileDays({
  store,
  coreBanking,
  clock,
  observe,
}: Pick<CoreParts, 'store' | 'coreBanking' | 'clock' | 'observe'>): Promise<boolean> {
  const now = clock();
  const days = await store.coreDays(SHOWN_CORE_DAYS);
  const last = days[0]?.day;
  const next = last === undefined ? lastEndedDay(now) : addDays(last, 1);
  const again = days.find(
    ({ differences, checkedAt }) => differences > 0 && checkedAt <= now - COMPARE_AGAIN_MS,
  );
  const day = daysToReconcile(last, now) > 0 ? next : again?.day;
  if (day === undefined) return false;
  const { isFinal, count: differences } = await reconcile({ store, coreBanking }, day);
  if (!isFinal) return false;
  await store.saveCoreDay({ day, checkedAt: now, differences });
  observe({ kind: 'coreReconciled', day, differences });
  return true;
}

/** Age from which on an open hold is checked, in milliseconds. Younger ones may be in progress. */
const MIN_AGE_MS: Milliseconds = HOUR_MS;

/**
 * Releases the holds that no payment needs: their step was abandoned, or the database was restored
 * to an earlier time. A hold is kept while the step that placed it exists, or if its debit is
 * booked and only has to be posted. Returns false, because one turn checks all holds.
 *
 * @throws CoreUnavailable if the core does not answer
 */
export async function releaseForgottenHolds({
  store,
  coreBanking,
  machineClock,
  observe,
}: CoreParts): Promise<boolean> {
  const before = machineClock() - MIN_AGE_MS;
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof coreBanking.openHolds>> = await coreBanking.openHolds(
      before,
      cursor,
    );
    const forgotten: OpenHold[] = [];
    for (const hold of page.holds) {
      const debit = debitOfHold(hold.id);
      if (debit === undefined || !(await store.isHoldNeeded(debit))) forgotten.push(hold);
    }
    if (forgotten.length > 0) {
      await coreBanking.perform(forgotten.map(releaseOf));
      for (const { id, amountPence } of forgotten) {
        observe({ kind: 'holdReleased', hold: id, amountPence });
      }
    }
    cursor = page.next;
  } while (cursor !== null);
  return false;
}
