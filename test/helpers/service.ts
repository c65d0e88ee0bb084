import { readConfig, type Config } from '../../src/config/config.ts';
import type { SyncFailed } from '../../src/domain/ports/storage-errors.ts';
import type { Observe, ServiceEvent } from '../../src/domain/records/events.ts';
import { openServer, type ListenerServer, type ServerBounds } from '../../src/listeners/server.ts';
import type { Instant } from '../../src/shared/time.ts';
import type { AuditRow } from '../../src/store/repositories/audit/audit-chain.ts';
import { createService, type Service } from '../../src/app/index.ts';
import { servicePlace } from './service-storage.ts';
import { auditLogOf } from './store-contents.ts';

/**
 * The time at which services start: Tuesday, 1 December 2026, 09:00 in London. It is a business
 * day, before every cut-off time.
 */
const TUESDAY: Instant = Date.parse('2026-12-01T09:00:00Z');

/** Listener limits so high that no test reaches them. */
export const NO_BOUNDS: ServerBounds = {
  requestTimeoutMs: 60_000,
  unreadTimeoutMs: 60_000,
  maxConnections: 10_000,
  maxConnectionsPerClient: null,
  maxPendingPerAddress: null,
  maxRequests: 10_000,
  maxUnauthenticatedRequests: 10_000,
  maxRequestsPerClient: null,
  onlyFrom: null,
  proxyProtocolFrom: null,
};

/** Opens the internal listener on a free port of the loopback interface. */
export function openInternalListener(
  bounds: Partial<ServerBounds> = {},
  observe: Observe = () => undefined,
): Promise<ListenerServer> {
  const parts = { name: 'plain', stopwatch: () => performance.now(), observe } as const;
  return openServer({ host: '127.0.0.1', port: 0 }, { ...NO_BOUNDS, ...bounds }, parts);
}

export interface RunningService extends Service {
  /** Origin of the internal listener, `http://127.0.0.1:port`. */
  readonly origin: string;
  readonly directory: string;
  readonly config: Config;
  readonly events: readonly ServiceEvent[];
  /** Returns the names of all stored payment files, including partly written ones. */
  readonly files: () => readonly string[];
  /** Returns the entries of the audit log, oldest first. */
  readonly auditLog: () => Promise<readonly AuditRow[]>;
  /**
   * Lets time pass, in milliseconds, on the machine's clock. Tokens and rate limits use that clock.
   */
  readonly passMachineTime: (milliseconds: number) => void;
  /** Sets the machine's clock forward or back by milliseconds, as if someone had adjusted it. */
  readonly leapMachineClock: (milliseconds: number) => void;
  /** Stops the service and starts it again on the same data. */
  readonly restart: () => Promise<RunningService>;
  /** Stops the service and removes its data. */
  readonly end: () => Promise<void>;
}

export interface ServiceOptions {
  readonly config?: Partial<Config>;
  readonly now?: Instant;
  readonly directory?: string;
}

/** Starts the whole service with its own data, on a free port of the loopback interface. */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const storage = await servicePlace(options.directory);
  const { directory } = storage;
  const read = readConfig({ PIS_LOG_LEVEL: 'silent', PIS_DATA_DIR: directory });
  if ('problems' in read) throw new Error(read.problems.join(' '));
  const config: Config = {
    ...read.config,
    ratePerSecond: 1_000_000,
    rateBurst: 1_000_000,
    fileThreads: 1,
    ...storage.config,
    ...options.config,
  };
  const events: ServiceEvent[] = [];
  const startedAt = performance.now();
  let [passed, leapt] = [0, 0];
  const machineClock = (): Instant =>
    (options.now ?? TUESDAY) + passed + leapt + Math.floor(performance.now() - startedAt);
  const surroundings = {
    machineClock,
    // The stopwatch advances with the machine's clock. Otherwise the service would notice a clock
    // jump and distrust that clock.
    stopwatch: () => performance.now() + passed,
    observe: (event: ServiceEvent) => {
      events.push(event);
    },
    onSyncFailed: (error: SyncFailed) => {
      events.push({ kind: 'failure', what: 'a sync', error });
    },
  };
  const service = await createService(config, surroundings, null);
  const server = await openInternalListener();
  server.serve(service.plain);

  const stop = async (): Promise<void> => {
    await server.close(0);
    await service.stop();
  };
  return {
    ...service,
    stop,
    origin: `http://127.0.0.1:${String(server.port)}`,
    ...{ directory, config, events },
    files: storage.files,
    auditLog: () => auditLogOf({ ...service, directory, config }),
    passMachineTime: (milliseconds) => {
      passed += milliseconds;
    },
    leapMachineClock: (milliseconds) => {
      leapt += milliseconds;
    },
    restart: async () => {
      await stop();
      return startService({ ...options, directory, now: machineClock() });
    },
    end: async () => {
      await stop();
      await storage.remove();
    },
  };
}
