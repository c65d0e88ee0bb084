import { Gauge, type Registry } from 'prom-client';
import type { RecallStore } from '../domain/ports/recall-store.ts';
import { SECOND_MS, type Clock } from '../shared/time.ts';
import { unlessUnavailable } from './unless-unavailable.ts';

/** Source of the gauges of recalls. */
export interface RecallGaugeSources {
  readonly store: Pick<RecallStore, 'countRecalls'>;
  /** Business time. */
  readonly clock: Clock;
}

/** Adds the gauges of recalls that have not ended, which are read at each scrape. */
export function addRecallGauges(registry: Registry, { store, clock }: RecallGaugeSources): void {
  new Gauge({
    name: 'pis_recalls',
    help: 'Recalls that have not ended, by scheme and state (open, pending, accepted)',
    labelNames: ['scheme', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { instrument: scheme, state, recalls } of await counts()) {
        this.set({ scheme, state }, recalls);
      }
    },
  });
  new Gauge({
    name: 'pis_recall_seconds',
    help: 'Time since the oldest recall that has not ended was requested, in seconds, by scheme and state',
    labelNames: ['scheme', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { instrument: scheme, state, oldestAt } of await counts()) {
        this.set({ scheme, state }, Math.max(0, clock() - oldestAt) / SECOND_MS);
      }
    },
  });
  const counts = async () => (await unlessUnavailable(() => store.countRecalls())) ?? [];
}
