import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database of a test's own. */
export interface Database {
  readonly name: string;
  readonly url: string;
  /** Removes it, whoever is still connected to it. */
  readonly drop: () => Promise<void>;
}

/** The databases that one run of tests has on a server. */
export interface Databases {
  /** The address of a database. */
  readonly url: (database: string) => string;
  /** A new database: a copy of the template, by default an empty one. */
  readonly create: (template?: string) => Promise<Database>;
  /**
   * The name of a template to copy from. Whoever asks first prepares it; others, of other processes
   * too, wait. `prepare` leaves no connection to it open.
   */
  readonly template: (name: string, prepare: (url: string) => Promise<void>) => Promise<string>;
  /** Removes all that the run has made, templates included. */
  readonly dropAll: () => Promise<void>;
}

/** Held by whoever prepares a template. */
const TEMPLATE_LOCK = 6_914;

/** A prefix for the names of a run's databases, which no other run has. */
export const newPrefix = (): string => `pis_${randomBytes(4).toString('hex')}`;

/** The databases of one run, told from others' by the prefix, on the server at this address. */
export function databasesOn(server: string, prefix: string): Databases {
  const url = (database: string): string => {
    const address = new URL(server);
    address.pathname = `/${database}`;
    return address.href;
  };
  const drop = (name: string): Promise<void> =>
    connected(server, async (client) => {
      await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    });
  return {
    url,
    create: async (template = 'template1') => {
      const name = `${prefix}_${randomBytes(6).toString('hex')}`;
      await connected(server, (client) =>
        client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`),
      );
      return { name, url: url(name), drop: () => drop(name) };
    },
    template: (name, prepare) =>
      connected(server, async (client) => {
        const [done, draft] = [`${prefix}_${name}`, `${prefix}_${name}_draft`];
        await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
        if ((await namesLike(client, done)).includes(done)) return done;
        await client.query(`DROP DATABASE IF EXISTS ${draft} WITH (FORCE)`);
        await client.query(`CREATE DATABASE ${draft}`);
        await prepare(url(draft));
        await client.query(`ALTER DATABASE ${draft} RENAME TO ${done}`);
        return done;
      }),
    dropAll: async () => {
      for (const name of await connected(server, (client) => namesLike(client, prefix))) {
        await drop(name);
      }
    },
  };
}

async function namesLike(client: pg.Client, prefix: string): Promise<string[]> {
  const text = 'SELECT datname FROM pg_database WHERE starts_with(datname, $1)';
  const { rows } = await client.query<{ datname: string }>(text, [prefix]);
  return rows.map((row) => row.datname);
}

/** Does something over one connection, which is closed afterwards, come what may. */
export async function connected<Result>(
  url: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  // What breaks the connection is told to whoever asks next.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
