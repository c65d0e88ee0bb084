import type { Observe } from '../../domain/records/events.ts';
import { logFirstFailure } from '../../domain/records/log-first-failure.ts';
import { startInterval, type Interval } from '../../shared/interval.ts';
import type { Milliseconds } from '../../shared/time.ts';

/** Interval in milliseconds at which the exchange with the hub is checked. */
const CHECK_INTERVAL_MS: Milliseconds = 200;

/** The steps of the exchange with a hub. Each one returns the number of items that it processed. */
export interface HubSteps {
  readonly handOver: () => Promise<number>;
  readonly receive: () => Promise<number>;
  readonly read: () => Promise<number>;
  readonly enquire: () => Promise<number>;
  readonly bookReturns: () => Promise<number>;
}

interface Parts extends HubSteps {
  /** Returns true if this node exchanges messages with the hub. */
  readonly isOurs: () => boolean;
  /** Called after a step processed something, because steps of execution may be due. */
  readonly wake: () => void;
  readonly observe: Observe;
}

/**
 * Exchanges messages with a payment hub until it is stopped. The steps are independent, so a hub
 * that accepts no messages does not prevent its answers from being taken.
 */
export function startHubExchange(parts: Parts): Interval {
  const { observe, isOurs, wake } = parts;
  const steps = [
    { run: parts.handOver, attempt: logFirstFailure(observe, 'handing messages over to the hub') },
    { run: parts.receive, attempt: logFirstFailure(observe, 'receiving documents of the hub') },
    { run: parts.read, attempt: logFirstFailure(observe, 'reading documents of the hub') },
    { run: parts.bookReturns, attempt: logFirstFailure(observe, 'booking returned credits') },
    // The last step, so that answers that wait in the exchange are taken before the hub is asked.
    { run: parts.enquire, attempt: logFirstFailure(observe, 'asking the hub for answers') },
  ];
  return startInterval(CHECK_INTERVAL_MS, async () => {
    if (!isOurs()) return;
    let processed = 0;
    for (const { run, attempt } of steps) {
      processed += await attempt(run).catch(() => 0);
    }
    if (processed > 0) wake();
  });
}
