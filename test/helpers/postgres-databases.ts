import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database that belongs to one test. */
export interface Database {
  readonly name: string;
  readonly url: string;
  /** Drops the database, even while clients are connected. */
  readonly drop: () => Promise<void>;
}

/** The databases of one test run on a server. */
export interface Databases {
  /** Returns the URL of a database. */
  readonly url: (database: string) => string;
  /** Creates a database as a copy of the template, by default an empty one. */
  readonly create: (template?: string) => Promise<Database>;
  /**
   * Returns the name of a template database. The first caller prepares it. Other callers wait, also
   * in other processes. `prepare` must close its connections.
   */
  readonly template: (name: string, prepare: (url: string) => Promise<void>) => Promise<string>;
  /** Drops all databases of the run, including templates. */
  readonly dropAll: () => Promise<void>;
}

/** Advisory lock of the process that prepares a template. */
const TEMPLATE_LOCK = 6_914;

/** Returns a prefix for database names that is unique to the test run. */
export const newPrefix = (): string => `pis_${randomBytes(4).toString('hex')}`;

/** Returns the databases of one run on a server. The prefix distinguishes them from other runs. */
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

/** Runs a function with one connection, and closes the connection afterwards in any case. */
export async function connected<Result>(
  url: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  // An error of the connection is reported by the next query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
