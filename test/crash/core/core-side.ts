import { setTimeout as wait } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { CoreClient } from '../../../src/connections/core-client.ts';
import { CoreUnavailable } from '../../../src/domain/ports/core-banking.ts';
import { openSqliteStore } from '../../../src/store/sqlite/index.ts';
import type { FaultRates } from '../../../src/simulators/core/faults.ts';
import { DAY_MS } from '../../../src/shared/time.ts';
import { releaseForgottenHolds } from '../../../src/use-cases/core-banking/core-runner.ts';
import { freePort } from '../../helpers/free-port.ts';
import { databaseOf } from '../audit-disk.ts';
import { readSnapshot } from '../hub/snapshot.ts';
import { PeerProcess } from '../peer-process.ts';
import { Violation } from '../story.ts';
import { auditCore, type CoreCounts } from './audit-core.ts';

/** Faults of the core, which apply to requests with operations. */
const FAULTS: Required<FaultRates> = {
  ...{ delay: 0.1, unavailable: 0.05, lostAnswer: 0.1 },
  ...{ duplicate: 0.1, notDone: 0.1, restart: 0.03 },
};

/** Maximum time until the core answers, or until no request waits, in milliseconds. */
const QUIET_WITHIN_MS = 120_000;
const POLL_MS = 50;

/** Counts of the core since the campaign began. */
export interface CoreProgress extends Partial<CoreCounts> {
  readonly coreKills: number;
}

/** The core banking system of a campaign: its process, and the audit of its records. */
export class CoreSide extends PeerProcess {
  readonly url: string;
  readonly #dataDirectory: string;
  readonly #data: string;
  #counts: CoreCounts | undefined;

  private constructor(dataDirectory: string, port: number, seed: number) {
    const data = coreFolderOf(dataDirectory);
    const faults = Object.entries(FAULTS).flatMap(([name, rate]) => [
      '--fault',
      `${name}=${String(rate)}`,
    ]);
    const options = ['--data', data, '--port', String(port), ...faults];
    super('core', (kills) => ['reference-core', ...options, '--seed', String(seed + kills)]);
    this.url = `http://127.0.0.1:${String(port)}`;
    this.#dataDirectory = dataDirectory;
    this.#data = data;
  }

  /** Starts the core. It must answer before the service starts for the first time. */
  static async start(dataDirectory: string, seed: number): Promise<CoreSide> {
    const core = new CoreSide(dataDirectory, await freePort(), seed);
    core.start();
    await core.#withClient((client) => untilDone(() => client.changesAfter(null)));
    return core;
  }

  get progress(): CoreProgress {
    return { coreKills: this.kills, ...this.#counts };
  }

  /** Waits until the service has sent all requests. */
  async untilQuiet(): Promise<void> {
    this.start();
    const deadline = performance.now() + QUIET_WITHIN_MS;
    for (;;) {
      this.expectRunning();
      const waiting = readSnapshot(databaseOf(this.#dataDirectory), countRequests);
      if (waiting === 0) return;
      if (performance.now() > deadline) {
        throw new Violation(`${String(waiting)} requests wait for the core.`);
      }
      await wait(POLL_MS);
    }
  }

  /**
   * Compares the records of the core with those of the stopped service. First releases the holds
   * that no payment needs, as the service does once an hour.
   */
  async audit(): Promise<void> {
    const released = await this.#releaseHolds();
    await this.kill();
    this.#counts = auditCore(databaseOf(this.#dataDirectory), this.#data, released);
  }

  async #releaseHolds(): Promise<number> {
    const store = openSqliteStore(databaseOf(this.#dataDirectory), Date.now, undefined, 'core');
    let released = 0;
    try {
      await this.#withClient((coreBanking) =>
        untilDone(() =>
          releaseForgottenHolds({
            ...{ store, coreBanking, clock: Date.now, machineClock: () => Date.now() + DAY_MS },
            observe: () => (released += 1),
          }),
        ),
      );
    } finally {
      await store.close();
    }
    return released;
  }

  async #withClient<Result>(use: (client: CoreClient) => Promise<Result>): Promise<Result> {
    const client = new CoreClient({ url: this.url, files: null, failuresToBreak: 1000 });
    try {
      return await use(client);
    } finally {
      client.close();
    }
  }
}

/** Returns the folder with the data of the core. */
export function coreFolderOf(dataDirectory: string): string {
  return `${dataDirectory}-core`;
}

function countRequests(database: Sqlite.Database): number {
  return database.prepare<[], number>('SELECT COUNT(*) FROM core_request').pluck().get() ?? 0;
}

/** Repeats an action until the core answers. */
async function untilDone(act: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + QUIET_WITHIN_MS;
  for (;;) {
    try {
      await act();
      return;
    } catch (error) {
      if (!(error instanceof CoreUnavailable) || performance.now() > deadline) throw error;
    }
    await wait(POLL_MS);
  }
}
