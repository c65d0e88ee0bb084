import { Gauge, type Registry } from 'prom-client';
import type { CoreRequestCounts, CoreStore } from '../domain/ports/core-store.ts';
import { SECOND_MS, type Clock } from '../shared/time.ts';
import { unlessUnavailable } from './unless-unavailable.ts';

/** Source of the gauges of the connection to the core banking system. */
export interface CoreGaugeSources {
  readonly store: Pick<CoreStore, 'countCoreRequests'>;
  readonly clock: Clock;
  /** Returns true if the core answers. Null if this service keeps the accounts. */
  readonly isCoreReachable: (() => boolean) | null;
}

/** Adds the gauges of the connection to the core banking system, if there is one. */
export function addCoreGauges(registry: Registry, sources: CoreGaugeSources): void {
  const { store, clock, isCoreReachable } = sources;
  if (isCoreReachable === null) return;
  const gauge = (name: string, help: string, read: (counts: CoreRequestCounts) => number): void => {
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        const counts = await unlessUnavailable(() => store.countCoreRequests());
        if (counts === undefined) this.remove();
        else this.set(read(counts));
      },
    });
  };
  gauge(
    'pis_core_requests_waiting',
    'Requests that the core banking system has not performed',
    ({ waiting }) => waiting,
  );
  gauge(
    'pis_core_requests_refused',
    'Requests that the core banking system refused and about which an operator must decide',
    ({ refused }) => refused,
  );
  gauge(
    'pis_core_requests_waiting_seconds',
    'Age of the oldest request that the core banking system has not performed, in seconds',
    ({ oldestAt }) => (oldestAt === null ? 0 : Math.max(0, clock() - oldestAt) / SECOND_MS),
  );
  new Gauge({
    name: 'pis_core_reachable',
    help: '1 if the core banking system answers, 0 if it cannot be reached',
    registers: [registry],
    collect() {
      this.set(isCoreReachable() ? 1 : 0);
    },
  });
}
