import { Gauge, type Registry } from 'prom-client';
import type { ApiFiguresStore } from '../domain/ports/api-figures-store.ts';
import { figuresOf } from '../domain/records/api-figures.ts';
import { addDays, londonDate, londonInstant, type Clock } from '../shared/time.ts';
import { unlessUnavailable } from './unless-unavailable.ts';

export interface ApiGaugeSources {
  readonly store: Pick<ApiFiguresStore, 'nodeRuns'>;
  readonly machineClock: Clock;
}

/** Adds the gauge of today's downtime, which is read at each scrape. */
export function addApiGauges(registry: Registry, { store, machineClock }: ApiGaugeSources): void {
  new Gauge({
    name: 'pis_api_downtime_seconds',
    help: 'Downtime of all nodes at once since midnight in London, in seconds, by kind (planned, unplanned)',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      this.reset();
      const day = londonDate(machineClock());
      const [from, before] = [londonInstant(day), londonInstant(addDays(day, 1))];
      const runs = await unlessUnavailable(() => store.nodeRuns(from, before));
      if (runs === undefined) return;
      const { plannedSeconds, unplannedSeconds } = figuresOf(day, runs, []);
      this.set({ kind: 'planned' }, plannedSeconds);
      this.set({ kind: 'unplanned' }, unplannedSeconds);
    },
  });
}
