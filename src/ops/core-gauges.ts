import { Gauge, type Registry } from 'prom-client';
import { daysToReconcile } from '../domain/calendar/core-days.ts';
import { SHOWN_CORE_DAYS, type CoreStore } from '../domain/ports/core-store.ts';
import { SECOND_MS, type Clock } from '../shared/time.ts';
import { unlessUnavailable } from './unless-unavailable.ts';

/** Source of the gauges of the connection to the core banking system. */
export interface CoreGaugeSources {
  readonly store: Pick<CoreStore, 'countCoreRequests' | 'coreDays'>;
  readonly clock: Clock;
  /** The connection to the core. Null if this service keeps the accounts. */
  readonly core: {
    readonly isReachable: () => boolean;
    readonly changesProblem: () => string | null;
  } | null;
}

/** Adds the gauges of the connection to the core banking system, if there is one. */
export function addCoreGauges(registry: Registry, sources: CoreGaugeSources): void {
  const { store, clock, core } = sources;
  if (core === null) return;
  const gauge = (name: string, help: string, read: () => Promise<number>): void => {
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        const value = await unlessUnavailable(read);
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  };
  gauge(
    'pis_core_requests_waiting',
    'Requests that the core banking system has not performed',
    async () => (await store.countCoreRequests()).waiting,
  );
  gauge(
    'pis_core_requests_refused',
    'Requests that the core banking system refused and about which an operator must decide',
    async () => (await store.countCoreRequests()).refused,
  );
  gauge(
    'pis_core_requests_waiting_seconds',
    'Age of the oldest request that the core banking system has not performed, in seconds',
    async () => {
      const { oldestAt } = await store.countCoreRequests();
      return oldestAt === null ? 0 : Math.max(0, clock() - oldestAt) / SECOND_MS;
    },
  );
  gauge(
    'pis_core_differences',
    `Differences from the core banking system, on the last ${String(SHOWN_CORE_DAYS)} reconciled days`,
    async () => {
      const days = await store.coreDays(SHOWN_CORE_DAYS);
      return days.reduce((sum, { differences }) => sum + differences, 0);
    },
  );
  gauge(
    'pis_core_days_not_reconciled',
    'Ended days that are not reconciled with the core banking system yet',
    async () => daysToReconcile((await store.coreDays(1))[0]?.day, clock()),
  );
  const numberOf = (value: boolean) => Promise.resolve(value ? 1 : 0);
  gauge(
    'pis_core_reachable',
    '1 if the core banking system answers, 0 if it cannot be reached',
    () => numberOf(core.isReachable()),
  );
  gauge(
    'pis_core_changes_failing',
    '1 if this node should follow the changes of accounts and cannot read or store them',
    () => numberOf(core.changesProblem() !== null),
  );
}
