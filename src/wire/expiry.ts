import type { Observe } from '../domain/events.ts';
import type { Store } from '../domain/store.ts';
import { MINUTE_MS, type Clock } from '../kernel/time.ts';

/** How often what has expired is cleared away, in milliseconds. */
const CLEARING_MS = MINUTE_MS;

/**
 * Clears away what has expired: at once, and every minute. What is written anew clears a little
 * too, but where nothing is, nothing would go. To be stopped before the store closes.
 *
 * @param machineClock by which tokens, visits and pushed requests live
 */
export function clearExpiredRegularly({
  store,
  machineClock,
  observe,
}: {
  readonly store: Pick<Store, 'clearExpired'>;
  readonly machineClock: Clock;
  readonly observe: Observe;
}): { stop(): Promise<void> } {
  let isStopping = false;
  let underWay: Promise<void> | undefined;
  const clear = async (): Promise<void> => {
    try {
      // In turns, between which requests are answered.
      while (!isStopping && (await store.clearExpired(machineClock())));
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
