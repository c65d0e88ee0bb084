import type { Observe } from '../../domain/records/events.ts';
import { logFirstFailure } from '../../domain/records/log-first-failure.ts';
import { startInterval, type Interval } from '../../shared/interval.ts';
import type { Milliseconds } from '../../shared/time.ts';

/** Interval in milliseconds at which the exchange with the hub is checked. */
const CHECK_INTERVAL_MS: Milliseconds = 200;

/** Maximum number of messages, documents or returns that a step processes in one turn. */
export const ITEMS_PER_TURN = 100;

/** A step. It returns the number of items that it processed. */
type Step = () => Promise<number>;

/** The steps of one exchange. */
export interface ExchangeSteps {
  /** Name of the exchange. */
  readonly name: string;
  readonly handOver: Step;
  readonly receive: Step;
  readonly enquire: Step;
  readonly recall: Step;
}

/** The steps of the exchanges with payment hubs. */
export interface HubSteps {
  readonly exchanges: readonly ExchangeSteps[];
  readonly read: Step;
  readonly bookReturns: Step;
}

interface Parts extends HubSteps {
  /** Returns true if this node exchanges messages with the hub. */
  readonly isOurs: () => boolean;
  /** Called after a step processed something, because steps of execution may be due. */
  readonly wake: () => void;
  readonly observe: Observe;
}

/**
 * Exchanges messages with payment hubs until it is stopped. The steps run independently, so an
 * exchange that is down delays neither the others nor its own answers. A step that processed the
 * maximum of a turn runs again at once, because more items may wait.
 */
export function startHubExchange(parts: Parts): Pick<Interval, 'stop'> {
  const { observe, isOurs, wake, exchanges } = parts;
  let isStopped = false;
  const start = (step: Step, what: string, then: () => void): Interval => {
    const attempt = logFirstFailure(observe, what);
    return startInterval(CHECK_INTERVAL_MS, async () => {
      let processed = ITEMS_PER_TURN;
      while (processed >= ITEMS_PER_TURN && isOurs() && !isStopped) {
        processed = await attempt(step).catch(() => 0);
        if (processed > 0) then();
      }
    });
  };
  const reading = start(parts.read, 'reading documents of the hub', wake);
  const booking = start(parts.bookReturns, 'booking returned credits', wake);
  const exchanging = exchanges.flatMap(({ name, handOver, receive, enquire, recall }) => [
    start(handOver, `handing messages over to the hub (exchange ${name})`, wake),
    start(receive, `receiving documents of the hub (exchange ${name})`, () => reading.now()),
    start(enquire, `asking the hub for answers (exchange ${name})`, () => undefined),
    start(recall, `handing recalls over to the hub (exchange ${name})`, () => undefined),
  ]);
  const intervals = [...exchanging, reading, booking];
  return {
    stop: async () => {
      isStopped = true;
      await Promise.all(intervals.map((interval) => interval.stop()));
    },
  };
}
