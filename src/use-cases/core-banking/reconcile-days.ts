import { daysToReconcile, lastEndedDay } from '../../domain/calendar/core-days.ts';
import { SHOWN_CORE_DAYS } from '../../domain/ports/core-store.ts';
import { addDays, HOUR_MS, type Milliseconds } from '../../shared/time.ts';
import type { CoreParts } from './core-parts.ts';
import { reconcile } from './reconcile.ts';

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
