import { Gauge, type Registry } from 'prom-client';
import type { EventStore } from '../domain/ports/event-store.ts';
import { MAX_EVENTS_COUNTED, type EventCounts } from '../domain/records/event-notifications.ts';
import { SECOND_MS, type Clock } from '../shared/time.ts';
import { sharedWhileRunning } from './hub-gauges.ts';
import { unlessUnavailable } from './unless-unavailable.ts';

/** Source of the gauges of events for TPPs. */
export interface EventGaugeSources {
  readonly store: Pick<EventStore, 'countEvents'>;
  /** Business time, which the events contain. */
  readonly clock: Clock;
}

const LIMIT = `Counts up to ${MAX_EVENTS_COUNTED.toLocaleString('en')}`;

/** Adds the gauges of events for TPPs, which are read at each scrape. */
export function addEventGauges(registry: Registry, { store, clock }: EventGaugeSources): void {
  const counts = sharedWhileRunning(() => unlessUnavailable(() => store.countEvents()));
  const gauge = (name: string, help: string, read: (found: EventCounts) => number): void => {
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        const found = await counts();
        if (found === undefined) this.remove();
        else this.set(read(found));
      },
    });
  };
  gauge('pis_events_open', `Events that TPPs have not acknowledged. ${LIMIT}`, ({ open }) => open);
  gauge(
    'pis_events_open_seconds',
    'Age of the oldest event that its TPP has not acknowledged, in seconds',
    ({ oldestAt }) => (oldestAt === null ? 0 : Math.max(0, clock() - oldestAt) / SECOND_MS),
  );
  gauge(
    'pis_events_set_aside',
    `Events that were set aside because TPPs reported errors. ${LIMIT}`,
    ({ setAside }) => setAside,
  );
  gauge(
    'pis_event_endpoints_unresponsive',
    'Callback addresses of TPPs to which nothing is pushed, because pushes failed',
    ({ unresponsive }) => unresponsive,
  );
}
