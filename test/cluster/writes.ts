import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** What writers were told, and what they were not. */
export interface Told {
  /** Numbers whose commit was acknowledged, with the time of it, in the order of the answers. */
  readonly acknowledged: readonly { readonly id: number; readonly atMs: number }[];
  /** Writes that got an error or no answer: they may have happened or not. */
  readonly unanswered: number;
  readonly stop: () => Promise<void>;
}

const WRITERS = 8;

/** How long a writer waits for an answer, and before it tries again, in milliseconds. */
const ANSWER_MS = 3000;
const PAUSE_MS = 50;

/** A row each, committed by itself, as fast as they come, until told to stop. */
export async function startWriting(url: string): Promise<Told> {
  const first = await connect(url);
  await first.query('CREATE TABLE IF NOT EXISTS told (id integer PRIMARY KEY)');
  const { rows } = await first.query<{ max: number | null }>('SELECT max(id) FROM told');
  await first.end();
  const acknowledged: { id: number; atMs: number }[] = [];
  const told = { acknowledged, unanswered: 0 };
  let isStopping = false;
  let next = rows[0]?.max ?? 0;
  const write = async (): Promise<void> => {
    let client: pg.Client | null = null;
    while (!isStopping) {
      const id = (next += 1);
      try {
        client ??= await connect(url);
        await client.query('INSERT INTO told VALUES ($1)', [id]);
        acknowledged.push({ id, atMs: performance.now() });
      } catch (error) {
        if (error instanceof pg.DatabaseError && error.code?.startsWith('23') === true) throw error;
        told.unanswered += 1;
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
      return told.unanswered;
    },
    stop: async () => {
      isStopping = true;
      await writers;
    },
  };
}

/** Every number that the database has. */
export async function readAll(url: string): Promise<ReadonlySet<number>> {
  const client = await connect(url);
  const { rows } = await client.query<{ id: number }>('SELECT id FROM told');
  await client.end();
  return new Set(rows.map(({ id }) => id));
}

/** The longest time between two acknowledgements, in milliseconds. */
export function longestSilenceMs({ acknowledged }: Pick<Told, 'acknowledged'>): number {
  return acknowledged.reduce((longest, { atMs }, at) => {
    return Math.max(longest, atMs - (acknowledged[at - 1]?.atMs ?? atMs));
  }, 0);
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    // The certificate is one that the machine made for itself.
    ssl: { rejectUnauthorized: false },
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  });
  // A broken connection is told by the statement under way.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
