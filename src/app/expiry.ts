import type { Store } from '../domain/ports/store.ts';
import type { Observe } from '../domain/records/events.ts';
import { startInterval } from '../shared/interval.ts';
import { MINUTE_MS, type Clock, type Instant } from '../shared/time.ts';

/** Interval of clearing expired rows, in milliseconds. */
const CLEAR_INTERVAL_MS = MINUTE_MS;

/**
 * Maximum number of consents, and of payments, marked in one transaction. One takes some
 * milliseconds.
 */
const LAPSE_BATCH = 100;

type LapsingStore = Pick<Store, 'lapseConsents' | 'expireApprovals'>;

/**
 * Marks lapsed consents, and payments whose approvals did not arrive in time. Returns whether there
 * may be more.
 */
async function lapseSome(store: LapsingStore, now: Instant): Promise<boolean> {
  const lapsed = await store.lapseConsents(now, LAPSE_BATCH);
  const expired = await store.expireApprovals(now, LAPSE_BATCH);
  return Math.max(lapsed, expired) === LAPSE_BATCH;
}

/** Marks all consents and payments that have lapsed by `now`. */
export async function lapseAll(store: LapsingStore, now: Instant): Promise<void> {
  while (await lapseSome(store, now));
}

/**
 * Deletes expired rows and marks lapsed consents, at once and then every minute. Writes also delete
 * some expired rows, but without writes none would go. Stop it before the store closes.
 *
 * @param isOurs returns whether this node is the one to do it
 * @param machineClock time for tokens, interactions and pushed requests
 * @param clock time for consents
 */
export function clearExpiredPeriodically({
  store,
  isOurs,
  machineClock,
  clock,
  observe,
}: {
  readonly store: Pick<Store, 'clearExpired'> & LapsingStore;
  readonly isOurs: () => boolean;
  readonly machineClock: Clock;
  readonly clock: { readonly now: Clock };
  readonly observe: Observe;
}): { stop(): Promise<void> } {
  let isStopping = false;
  const mayGoOn = (): boolean => !isStopping && isOurs();
  const clear = async (): Promise<void> => {
    try {
      // In batches, so that requests are answered in between.
      while (mayGoOn() && (await store.clearExpired(machineClock())));
      while (mayGoOn() && (await lapseSome(store, clock.now())));
    } catch (error) {
      observe({ kind: 'failure', what: 'clearing expired rows', error });
    }
  };
  const clearing = startInterval(CLEAR_INTERVAL_MS, clear);
  clearing.now();
  return {
    stop: () => {
      isStopping = true;
      return clearing.stop();
    },
  };
}
