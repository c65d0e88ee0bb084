import { Gauge, type Registry } from 'prom-client';
import { overdueDates } from '../domain/calendar/settlement-entries.ts';
import type { Holidays } from '../domain/ports/bank.ts';
import type { SettlementStore } from '../domain/ports/settlement-store.ts';
import { DIFFERENCE_KINDS, type Difference } from '../domain/schemes/reconciliation.ts';
import { SECOND_MS, type Clock } from '../shared/time.ts';
import { sharedWhileRunning } from './hub-gauges.ts';
import { unlessUnavailable } from './unless-unavailable.ts';

/** Maximum number of differences of a kind that the gauges count. */
const MAX_COUNTED = 1000;

/** Source of the gauges of the settlement accounts. */
export interface SettlementGaugeSources {
  readonly store: Pick<SettlementStore, 'listDifferences'>;
  readonly holidays: Holidays;
  /** Business time, which the messages contain. */
  readonly clock: Clock;
}

/** Adds the gauges of the settlement accounts, which are read at each scrape. */
export function addSettlementGauges(registry: Registry, sources: SettlementGaugeSources): void {
  const { store, holidays, clock } = sources;
  const differences = sharedWhileRunning(() => {
    const overdue = overdueDates(clock(), holidays);
    return unlessUnavailable(() => store.listDifferences(overdue, MAX_COUNTED));
  });
  const gauge = (
    name: string,
    help: string,
    read: (ofKind: readonly Difference[]) => number,
  ): void => {
    new Gauge({
      ...{ name, help, labelNames: ['kind'], registers: [registry] },
      async collect() {
        const found = await differences();
        this.reset();
        if (found === undefined) return;
        for (const kind of DIFFERENCE_KINDS) {
          this.set({ kind }, read(found.filter((one) => one.kind === kind)));
        }
      },
    });
  };
  gauge(
    'pis_settlement_differences',
    'Differences between the settlement accounts and the credits, by kind. Counts up to 1,000',
    (ofKind) => Math.min(MAX_COUNTED, ofKind.length),
  );
  gauge(
    'pis_settlement_difference_seconds',
    'Age of the oldest difference of the settlement accounts, in seconds, by kind',
    (ofKind) => {
      const now = clock();
      return (now - Math.min(now, ...ofKind.map(({ since }) => since))) / SECOND_MS;
    },
  );
}
