import type { Store } from '../domain/ports/store.ts';
import type { Observe } from '../domain/records/events.ts';
import { startInterval } from '../shared/interval.ts';
import { MINUTE_MS, type Clock, type Instant } from '../shared/time.ts';

/** Interval in milliseconds at which expired rows are cleared. */
const CLEAR_INTERVAL_MS = MINUTE_MS;

/**
 * Maximum number of consents, payments or events that one transaction changes. The transaction
 * takes some milliseconds.
 */
const LAPSE_BATCH = 100;

type LapsingStore = Pick<Store, 'lapseConsents' | 'expireApprovals' | 'clearEvents'>;

/**
 * Marks some of the lapsed consents, and some of the payments whose approvals did not arrive in
 * time. Deletes some of the events whose retention has ended. Returns true if there may be more.
 */
async function lapseSome(store: LapsingStore, now: Instant): Promise<boolean> {
  const lapsed = await store.lapseConsents(now, LAPSE_BATCH);
  const expired = await store.expireApprovals(now, LAPSE_BATCH);
  const cleared = await store.clearEvents(now, LAPSE_BATCH);
  return Math.max(lapsed, expired, cleared) === LAPSE_BATCH;
}

/**
 * Marks all consents that have lapsed by `now`, and all payments whose approvals did not arrive in
 * time. Deletes all events whose retention has ended.
 */
export async function lapseAll(store: LapsingStore, now: Instant): Promise<void> {
  while (await lapseSome(store, now));
}

/**
 * Deletes expired rows and marks lapsed consents, at once and then every minute. Stop this before
 * the store closes.
 *
 * @param isOurs returns true if this node performs the task
 * @param machineClock time for tokens, interactions and pushed requests
 * @param clock time for consents and events
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
      // The rows are deleted in batches, so that requests can be answered in between.
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
