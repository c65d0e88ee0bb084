import { debitOfHold, releaseOf } from '../../domain/execution/core-operations.ts';
import type { OpenHold } from '../../domain/ports/core-banking.ts';
import { HOUR_MS, type Milliseconds } from '../../shared/time.ts';
import type { CoreParts } from './core-parts.ts';

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
