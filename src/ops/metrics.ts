import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Task } from '../domain/ports/node-store.ts';
import type { SearchStore } from '../domain/ports/search-index.ts';
import type { Unsealed } from '../domain/records/audit.ts';
import type { Observe } from '../domain/records/events.ts';
import type { WorkFailure } from '../domain/records/records.ts';
import { createEventCounter } from './figures.ts';
import { gaugesOf, secondsSince } from './gauge-parts.ts';
import {
  addApiGauges,
  addCoreGauges,
  addEventGauges,
  addNodeGauges,
  addScreeningGauges,
  type NodeGaugeSources,
} from './gauges.ts';
import { addHubGauges, addRecallGauges, addSettlementGauges } from './hub-gauges.ts';
import { TASKS } from './tasks.ts';

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

type SourcesOf<Add extends (registry: Registry, sources: never) => void> = Parameters<Add>[1];

/** Sources of the gauges that are read at each scrape. */
export type GaugeSources = SourcesOf<typeof addApiGauges> &
  SourcesOf<typeof addCoreGauges> &
  SourcesOf<typeof addEventGauges> &
  SourcesOf<typeof addScreeningGauges> &
  SourcesOf<typeof addHubGauges> &
  SourcesOf<typeof addRecallGauges> &
  SourcesOf<typeof addSettlementGauges> & {
    readonly store: Pick<SearchStore, 'countUnindexedEntries'>;
    readonly summariseFailingWork: () => Promise<WorkFailure>;
    readonly unsealedEntries: () => Promise<Unsealed>;
    readonly isClockGood: () => boolean;
    /** Returns true if this node performs the task for all nodes. */
    readonly holdsTask: (task: Task) => boolean;
  };

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
  const { single: gauge, labelled } = gaugesOf(registry);
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
      return secondsSince((await summariseFailingWork()).oldestDueAt, clock());
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
      return secondsSince((await unsealedEntries()).since, machineClock());
    },
  );
  gauge('pis_search_unindexed', 'Audit entries that are not yet part of the search index', () =>
    sources.store.countUnindexedEntries(),
  );
  gauge('pis_clock_in_doubt', "1 while the service does not trust the machine's clock", () =>
    isClockGood() ? 0 : 1,
  );
  labelled(
    'pis_task_leader',
    '1 if this node is the leader, by task (directory, hub, events, and others)',
    ['task'],
    () => TASKS.map((task) => [{ task }, holdsTask(task) ? 1 : 0] as const),
  );
}
