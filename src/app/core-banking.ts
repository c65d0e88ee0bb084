import type { Config } from '../config/config.ts';
import type { Traceparent } from '../connections/peer.ts';
import {
  CoreRejected,
  CoreUnavailable,
  type CoreBanking,
  type HoldingCore,
} from '../domain/ports/core-banking.ts';
import { CORE_CURSOR, type CoreReconciliation } from '../domain/ports/core-store.ts';
import type { Observe } from '../domain/records/events.ts';
import { logFirstFailure } from '../domain/records/log-first-failure.ts';
import type { Interval } from '../shared/interval.ts';
import { messageOf } from '../shared/text.ts';
import { SECOND_MS, type LocalDate, type Milliseconds, type Stopwatch } from '../shared/time.ts';
import type { NodeTasks } from '../ops/tasks.ts';
import type { CoreParts } from '../use-cases/core-banking/core-parts.ts';
import { filesFor } from './credential-files.ts';
import { startCoreRunner, followChanges } from '../use-cases/core-banking/core-runner.ts';
import { reconcile } from '../use-cases/core-banking/reconcile.ts';

/** Longest time without progress of a request to the core, in milliseconds. */
const CORE_TIMEOUT_MS: Milliseconds = 5 * SECOND_MS;
/** Longest duration of a request to the core with its repeats, in milliseconds. */
const CORE_DEADLINE_MS: Milliseconds = 15 * SECOND_MS;

/** Shortest and longest time after which a booking is tried again, in milliseconds. */
const FIRST_RETRY_MS: Milliseconds = 250;
const LONGEST_RETRY_MS: Milliseconds = 10 * SECOND_MS;

type CoreConfig = Pick<Config, 'core' | 'coreCertificateFile' | 'coreKeyFile' | 'coreCaFile'>;

/** A client of the core banking system. */
export interface CoreConnection extends CoreBanking {
  /** Returns false if the core did not answer the last requests. */
  isReachable(): boolean;
  close(): void;
}

/**
 * Connects to the core banking system. Returns null if this service keeps the accounts.
 *
 * @throws Error for operators if a file for TLS cannot be used
 */
export async function connectToCore(
  config: CoreConfig,
  traceparent: Traceparent | null,
): Promise<CoreConnection | null> {
  const { core: url, coreCertificateFile, coreKeyFile, coreCaFile } = config;
  if (url === undefined) return null;
  const names = { certificate: coreCertificateFile, key: coreKeyFile, authorities: coreCaFile };
  const files = filesFor(url, 'PIS_CORE', names);
  const { CoreClient } = await import('../connections/core-client.ts');
  const client = new CoreClient({
    url,
    files,
    timeoutMs: CORE_TIMEOUT_MS,
    deadlineMs: CORE_DEADLINE_MS,
    traceparent,
  });
  await client.prepare();
  return client;
}

/**
 * Returns the connection for the use cases, which reports the first of consecutive failures. The
 * use cases themselves only wait, or show pages without balances. Their pause equals the time since
 * the core became unavailable, from a quarter of a second to ten seconds.
 */
export function reporting(
  connection: CoreBanking,
  observe: Observe,
  stopwatch: Stopwatch,
): CoreBanking & HoldingCore {
  const attempt = logFirstFailure(observe, 'asking the core banking system');
  let awaySince: Milliseconds | null = null;
  return {
    perform: async (operations) => {
      try {
        const results = await attempt(() => connection.perform(operations));
        awaySince = null;
        return results;
      } catch (error) {
        awaySince ??= stopwatch();
        throw error;
      }
    },
    retryMs: () => {
      const awayMs = stopwatch() - (awaySince ?? stopwatch());
      return Math.round(Math.min(Math.max(awayMs, FIRST_RETRY_MS), LONGEST_RETRY_MS));
    },
    hasFunds: (...args) => attempt(() => connection.hasFunds(...args)),
    availableIn: (accounts) => attempt(() => connection.availableIn(accounts)),
    openHolds: (...args) => connection.openHolds(...args),
    changesAfter: (cursor) => connection.changesAfter(cursor),
    totalsOf: (day) => connection.totalsOf(day),
    entriesOf: (...args) => connection.entriesOf(...args),
  };
}

/** The tasks that keep the service and the core in step. */
export interface CoreTasks {
  start(): void;
  readonly isReachable: () => boolean;
  /**
   * Returns why the changes of accounts cannot be followed. Null if they are followed, or if
   * another node follows them.
   */
  readonly changesProblem: () => string | null;
  reconcile(day: LocalDate): Promise<CoreReconciliation>;
  /** Waits for the step in progress, and ends the connections. */
  stop(): Promise<void>;
}

/**
 * Loads the bank's customers and accounts before the first start. Later starts do not wait for the
 * core. Returns the tasks to start.
 *
 * @throws Error for operators if the core cannot be reached before the first start
 */
export async function prepareCore(
  {
    tasks,
    ...parts
  }: Omit<CoreParts, 'coreBanking'> & { readonly tasks: Pick<NodeTasks, 'holds'> },
  connection: CoreConnection,
): Promise<CoreTasks> {
  const isOurs = () => tasks.holds('core');
  const all = { ...parts, coreBanking: connection };
  let problem: string | null = null;
  const follow = async (): Promise<boolean> => {
    try {
      const hasMore = await followChanges(all);
      problem = null;
      return hasMore;
    } catch (error) {
      problem = messageOf(error);
      throw error;
    }
  };
  try {
    while (await follow());
  } catch (error) {
    if (!(error instanceof CoreUnavailable || error instanceof CoreRejected)) throw error;
    if ((await parts.store.readSetting(CORE_CURSOR)) === undefined) {
      const message = `The core banking system (PIS_CORE) must answer before the first start. ${error.message}`;
      throw new Error(message, { cause: error });
    }
    parts.observe({ kind: 'failure', what: 'following the core banking system', error });
  }
  let running: Pick<Interval, 'stop'> | undefined;
  return {
    start: () => {
      running ??= startCoreRunner({ ...all, isOurs, followChanges: follow });
    },
    isReachable: () => connection.isReachable(),
    changesProblem: () => (isOurs() ? problem : null),
    reconcile: (day) => reconcile(all, day),
    stop: async () => {
      await running?.stop();
      connection.close();
    },
  };
}
