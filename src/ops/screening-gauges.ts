import { Gauge, type Registry } from 'prom-client';
import type { ScreeningStore } from '../domain/ports/screening-store.ts';
import type { CaseCounts } from '../domain/records/screening.ts';
import { SECOND_MS, type Clock } from '../shared/time.ts';
import { unlessUnavailable } from './unless-unavailable.ts';

/** Source of the gauges of held payments. */
export interface ScreeningGaugeSources {
  readonly store: Pick<ScreeningStore, 'countCases'>;
  readonly clock: Clock;
  readonly isScreened: boolean;
}

/** Adds the gauges of the payments that the bank's screening holds, if it has one. */
export function addScreeningGauges(registry: Registry, sources: ScreeningGaugeSources): void {
  const { store, clock, isScreened } = sources;
  if (!isScreened) return;
  const gauge = (name: string, help: string, read: (counts: CaseCounts) => number | null): void => {
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        const counts = await unlessUnavailable(() => store.countCases());
        const value = counts === undefined ? null : read(counts);
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  };
  gauge('pis_screening_held', 'Cases of held payments that nobody has decided', ({ open }) => open);
  gauge(
    'pis_screening_limit_seconds',
    'Time until the first held payment is rejected, in seconds. Absent if there is no limit',
    ({ nextEndsAt }) => (nextEndsAt === null ? null : (nextEndsAt - clock()) / SECOND_MS),
  );
}
