import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database that belongs to one test. */
export interface Database {
  readonly name: string;
  readonly url: string;
  /** Drops the database, even while clients are connected. */
  readonly drop: () => Promise<void>;
}

/** Creates and drops the databases of one test run on a server. */
export interface Databases {
  /** Returns the URL of a database. */
  readonly url: (database: string) => string;
  /** Creates a database as a copy of a template. The default template is empty. */
  readonly create: (template?: string) => Promise<Database>;
  /**
   * Creates a template database if needed, and returns its name. The first caller prepares it with
   * `prepare`, which must close its connections. All other callers wait, also those in other
   * processes.
   */
  readonly template: (name: string, prepare: (url: string) => Promise<void>) => Promise<string>;
  /** Drops all databases of the test run, including templates. */
  readonly dropAll: () => Promise<void>;
}

/** Number of the advisory lock that a process holds while it prepares a template. */
const TEMPLATE_LOCK = 6_914;

/** Returns a prefix for database names that is unique to the test run. */
export const newPrefix = (): string => `pis_${randomBytes(4).toString('hex')}`;

/**
 * Returns the databases of one test run on a server. `prefix` separates them from those of other
 * runs.
 */
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

/**
 * Opens a connection, passes it to a function, and closes it afterwards even if the function fails.
 */
export async function connected<Result>(
  url: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  // If the connection fails, the next query reports the error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
