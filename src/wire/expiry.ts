import type { Store } from '../domain/ports/store.ts';
import type { Observe } from '../domain/records/events.ts';
import { MINUTE_MS, type Clock, type Instant } from '../kernel/time.ts';

/** How often what has expired is cleared away, in milliseconds. */
const CLEARING_MS = MINUTE_MS;

/** Consents that lapse in one transaction: some milliseconds. */
const CONSENTS_LAPSED = 100;

/** Marks some of the consents that have lapsed by then; whether there may be more. */
async function lapseSome(store: Pick<Store, 'lapseConsents'>, now: Instant): Promise<boolean> {
  return (await store.lapseConsents(now, CONSENTS_LAPSED)) === CONSENTS_LAPSED;
}

/** Marks all consents that have lapsed by then. */
export async function lapseAll(store: Pick<Store, 'lapseConsents'>, now: Instant): Promise<void> {
  while (await lapseSome(store, now));
}

/**
 * Clears away what has expired, and marks the consents that have lapsed: at once, and every minute.
 * What is written anew clears a little too, but where nothing is, nothing would go. To be stopped
 * before the store closes.
 *
 * @param machineClock by which tokens, visits and pushed requests live
 * @param clock by which consents live
 */
export function clearExpiredRegularly({
  store,
  machineClock,
  clock,
  observe,
}: {
  readonly store: Pick<Store, 'clearExpired' | 'lapseConsents'>;
  readonly machineClock: Clock;
  readonly clock: { readonly now: Clock };
  readonly observe: Observe;
}): { stop(): Promise<void> } {
  let isStopping = false;
  let underWay: Promise<void> | undefined;
  const clear = async (): Promise<void> => {
    try {
      // In turns, between which requests are answered.
      while (!isStopping && (await store.clearExpired(machineClock())));
      while (!isStopping && (await lapseSome(store, clock.now())));
    } catch (error) {
      observe({ kind: 'failure', what: 'clearing away what has expired', error });
    }
  };
  const begin = (): void => {
    underWay ??= clear().finally(() => {
      underWay = undefined;
    });
  };
  const timer = setInterval(begin, CLEARING_MS);
  timer.unref();
  begin();
  return {
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      await underWay;
    },
  };
}
