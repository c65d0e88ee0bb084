import { Gauge, type Registry } from 'prom-client';
import type { HubAdminStore } from '../domain/ports/hub-admin-store.ts';
import { PROBLEM_KINDS } from '../domain/schemes/hub-problems.ts';
import { SECOND_MS, type Clock, type Instant } from '../shared/time.ts';
import { unlessUnavailable } from './unless-unavailable.ts';

/** Source of the gauges of the exchange with a payment hub. */
export interface HubGaugeSources {
  readonly store: Pick<HubAdminStore, 'schemeQueues' | 'countHubProblems'>;
  /** Business time, which the messages contain. */
  readonly clock: Clock;
}

/** Adds the gauges of the exchange with a payment hub, which are read at each scrape. */
export function addHubGauges(registry: Registry, { store, clock }: HubGaugeSources): void {
  const queues = sharedWhileRunning(() => unlessUnavailable(() => store.schemeQueues(clock())));
  type Queue = Awaited<ReturnType<typeof store.schemeQueues>>[number];
  const secondsSince = (at: Instant | null): number =>
    at === null ? 0 : Math.max(0, clock() - at) / SECOND_MS;
  const gauge = (name: string, help: string, read: (queue: Queue) => number): void => {
    new Gauge({
      ...{ name, help, labelNames: ['scheme'], registers: [registry] },
      async collect() {
        this.reset();
        for (const queue of (await queues()) ?? []) {
          this.set({ scheme: queue.instrument }, read(queue));
        }
      },
    });
  };
  gauge(
    'pis_messages_waiting',
    'Messages that are due to be handed over to the payment hub, by scheme',
    ({ waiting }) => waiting.messages,
  );
  gauge(
    'pis_messages_scheduled',
    'Messages that wait until their scheme opens, by scheme',
    ({ scheduled }) => scheduled.messages,
  );
  gauge(
    'pis_messages_late',
    'Messages that missed the closing time of their scheme and are not completely answered, by scheme',
    ({ late }) => late.waiting + late.unanswered,
  );
  gauge(
    'pis_messages_refused',
    'Waiting messages that the payment hub refused at the last attempt, by scheme',
    ({ refused }) => refused,
  );
  gauge(
    'pis_unanswered_seconds',
    'Time since the oldest message without a complete answer was handed over, in seconds, by scheme',
    ({ unanswered }) => secondsSince(unanswered.oldestAt),
  );
  gauge(
    'pis_pending_seconds',
    'Time since the oldest message with pending credits was handed over, in seconds, by scheme',
    ({ pending }) => secondsSince(pending.oldestAt),
  );
  gauge(
    'pis_scheme_stopped',
    '1 while an operator has stopped the hand-over of messages, by scheme',
    ({ stop }) => (stop === null ? 0 : 1),
  );
  new Gauge({
    name: 'pis_hub_problems',
    help: 'Open problems of the payment hub, by kind (document, answer, return)',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      this.reset();
      const counts = await unlessUnavailable(() => store.countHubProblems());
      if (counts === undefined) return;
      for (const kind of PROBLEM_KINDS) this.set({ kind }, counts[kind]);
    },
  });
}

/** Returns a function that reads a value once for all calls that overlap. */
export function sharedWhileRunning<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined;
  return () => {
    running ??= read().finally(() => {
      running = undefined;
    });
    return running;
  };
}
