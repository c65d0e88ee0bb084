import { dataFolder } from '../config/data-folder.ts';
import { nodeNameOf } from '../config/node-name.ts';
import type { AuditAction } from '../domain/records/audit.ts';
import { logAuditHead } from '../ops/audit-head.ts';
import { actionRoutes } from '../ops/commands/action-proposals.ts';
import { actionRequestRoutes } from '../ops/commands/action-requests.ts';
import {
  fileRowRoutes,
  caseRoutes,
  timelineRoutes,
  paymentRoutes,
} from '../ops/commands/payments.ts';
import type { AddressesReport, RouteParts } from '../ops/route-parts.ts';
import { backupRoutes } from '../ops/commands/backup.ts';
import { bankRoutes } from '../ops/commands/bank.ts';
import { clockRoutes } from '../ops/commands/clock.ts';
import { coreRoutes } from '../ops/commands/core.ts';
import { eventRoutes } from '../ops/commands/events.ts';
import { serviceRoutes } from '../ops/commands/service.ts';
import { screeningRoutes } from '../ops/commands/screening.ts';
import { operatorRoutes } from '../ops/commands/operators.ts';
import { hubRoutes } from '../ops/commands/hub.ts';
import { recallRoutes } from '../ops/commands/recalls.ts';
import { outcomeRoutes } from '../ops/commands/outcomes.ts';
import { overviewRoutes, regulatorRoutes } from '../ops/commands/overviews.ts';
import { settlementRoutes } from '../ops/commands/settlement.ts';
import { tppRoutes } from '../ops/commands/tpps.ts';
import { auditRoutes } from '../ops/commands/audit.ts';
import { workRoutes } from '../ops/commands/work.ts';
import { openControl } from '../ops/control.ts';
import { SECOND_MS, type Milliseconds } from '../shared/time.ts';
import { startTasks } from '../use-cases/repeated-task.ts';
import type { Core } from './core.ts';
import { clearExpiredPeriodically } from './expiry.ts';
import { recordServiceAct } from './audit.ts';
import { deleteOrphansDaily } from './orphaned-files.ts';
import { serviceReport } from './service-report.ts';
import type { exporterOfCases } from './case-files.ts';
import { readerOfTimelines, shownExchanges } from './payment-timelines.ts';

/** Interval in milliseconds at which new audit entries are added to the search index. */
const INDEX_INTERVAL_MS: Milliseconds = 10 * SECOND_MS;

/**
 * Time from the start to the first writing of the search index, in milliseconds. It is short, so
 * that a service that restarts often writes the index too.
 */
const FIRST_INDEX_MS: Milliseconds = 5 * SECOND_MS;

type Parts = Pick<
  Core,
  'store' | 'files' | 'holidays' | 'observe' | 'guard' | 'machineClock' | 'stopwatch'
> & {
  readonly config: Pick<
    Core['config'],
    'dataDirectory' | 'profile' | 'node' | 'schemes' | 'store' | 'files' | 'inForce'
  >;
  readonly clock: Pick<Core['clock'], 'now'>;
  readonly workers: Pick<Core['workers'], 'seal'>;
  readonly useCases: RouteParts['useCases'] &
    Pick<Core['useCases'], 'extendSearchIndex' | 'paymentTimeline'>;
  readonly runner: Pick<Core['runner'], 'wake'>;
  /** The addresses of the TLS listeners. Null if there are no TLS listeners. */
  readonly addresses: (AddressesReport & { readonly consoleUrl: string | null }) | null;
  /** Creates case files. Null if there are no TLS listeners. */
  readonly exportCase: ReturnType<typeof exporterOfCases> | null;
  readonly tasks: Pick<Core['tasks'], 'holds'>;
  readonly coreTasks: Core['coreTasks'];
};

/** The functions that create the routes of the control API. */
const ROUTES = [
  serviceRoutes,
  workRoutes,
  actionRoutes,
  actionRequestRoutes,
  clockRoutes,
  bankRoutes,
  hubRoutes,
  recallRoutes,
  outcomeRoutes,
  settlementRoutes,
  overviewRoutes,
  regulatorRoutes,
  coreRoutes,
  screeningRoutes,
  eventRoutes,
  tppRoutes,
  timelineRoutes,
  auditRoutes,
  caseRoutes,
  fileRowRoutes,
  operatorRoutes,
  paymentRoutes,
];

/**
 * Returns the routes of the control API, which operators use through the control socket. Some of
 * them are also served over HTTP.
 */
export function controlRoutes(parts: Parts) {
  const { config, store, files, workers, guard, useCases, runner, addresses } = parts;
  const routeParts: RouteParts = {
    store,
    guard,
    useCases,
    addresses,
    exchanges: shownExchanges(config),
    holidays: parts.holidays,
    core: parts.coreTasks,
    exportCase: parts.exportCase,
    clock: parts.clock.now,
    machineClock: parts.machineClock,
    node: nodeNameOf(config),
    wake: () => runner.wake(),
    consoleUrl: addresses?.consoleUrl ?? null,
    openFile: async (file) => files.open(await workers.seal(file, null)),
    serviceReport: () => serviceReport(config),
    timelineOf: readerOfTimelines(parts),
  };
  return [backupRoutes(store), ...ROUTES.map((create) => create(routeParts))];
}

/**
 * Starts the operational tasks: the control socket in the data folder, and four periodic tasks. The
 * periodic tasks log the last entry of the audit log, clear expired rows, delete orphaned files,
 * and write the search index. Records the start and the stop of the service in the audit log. Close
 * the control socket and stop the index before the file workers, because they use them. Stop the
 * rest just before the store closes.
 */
export async function startOperations(parts: Parts) {
  const { config, store, observe, tasks } = parts;
  const { dataDirectory, profile, node } = config;
  const detail = { profile, ...(node !== undefined && { node }) };
  const record = (action: AuditAction): Promise<void> =>
    recordServiceAct(parts, 'service', { action, subject: 'service', detail });
  await record('serviceStarted');
  const path = dataFolder(dataDirectory).control;
  const control = await openControl({
    path,
    store,
    observe,
    routes: controlRoutes(parts),
    clock: parts.clock.now,
  });
  const indexing = startTasks({ observe, isOurs: () => tasks.holds('search') }, [
    {
      what: 'writing the search index',
      everyMs: INDEX_INTERVAL_MS,
      firstAfterMs: FIRST_INDEX_MS,
      step: () => parts.useCases.extendSearchIndex(),
    },
  ]);
  const headLog = logAuditHead({ store, observe });
  const expiry = clearExpiredPeriodically({ ...parts, isOurs: () => tasks.holds('sweeps') });
  const orphanSweep = deleteOrphansDaily({ ...parts, isOurs: () => tasks.holds('files') });
  return {
    stopUsingWorkers: async (): Promise<void> => {
      await Promise.all([control.close(), indexing.stop()]);
    },
    stop: async (): Promise<void> => {
      await control.close();
      await expiry.stop();
      await orphanSweep.stop();
      await record('serviceStopped');
      await headLog.stop();
    },
  };
}
