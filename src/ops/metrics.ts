import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Task } from '../domain/ports/node-store.ts';
import type { SearchStore } from '../domain/ports/search-index.ts';
import type { Unsealed } from '../domain/records/audit.ts';
import type { Observe } from '../domain/records/events.ts';
import type { WorkFailure } from '../domain/records/records.ts';
import { SECOND_MS } from '../shared/time.ts';
import { createEventCounter } from './figures.ts';
import { addApiGauges, type ApiGaugeSources } from './api-gauges.ts';
import { addCoreGauges, type CoreGaugeSources } from './core-gauges.ts';
import { addEventGauges, type EventGaugeSources } from './event-gauges.ts';
import { addScreeningGauges, type ScreeningGaugeSources } from './screening-gauges.ts';
import { addHubGauges, type HubGaugeSources } from './hub-gauges.ts';
import { addNodeGauges, type NodeGaugeSources } from './node-gauges.ts';
import { addRecallGauges, type RecallGaugeSources } from './recall-gauges.ts';
import { addSettlementGauges, type SettlementGaugeSources } from './settlement-gauges.ts';
import { TASKS } from './tasks.ts';
import { unlessUnavailable } from './unless-unavailable.ts';

export interface Metrics {
  readonly contentType: string;
  /** Returns the metrics in the text format of Prometheus. */
  readonly read: () => Promise<string>;
  readonly observe: Observe;
  /** Adds the gauges of work, hub, audit log, clock and tasks, which are read at each scrape. */
  readonly addGauges: (sources: GaugeSources) => void;
  /** Adds the gauges of the disk and the TLS files. */
  readonly addNodeGauges: (sources: NodeGaugeSources) => void;
}

/** Sources of the gauges that are read at each scrape. */
export interface GaugeSources
  extends
    ApiGaugeSources,
    CoreGaugeSources,
    EventGaugeSources,
    HubGaugeSources,
    RecallGaugeSources,
    ScreeningGaugeSources,
    SettlementGaugeSources {
  readonly store: ApiGaugeSources['store'] &
    CoreGaugeSources['store'] &
    EventGaugeSources['store'] &
    ScreeningGaugeSources['store'] &
    HubGaugeSources['store'] &
    RecallGaugeSources['store'] &
    Pick<SearchStore, 'countUnindexedEntries'> &
    SettlementGaugeSources['store'];
  readonly summariseFailingWork: () => Promise<WorkFailure>;
  readonly unsealedEntries: () => Promise<Unsealed>;
  readonly isClockGood: () => boolean;
  /** Returns true if this node performs the task for all nodes. */
  readonly holdsTask: (task: Task) => boolean;
}

/** Creates the Prometheus metrics of this node. */
export function createMetrics(node: string): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const help = 'Always 1, with the name of this node as node';
  new Gauge({ name: 'pis_node_info', help, labelNames: ['node'], registers: [registry] }).set(
    { node },
    1,
  );
  return {
    contentType: registry.contentType,
    read: () => registry.metrics(),
    observe: createEventCounter(registry),
    addGauges: (sources) => addGauges(registry, sources),
    addNodeGauges: (sources) => addNodeGauges(registry, sources),
  };
}

function addGauges(registry: Registry, sources: GaugeSources): void {
  addApiGauges(registry, sources);
  addCoreGauges(registry, sources);
  addEventGauges(registry, sources);
  addScreeningGauges(registry, sources);
  addHubGauges(registry, sources);
  addRecallGauges(registry, sources);
  addSettlementGauges(registry, sources);
  const { summariseFailingWork, unsealedEntries, machineClock, clock, isClockGood, holdsTask } =
    sources;
  const gauge = (name: string, help: string, read: () => number | Promise<number>): void => {
    const config = { name, help, registers: [registry] };
    new Gauge({
      ...config,
      async collect() {
        const value = await unlessUnavailable(read);
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  };
  gauge('pis_work_failing', 'Failed jobs that the service retries', async () => {
    return (await summariseFailingWork()).failing;
  });
  gauge('pis_work_parked', 'Parked jobs, which wait for an operator', async () => {
    return (await summariseFailingWork()).parked;
  });
  gauge(
    'pis_work_overdue_seconds',
    'Time for which the oldest job that is not parked has been due, in seconds',
    async () => {
      const { oldestDueAt } = await summariseFailingWork();
      return oldestDueAt === null ? 0 : Math.max(0, clock() - oldestDueAt) / SECOND_MS;
    },
  );
  gauge(
    'pis_audit_unsealed',
    'Audit entries of all nodes that are not yet part of the chain',
    async () => {
      return (await unsealedEntries()).entries;
    },
  );
  gauge(
    'pis_audit_unsealed_seconds',
    'Age of the oldest entry that is not yet part of the chain, in seconds',
    async () => {
      const { since } = await unsealedEntries();
      return since === null ? 0 : Math.max(0, machineClock() - since) / SECOND_MS;
    },
  );
  gauge('pis_search_unindexed', 'Audit entries that are not yet part of the search index', () =>
    sources.store.countUnindexedEntries(),
  );
  gauge('pis_clock_in_doubt', "1 while the service does not trust the machine's clock", () =>
    isClockGood() ? 0 : 1,
  );
  new Gauge({
    name: 'pis_task_leader',
    help: '1 if this node is the leader, by task (directory, hub, events, and others)',
    labelNames: ['task'],
    registers: [registry],
    collect() {
      for (const task of TASKS) this.set({ task }, holdsTask(task) ? 1 : 0);
    },
  });
}
