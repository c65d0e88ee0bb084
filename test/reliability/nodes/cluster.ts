import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MINUTE_MS, SECOND_MS } from '../../../src/shared/time.ts';
import { ServiceProcess } from '../../crash/service-process.ts';
import { Violation } from '../../crash/story.ts';
import { rowsOf } from '../../helpers/postgres-audit.ts';
import { startPostgres, type PostgresServer } from '../../helpers/postgres.ts';
import { startObjectStore, type TestObjectStore } from '../../helpers/s3/server.ts';

/**
 * Time in seconds for which a node leases the work that it claims. This is the lowest possible
 * setting.
 */
export const LEASE_SECONDS = 2;

/** Difference between the clocks of the first and the last node, in milliseconds. */
export const APART_MS = 5 * MINUTE_MS;

/**
 * PostgreSQL settings with which acknowledged commits survive a power loss, as a bank would use.
 */
const SAFE = { fsync: 'on', full_page_writes: 'on', idle_in_transaction_session_timeout: '1s' };

/**
 * PostgreSQL setting for a control run. The database writes commits to the disk late, although it
 * has acknowledged them.
 */
const LATE = { wal_writer_delay: '10s' };

/**
 * Maximum time until all nodes are ready again, in milliseconds. It allows for the slowest machine.
 */
const READY_WITHIN_MS = 120_000;
const LOOK_MS = 50;

/**
 * Maximum time to wait for a commit before the database is killed, in milliseconds. If none comes,
 * it is killed between commits.
 */
const COMMITS_WITHIN_MS = 2_000;

const SKEWED_CLOCK = fileURLToPath(new URL('./skewed-clock.ts', import.meta.url));

interface Node {
  readonly name: string;
  readonly settings: Readonly<Record<string, string>>;
  service: ServiceProcess;
  isPaused: boolean;
}

export interface ClusterOptions {
  readonly nodes: number;
  /** The folder in which each node gets a folder of its own. */
  readonly folder: string;
  /** True for a control run, in which the database loses acknowledged commits when it is killed. */
  readonly isForgetful: boolean;
}

/** Counts of the failures that were simulated. */
export interface Tally {
  /** Number of nodes that were killed, and that were paused. */
  readonly kills: number;
  readonly pauses: number;
  /** Number of database failures, and number of the commits that they interrupted. */
  readonly databases: number;
  readonly commits: number;
  /** Total time for which the object store was unavailable, in milliseconds. */
  readonly awayMs: number;
}

/**
 * Runs the nodes of one service as processes, with the database and the object store that they
 * share. A test can make each of them fail.
 */
export class Cluster {
  /** The URL of the database. */
  readonly url: string;
  readonly #database: PostgresServer;
  readonly #objects: TestObjectStore;
  readonly #folder: string;
  readonly #isForgetful: boolean;
  readonly #nodes: Node[] = [];
  readonly #tally = { kills: 0, pauses: 0, databases: 0, commits: 0, awayMs: 0 };

  private constructor(parts: {
    readonly url: string;
    readonly database: PostgresServer;
    readonly objects: TestObjectStore;
    readonly folder: string;
    readonly isForgetful: boolean;
  }) {
    this.url = parts.url;
    this.#database = parts.database;
    this.#objects = parts.objects;
    this.#folder = parts.folder;
    this.#isForgetful = parts.isForgetful;
  }

  /** Starts the nodes. The first one starts alone, because it creates the bank's data. */
  static async start({ nodes, folder, isForgetful }: ClusterOptions): Promise<Cluster> {
    const settings = isForgetful ? { ...SAFE, ...LATE } : SAFE;
    const [database, objects] = [await startPostgres({ settings }), await startObjectStore()];
    const { url } = await database.create();
    const cluster = new Cluster({ url, database, objects, folder, isForgetful });
    try {
      await cluster.#join(0, nodes);
      const others = Array.from({ length: nodes - 1 }, (_, place) => place + 1);
      await Promise.all(others.map((place) => cluster.#join(place, nodes)));
      await cluster.#mayForget(true);
      return cluster;
    } catch (error) {
      await cluster.end();
      throw error;
    }
  }

  get size(): number {
    return this.#nodes.length;
  }

  /**
   * The origins of all running nodes. Paused nodes are included, because a real balancer would not
   * notice the pause at once.
   */
  get origins(): readonly string[] {
    return this.#nodes.flatMap(({ service }) => (service.isGone ? [] : [service.origin]));
  }

  /** Counts of the failures so far. */
  get tally(): Tally {
    return this.#tally;
  }

  /** The object store's bucket, which contains the payment files. */
  get files(): Pick<TestObjectStore, 'bucket' | 'place'> {
    return this.#objects;
  }

  async kill(place: number): Promise<void> {
    await this.#nodes[place]?.service.kill();
    this.#tally.kills += 1;
  }

  /** Pauses a node for some milliseconds, whatever it is doing. */
  async pause(place: number, forMs: number): Promise<void> {
    const node = this.#nodes[place];
    if (node === undefined || node.service.isGone) return;
    process.kill(node.service.pid, 'SIGSTOP');
    node.isPaused = true;
    await wait(forMs);
    this.#wake(node);
    this.#tally.pauses += 1;
  }

  /** Kills the database and starts it again. Kills it during a commit if one comes in time. */
  async loseDatabase(): Promise<void> {
    this.#tally.commits += await this.#database.kill(COMMITS_WITHIN_MS);
    await this.#database.restart();
    this.#tally.databases += 1;
  }

  /**
   * Kills one of the database's processes during a commit. The database then recovers by itself.
   */
  async loseConnection(): Promise<void> {
    if (!(await this.#database.killOne(COMMITS_WITHIN_MS))) return;
    this.#tally.commits += 1;
    this.#tally.databases += 1;
  }

  /**
   * Makes the object store unavailable for some time. With `away`, it closes connections. With
   * `silent`, it performs requests but sends no response.
   */
  async loseObjects(how: 'away' | 'silent', forMs: number): Promise<void> {
    const { faults } = this.#objects;
    const back = wait(forMs);
    if (how === 'away') faults.isAway = true;
    else faults.until = back;
    await back;
    faults.isAway = false;
    faults.until = null;
    this.#tally.awayMs += forMs;
  }

  /**
   * Restarts killed nodes and waits until all nodes are ready. Throws a Violation if a node has
   * ended without being killed.
   */
  async heal(): Promise<void> {
    await this.#mayForget(false);
    await Promise.all(
      this.#nodes.map(async (node) => {
        this.#wake(node);
        const { service, name } = node;
        if (service.isGone && !service.isDoomed) {
          throw new Violation(`${name} has ended by itself. ${service.lastWords}`);
        }
        if (service.isGone) node.service = await this.#launch(name, node.settings);
        await untilReady(node);
      }),
    );
    await this.#mayForget(true);
  }

  /** Stops all nodes. Each must end with exit code 0. */
  async stop(): Promise<void> {
    for (const { name, service } of this.#nodes) {
      const { code } = await service.stop();
      if (code !== 0) {
        throw new Violation(`${name} stopped with ${String(code)}. ${service.lastWords}`);
      }
    }
  }

  /** Kills all processes and removes all data. */
  async end(): Promise<void> {
    for (const node of this.#nodes) {
      this.#wake(node);
      if (!node.service.isGone) await node.service.kill();
    }
    await this.#objects.close();
    await this.#database.stop();
  }

  /**
   * Turns the late commits of a control run on or off. They must be off while a node starts,
   * because a node refuses a database that acknowledges commits before it has written them.
   */
  async #mayForget(isSo: boolean): Promise<void> {
    if (!this.#isForgetful) return;
    const set = `ALTER SYSTEM SET synchronous_commit = ${isSo ? 'off' : 'on'}`;
    const deadline = performance.now() + READY_WITHIN_MS;
    // Repeat the statement, because the database may be restarting.
    while (
      !(await rowsOf(this.url, set).then(
        () => true,
        () => false,
      ))
    ) {
      if (performance.now() > deadline) throw new Error('The database does not come back.');
      await wait(LOOK_MS);
    }
    await rowsOf(this.url, 'SELECT pg_reload_conf()');
    await wait(LOOK_MS);
  }

  #wake(node: Node): void {
    if (node.isPaused && !node.service.isGone) process.kill(node.service.pid, 'SIGCONT');
    node.isPaused = false;
  }

  async #join(place: number, of: number): Promise<void> {
    const name = `node-${String(place + 1)}`;
    const skew = Math.round(((place / (of - 1) - 0.5) * APART_MS) / SECOND_MS);
    const settings = {
      PIS_NODE: name,
      PIS_DATABASE_URL: this.url,
      ...this.#objects.settings,
      PIS_KEYS_DIR: join(this.#folder, 'keys'),
      PIS_LEASE_SECONDS: String(LEASE_SECONDS),
      PIS_FILE_MAX_BYTES: String(8 * 1024 * 1024),
      PIS_FILE_THREADS: '1',
      NODE_OPTIONS: `--import=${SKEWED_CLOCK}`,
      CLOCK_SKEW_SECONDS: String(skew),
    };
    const service = await this.#launch(name, settings);
    this.#nodes[place] = { name, settings, service, isPaused: false };
  }

  #launch(name: string, settings: Readonly<Record<string, string>>): Promise<ServiceProcess> {
    return ServiceProcess.start({ dataDirectory: join(this.#folder, name), settings });
  }
}

async function untilReady({ name, service }: Node): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  let said = '';
  while (performance.now() < deadline) {
    try {
      const answer = await fetch(`${service.origin}/health/ready`);
      if (answer.ok) return;
      said = await answer.text();
    } catch (error) {
      said = String(error);
    }
    await wait(LOOK_MS);
  }
  throw new Violation(`${name} is not ready again: ${said} ${service.lastWords}`);
}
