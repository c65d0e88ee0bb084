import { createHolidays } from '../../src/bank/holidays.ts';
import { createMetrics, type GaugeSources, type Metrics } from '../../src/ops/metrics.ts';
import { TASKS } from '../../src/ops/tasks.ts';

/** The time of the sources. */
export const NOW = Date.parse('2026-12-01T09:00:00Z');

type Store = GaugeSources['store'];

/** Changes of the sources of a node without problems. */
export type Change = Omit<Partial<GaugeSources>, 'store'> & { readonly store?: Partial<Store> };

const QUIET: Store = {
  nodeRuns: () => Promise.resolve([]),
  countRecalls: () => Promise.resolve([]),
  schemeQueues: () => Promise.resolve([]),
  countHubProblems: () => Promise.resolve({ document: 0, answer: 0, return: 0 }),
  listDifferences: () => Promise.resolve([]),
  countEvents: () => Promise.resolve({ open: 0, oldestAt: null, setAside: 0, unresponsive: 0 }),
  countCases: () => Promise.resolve({ open: 0, nextEndsAt: null }),
  countCoreRequests: () => Promise.resolve({ waiting: 0, refused: 0, oldestAt: null }),
  coreDays: () => Promise.resolve([{ day: '2026-11-30', checkedAt: NOW, differences: 0 }] as const),
  countUnindexedEntries: () => Promise.resolve(0),
};

/** Returns the metrics of a node whose other systems report this, in the text of Prometheus. */
export function metricsWith(change: Change = {}): Promise<string> {
  return createMetricsWith(change).read();
}

/** Creates the metrics of a node whose other systems report this. */
export function createMetricsWith({ store, ...changes }: Change = {}): Metrics {
  const metrics = createMetrics('node-1');
  metrics.addGauges({
    store: { ...QUIET, ...store },
    core: { isReachable: () => true, changesProblem: () => null },
    isScreened: true,
    holidays: createHolidays(),
    summariseFailingWork: () => Promise.resolve({ failing: 0, parked: 0, oldestDueAt: null }),
    unsealedEntries: () => Promise.resolve({ entries: 0, since: null }),
    machineClock: () => NOW,
    clock: () => NOW,
    isClockGood: () => true,
    holdsTask: (task) => TASKS.includes(task),
    ...changes,
  });
  return metrics;
}
