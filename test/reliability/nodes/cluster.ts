import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MINUTE_MS, SECOND_MS } from '../../../src/shared/time.ts';
import { ServiceProcess } from '../../crash/service-process.ts';
import { Violation } from '../../crash/story.ts';
import { rowsOf } from '../../helpers/postgres-audit.ts';
import { startPostgres, type PostgresServer } from '../../helpers/postgres.ts';
import { startObjectStore, type TestObjectStore } from '../../helpers/s3/server.ts';

/** How long what a node has in hand is left to it: the least that can be set. */
export const LEASE_SECONDS = 2;

/** How far the clocks of the first node and of the last one are apart. */
export const APART_MS = 5 * MINUTE_MS;

/** What is written outlives a loss of power, as it does at a bank. */
const SAFE = { fsync: 'on', full_page_writes: 'on', idle_in_transaction_session_timeout: '1s' };

/** Of a control: how late the database writes what it was let acknowledge before. */
const LATE = { wal_writer_delay: '10s' };

/** Nodes are ready again within this once all is well, on the slowest of machines. */
const READY_WITHIN_MS = 120_000;
const LOOK_MS = 50;

/** The database is killed in a commit that comes within this, else between two. */
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
  /** For the nodes' folders. */
  readonly folder: string;
  /** Whether the database acknowledges what a kill makes it forget. */
  readonly isForgetful: boolean;
}

/** What befell a cluster. */
export interface Tally {
  /** Nodes that were killed; that stood still. */
  readonly kills: number;
  readonly pauses: number;
  /** Ends of the database, and the commits that these cut off. */
  readonly databases: number;
  readonly commits: number;
  /** How long nobody had an answer of the object store, in milliseconds. */
  readonly awayMs: number;
}

/** Nodes of one service as processes of their own, and what they share; any of it may be lost. */
export class Cluster {
  /** Of the database. */
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

  /** Starts so many nodes, the first one before the others: it lays the bank down. */
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

  /** Of those that may be asked: who stands still is among them, for nobody has noticed yet. */
  get origins(): readonly string[] {
    return this.#nodes.flatMap(({ service }) => (service.isGone ? [] : [service.origin]));
  }

  /** What befell it so far. */
  get tally(): Tally {
    return this.#tally;
  }

  /** The files that it keeps. */
  get files(): Pick<TestObjectStore, 'bucket' | 'place'> {
    return this.#objects;
  }

  async kill(place: number): Promise<void> {
    await this.#nodes[place]?.service.kill();
    this.#tally.kills += 1;
  }

  /** Lets a node stand still for so long, wherever it has got to. */
  async pause(place: number, forMs: number): Promise<void> {
    const node = this.#nodes[place];
    if (node === undefined || node.service.isGone) return;
    process.kill(node.service.pid, 'SIGSTOP');
    node.isPaused = true;
    await wait(forMs);
    this.#wake(node);
    this.#tally.pauses += 1;
  }

  /** Ends the database at once, in the midst of a commit if it can be, and starts it again. */
  async loseDatabase(): Promise<void> {
    this.#tally.commits += await this.#database.kill(COMMITS_WITHIN_MS);
    await this.#database.restart();
    this.#tally.databases += 1;
  }

  /** Ends one process of the database in the midst of a commit: it starts anew by itself. */
  async loseConnection(): Promise<void> {
    if (!(await this.#database.killOne(COMMITS_WITHIN_MS))) return;
    this.#tally.commits += 1;
    this.#tally.databases += 1;
  }

  /**
   * Takes the object store away for so long: it cuts off whoever asks it, or it does what it is
   * asked and says nothing.
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

  /** Starts who was killed; answers when all are ready. Violation: one has ended by itself. */
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

  /** Stops every node, which must end by itself. */
  async stop(): Promise<void> {
    for (const { name, service } of this.#nodes) {
      const { code } = await service.stop();
      if (code !== 0) {
        throw new Violation(`${name} stopped with ${String(code)}. ${service.lastWords}`);
      }
    }
  }

  /** Nothing of it is left. */
  async end(): Promise<void> {
    for (const node of this.#nodes) {
      this.#wake(node);
      if (!node.service.isGone) await node.service.kill();
    }
    await this.#objects.close();
    await this.#database.stop();
  }

  /** Of a control: a node does not start over a database that answers before it has written. */
  async #mayForget(isSo: boolean): Promise<void> {
    if (!this.#isForgetful) return;
    const set = `ALTER SYSTEM SET synchronous_commit = ${isSo ? 'off' : 'on'}`;
    const deadline = performance.now() + READY_WITHIN_MS;
    // It may be starting anew.
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
    const { accessKey, secretKey } = this.#objects.place;
    const skew = Math.round(((place / (of - 1) - 0.5) * APART_MS) / SECOND_MS);
    const settings = {
      PIS_NODE: name,
      PIS_STORE: this.url,
      PIS_FILES: this.#objects.address,
      PIS_S3_ACCESS_KEY: accessKey,
      PIS_S3_SECRET_KEY: secretKey,
      PIS_KEYS: join(this.#folder, 'keys'),
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
