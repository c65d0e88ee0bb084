import {
  createApp,
  serveMetrics,
  serveOperators,
  type AppParts,
  type Readiness,
} from '../api/app.ts';
import { TPP_ADDRESSES, TPP_SCHEMAS } from '../api/openapi/tpp-addresses.ts';
import { serveRootIndex } from '../api/root-index.ts';
import { createRateLimit } from '../api/middleware/rate-limit.ts';
import { createMessageSignatures } from '../auth/signatures/signatures.ts';
import type { Config } from '../config/config.ts';
import { nodeNameOf } from '../config/node-name.ts';
import type { Backup } from '../domain/ports/store-admin.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Observe } from '../domain/records/events.ts';
import type { RequestHandler } from '../listeners/request-handler.ts';
import type { TlsHandlers } from '../listeners/tls-routing.ts';
import { serveMetricsOnly, servePlain } from '../listeners/internal-listener.ts';
import type { WorkRunner } from '../use-cases/execution/work-runner.ts';
import { startFollowing } from '../use-cases/screening/follow-decisions.ts';
import { formatDoubt } from '../ops/clock-guard.ts';
import { profileOf, type BusinessClock } from '../profiles/index.ts';
import { BANK_ORGANISATION_ID } from '../sandbox/seed.ts';
import type { Access } from './access.ts';
import { exporterOfCases } from './case-files.ts';
import { createCore, type Core, type Dependencies } from './core.ts';
import { openCallbacks, startEventPush } from './event-push.ts';
import { lapseAll } from './expiry.ts';
import { createTlsServices } from './tls-services.ts';
import { createOpenBankingRoutes } from './open-banking-routes.ts';
import { startOperations } from './operations.ts';
import { requireNoneHeld } from './screening.ts';

export interface Service {
  /** The request handler of the internal listener. */
  readonly plain: RequestHandler;
  /** The request handler of the metrics listener. */
  readonly metricsOnly: RequestHandler;
  /** The request handlers of the TLS listeners. Null if there are no TLS listeners. */
  readonly tlsServices: TlsHandlers | null;
  readonly store: Store & Backup<string>;
  readonly clock: BusinessClock;
  readonly observe: Observe;
  readonly runner: WorkRunner;
  /**
   * Starts the worker threads for payment files. If this is not called, the first file starts them.
   */
  startWorkers(): void;
  /** Finishes the work in progress and closes the store. The listeners must be closed first. */
  stop(): Promise<void>;
}

/** Creates the whole service except for its listeners. The execution of due work starts at once. */
export async function createService(
  config: Config,
  dependencies: Dependencies,
  access: Access | null,
): Promise<Service> {
  const profile = access?.profile ?? profileOf(config);
  const core = await createCore(config, profile, dependencies, access);
  addNodeGauges(core, access);
  return assemble(core, access).catch(async (error: unknown) => {
    core.payeeConfirmation?.close();
    core.screening?.close();
    await core.coreTasks?.stop();
    await core.workers.close();
    await core.clock.stop();
    await core.tasks.stop();
    await core.closeData();
    throw error;
  });
}

/** Returns the parts of the operations that need the TLS listeners. */
function ofListeners(core: Core, access: Access | null) {
  return {
    addresses: access?.settings ?? null,
    exportCase: access && exporterOfCases(core, access),
  };
}

/** Adds the gauges of the disk and the TLS files. */
function addNodeGauges({ config, machineClock, metrics }: Core, access: Access | null): void {
  metrics.addNodeGauges({
    dataDirectory: config.dataDirectory,
    machineClock,
    tlsExpiry: access && (() => access.listeners.tlsExpiry()),
  });
}

/** Adds the APIs and the pages to the core, and then starts the runner of due work. */
async function assemble(core: Core, access: Access | null): Promise<Service> {
  const { config, profile, store, clock, observe, runner, workers, metrics, tasks } = core;
  if (core.screening === null) await requireNoneHeld(store);
  const signatures = createMessageSignatures({
    directory: store,
    keys: access?.keys ?? null,
    clock: core.machineClock,
    trustAnchors: config.trustAnchors,
    organisationId: access?.settings.organisationId ?? BANK_ORGANISATION_ID,
  });
  const rateLimit = createRateLimit(config, store);
  const appParts = { ...core, signatures, rateLimit };
  const plain = createApp(appParts);
  const others = [...TPP_ADDRESSES, ...profile.addresses];
  const issuerUrl = access?.settings.issuerUrl ?? null;
  const issuer = issuerUrl ?? BANK_ORGANISATION_ID;
  const callbacks = await openCallbacks(profile, access?.settings.clientCaFile ?? null);
  const shared = { signatures, rateLimit, issuer, callbacks };
  const serveStandard = createOpenBankingRoutes(core, shared);
  const apiUrl = profile.isOpen ? null : (access?.settings.apiUrl ?? null);
  serveRootIndex(plain, { apiUrl, issuerUrl, isDescribed: true, others });
  serveOperators(plain, {
    readiness: () => readinessOf(core),
    metrics,
    described: { others, named: TPP_SCHEMAS },
  });
  if (profile.isOpen) serveStandard(plain);
  profile.servePlain(plain, { ...core, lapse: (now) => lapseAll(store, now) });
  const api = createApp(appParts);
  serveStandard(api);
  serveRootIndex(api, { apiUrl: null, issuerUrl, isDescribed: false, others: TPP_ADDRESSES });
  const tlsServices = access === null ? null : await createTlsServices(core, access, api);
  const operations = await startOperations({ ...core, ...ofListeners(core, access) });
  const pushing = access && startEventPush(core, { ...shared, apiUrl: access.settings.apiUrl });
  runner.start();
  core.hub?.start();
  core.coreTasks?.start();
  const following =
    core.screening &&
    startFollowing({
      ...{ store, observe, screening: core.screening, clock: clock.now },
      ...{ isOurs: () => tasks.holds('screening'), wake: () => runner.wake() },
    });
  // This is the last step, so that a failed start counts neither as uptime nor as an orderly stop.
  const recorder = core.startRecorder();
  return {
    plain: core.traced.handler(servePlain(plain, config.publicHosts), 'plain'),
    metricsOnly: metricsHandler(core, appParts),
    tlsServices: tlsServices?.handlers ?? null,
    ...{ store, clock, observe, runner },
    startWorkers: () => workers.start(),
    stop: async () => {
      await tlsServices?.stop();
      await core.hub?.stop();
      core.payeeConfirmation?.close();
      await following?.stop();
      await pushing?.stop();
      callbacks.close();
      await runner.stop();
      core.screening?.close();
      await core.coreTasks?.stop();
      await operations.stopUsingWorkers();
      await workers.close();
      await operations.stop();
      await clock.stop();
      await tasks.stop();
      await recorder.stop().then(core.closeData);
    },
  };
}

/** Creates the request handler of the metrics listener. */
function metricsHandler({ config, metrics, machineClock }: Core, parts: AppParts): RequestHandler {
  const app = createApp(parts);
  serveMetrics(app, metrics);
  const hosts = [...config.publicHosts, nodeNameOf(config).toLowerCase()];
  return serveMetricsOnly(app, hosts, machineClock);
}

async function readinessOf({ config, store, guard }: Core): Promise<Readiness> {
  const canWrite = await store.isReady();
  const where = config.store.kind === 'sqlite' ? 'disk' : 'database (PIS_DATABASE_URL)';
  const unwritten = canWrite ? undefined : `Writes fail. Check the ${where}.`;
  const reason = guard.doubt === null ? unwritten : formatDoubt(guard.doubt);
  return { node: nodeNameOf(config), canWrite, reason };
}
