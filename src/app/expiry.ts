import type { Store } from '../domain/ports/store.ts';
import type { Observe } from '../domain/records/events.ts';
import { startInterval } from '../shared/interval.ts';
import { MINUTE_MS, type Clock, type Instant } from '../shared/time.ts';

/** How often what has expired is cleared away, in milliseconds. */
const CLEAR_INTERVAL_MS = MINUTE_MS;

/** What lapses in one transaction, so many of a kind: some milliseconds. */
const LAPSE_BATCH = 100;

type LapsingStore = Pick<Store, 'lapseConsents' | 'expireApprovals'>;

/**
 * Marks some of the consents that have lapsed by then, and some of the payments that not all
 * approved in time; whether there may be more.
 */
async function lapseSome(store: LapsingStore, now: Instant): Promise<boolean> {
  const lapsed = await store.lapseConsents(now, LAPSE_BATCH);
  const expired = await store.expireApprovals(now, LAPSE_BATCH);
  return Math.max(lapsed, expired) === LAPSE_BATCH;
}

/** Marks all consents and payments whose time is over by then. */
export async function lapseAll(store: LapsingStore, now: Instant): Promise<void> {
  while (await lapseSome(store, now));
}

/**
 * Clears away what has expired, and marks the consents that have lapsed: at once, and every minute.
 * What is written anew clears a little too, but where nothing is, nothing would go. To be stopped
 * before the store closes.
 *
 * @param isOurs whether this node is the one to do it
 * @param machineClock by which tokens, visits and pushed requests live
 * @param clock by which consents live
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
      // In turns, between which requests are answered.
      while (mayGoOn() && (await store.clearExpired(machineClock())));
      while (mayGoOn() && (await lapseSome(store, clock.now())));
    } catch (error) {
      observe({ kind: 'failure', what: 'clearing away what has expired', error });
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
