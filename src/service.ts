import type { Config } from './config/config.ts';
import { nodeNameOf } from './config/node-name.ts';
import { tightenFolder } from './config/private-paths.ts';
import { withSettingNames } from './config/settings-in-force.ts';
import { SyncFailed } from './domain/ports/storage-errors.ts';
import type { ListenerName, Observe, ServiceEvent } from './domain/records/events.ts';
import type { TlsListeners } from './listeners/tls-listeners.ts';
import {
  openServer,
  PortRefused,
  type ListenAddress,
  type ListenerParts,
  type ListenerServer,
  type ServerBounds,
} from './listeners/server.ts';
import { messageOf } from './shared/text.ts';
import { SECOND_MS, type Milliseconds } from './shared/time.ts';
import { endNow } from './ops/end-now.ts';
import { createLog, logEvents, type Log } from './ops/log.ts';
import { createService, type Service } from './app/index.ts';
import { openAccess } from './app/access.ts';
import { metricsBounds, plainBounds } from './app/listener-limits.ts';
import { notStarted } from './usable-config.ts';

/** Address of the internal listener: loopback only, because it does not authenticate clients. */
const HOST = '127.0.0.1';

/** Time for current requests to finish when the service stops, in milliseconds. */
const GRACE_MS: Milliseconds = 10 * SECOND_MS;

/** Maximum duration of a stop, in milliseconds. Work that is left resumes after the next start. */
const STOP_WITHIN_MS: Milliseconds = GRACE_MS + 5 * SECOND_MS;

/** Exit codes for supervisors (docs/operations.md). */
const EXIT_DISK_NOT_TRUSTED = 70;
const EXIT_STOP_HUNG = 75;

/** Settings of the listeners' ports. */
const PORT_SETTINGS = {
  plain: 'PIS_HTTP_PORT',
  tpps: 'PIS_HTTPS_PORT',
  customers: 'PIS_PAGES_PORT',
  console: 'PIS_CONSOLE_PORT',
  metrics: 'PIS_METRICS_PORT',
} as const satisfies Record<ListenerName, string>;

/** Starts the listeners and the service, and handles signals. */
export async function start(config: Config): Promise<void> {
  // The log exists before the service whose metrics count lost log lines.
  const metrics: { observe?: Observe } = {};
  const { logLevel: level, store } = config;
  const node = config.node ?? (store.kind === 'sqlite' ? null : nodeNameOf(config));
  const logging = createLog({ level, node }, () => metrics.observe?.({ kind: 'logLost' }));
  const { log } = logging;
  const folder = config.dataDirectory;
  if (tightenFolder(folder))
    log.warn({ folder }, 'removed the access of other users to the data folder');
  const dependencies = {
    machineClock: () => Date.now(),
    stopwatch: () => performance.now(),
    observe: logEvents(log),
    onSyncFailed: (err: SyncFailed): never => {
      // Exits at once: a later response might promise data that is not on disk.
      log.fatal({ err }, 'exited: the disk failed to sync data');
      logging.flushNow();
      endNow(EXIT_DISK_NOT_TRUSTED);
    },
  };
  const failed = (error: unknown): never => {
    const failedSync = failedSyncOf(error);
    if (failedSync !== undefined) return dependencies.onSyncFailed(failedSync);
    // The log can contain the cause.
    logging.flushNow();
    return notStarted(withSettingNames(reasonOf(error), config.inForce));
  };
  // The listeners exist before the service whose metrics count their events.
  const listenerDependencies = {
    ...dependencies,
    observe: (event: ServiceEvent) => {
      (metrics.observe ?? dependencies.observe)(event);
    },
  };
  const { plain, metricsOnly } = await openPlainListeners(config, listenerDependencies);
  const access = await openAccess(config, listenerDependencies).catch(failed);
  const service = await createService(config, dependencies, access).catch(failed);
  metrics.observe = service.observe;
  plain.serve(service.plain);
  metricsOnly?.serve(service.metricsOnly);
  if (service.tlsServices !== null) access.listeners.serve(service.tlsServices);
  service.startWorkers();

  // The handlers are set before the service reports that it is ready, because a signal may follow
  // at once.
  const listeners = [plain, ...(metricsOnly === null ? [] : [metricsOnly]), access.listeners];
  const stop = createStop(listeners, service, logging);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // A service that was started by another program ends with that program.
  process.on('disconnect', () => {
    stop('disconnect');
  });

  const { port } = plain;
  const address = `http://${HOST}:${String(port)}`;
  const { apiUrl, issuerUrl, consoleUrl } = access.settings;
  const operators = consoleUrl === null ? {} : { console: consoleUrl };
  log.info({ address, tpps: apiUrl, customers: issuerUrl, ...operators }, 'ready');
  logging.flush();
  const { httpsPort, pagesPort, consolePort } = access.listeners;
  const metricsPort = metricsOnly?.port ?? null;
  process.send?.({ port, httpsPort, pagesPort, consolePort, metricsPort });
}

/** Opens the internal listener, and the metrics listener unless it is off. */
async function openPlainListeners(
  config: Config,
  parts: Pick<ListenerParts, 'stopwatch' | 'observe'>,
) {
  const { httpPort, metricsPort, metricsListenAddress } = config;
  const open = (name: 'plain' | 'metrics', place: ListenAddress, bounds: ServerBounds) =>
    openServer(place, bounds, { ...parts, name }).catch((error: unknown) =>
      notStarted(reasonOf(error)),
    );
  const plain = await open('plain', { host: HOST, port: httpPort }, plainBounds(config));
  if (metricsPort === undefined) return { plain, metricsOnly: null };
  const place = { host: metricsListenAddress, port: metricsPort };
  return { plain, metricsOnly: await open('metrics', place, metricsBounds(config)) };
}

/** Returns the SyncFailed in an error's chain of causes, if there is one. */
function failedSyncOf(error: unknown): SyncFailed | undefined {
  if (error instanceof SyncFailed) return error;
  return error instanceof Error ? failedSyncOf(error.cause) : undefined;
}

/** Formats an error for the terminal. For a port, names the setting that changes it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof PortRefused)) return messageOf(error);
  const setting = PORT_SETTINGS[error.listener];
  if (!error.isTaken) {
    return (
      `${error.message} Check ${setting} and the listen address. For a port below 1024, let a proxy or ` +
      'a load balancer forward to a higher one.'
    );
  }
  const remedy = `stop the program that uses it, or set ${setting}`;
  return `port ${String(error.port)} is taken: ${remedy} (0 chooses a free port).`;
}

/** Returns a function that stops the service in order, once, however often it is called. */
function createStop(
  listeners: readonly Pick<ListenerServer | TlsListeners, 'close'>[],
  service: Service,
  logging: Log,
): (signal: string) => void {
  let isStopping = false;
  const end = async (): Promise<void> => {
    const overdue = setTimeout(() => {
      logging.log.fatal('exited: the stop took too long');
      logging.flushNow();
      endNow(EXIT_STOP_HUNG);
    }, STOP_WITHIN_MS);
    // Starts no further work. A move of the sandbox clock stops where it is.
    void service.runner.stop();
    await Promise.all(listeners.map((listener) => listener.close(GRACE_MS)));
    await service.stop();
    logging.log.info('stopped');
    logging.close();
    process.exitCode = 0;
    // The process ends even if a timer or handle is left.
    overdue.unref();
    if (process.connected) process.disconnect();
  };
  return (signal) => {
    if (isStopping) return;
    isStopping = true;
    logging.log.info({ signal }, 'stopping');
    void end();
  };
}
