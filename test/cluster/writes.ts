import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** The writes so far, and a function that stops them. */
export interface Told {
  /**
   * The ids of acknowledged writes with the time of each response, in the order of the responses.
   */
  readonly acknowledged: readonly { readonly id: number; readonly atMs: number }[];
  /**
   * Number of writes that failed or got no response. The database may have committed them or not.
   */
  readonly unanswered: number;
  readonly stop: () => Promise<void>;
}

const WRITERS = 8;

/** Maximum time to wait for a write, and the pause before the next attempt, in milliseconds. */
const ANSWER_MS = 3000;
const PAUSE_MS = 50;

/** Inserts rows as fast as possible, each in its own transaction, until `stop` is called. */
export async function startWriting(url: string): Promise<Told> {
  const first = await connect(url);
  // The service refuses a database with other tables in its own schema.
  await first.query('CREATE SCHEMA IF NOT EXISTS writes');
  await first.query('CREATE TABLE IF NOT EXISTS writes.written (id integer PRIMARY KEY)');
  const { rows } = await first.query<{ max: number | null }>('SELECT max(id) FROM writes.written');
  await first.end();
  const acknowledged: { id: number; atMs: number }[] = [];
  const tally = { acknowledged, unanswered: 0 };
  let isStopping = false;
  let next = rows[0]?.max ?? 0;
  const write = async (): Promise<void> => {
    let client: pg.Client | null = null;
    while (!isStopping) {
      const id = (next += 1);
      try {
        client ??= await connect(url);
        await client.query('INSERT INTO writes.written VALUES ($1)', [id]);
        acknowledged.push({ id, atMs: performance.now() });
      } catch (error) {
        if (error instanceof pg.DatabaseError && error.code?.startsWith('23') === true) throw error;
        tally.unanswered += 1;
        client?.end().catch(() => undefined);
        client = null;
        await sleep(PAUSE_MS);
      }
    }
    await client?.end();
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, write));
  return {
    acknowledged,
    get unanswered() {
      return tally.unanswered;
    },
    stop: async () => {
      isStopping = true;
      await writers;
    },
  };
}

/** Returns the ids of all rows in the database. */
export async function readAll(url: string): Promise<ReadonlySet<number>> {
  const client = await connect(url);
  const { rows } = await client.query<{ id: number }>('SELECT id FROM writes.written');
  await client.end();
  return new Set(rows.map(({ id }) => id));
}

/** Returns the longest time between two acknowledged writes, in milliseconds. */
export function longestSilenceMs({ acknowledged }: Pick<Told, 'acknowledged'>): number {
  return acknowledged.reduce((longest, { atMs }, at) => {
    return Math.max(longest, atMs - (acknowledged[at - 1]?.atMs ?? atMs));
  }, 0);
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    // The server's certificate is self-signed.
    ssl: { rejectUnauthorized: false },
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  // If the connection breaks, the running statement reports the error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
