import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IncompatibleDatabase } from '../../../../src/store/postgres/compatibility.ts';
import {
  migrate,
  MIGRATIONS,
  readVersion,
  type Migration,
} from '../../../../src/store/postgres/migrations.ts';
import { openDatabase } from '../../../../src/store/sqlite/database/database.ts';
import { inFolder } from '../../../contract/store/fixtures.ts';
import { connected } from '../../../helpers/postgres-databases.ts';
import { freshDatabase, hasPostgres } from '../../../helpers/use-postgres.ts';

/** Tables and columns that only several nodes need. SQLite does not have them. */
const OF_NODES = new RegExp(
  [
    /^(?:audit_(?:inbox|head|set_aside)|schema_version|task_lease|bucket|form|directory_version)\./,
    /^work\.claimed_|^audit_entry\.(?:writer|number) /,
  ]
    .map(({ source }) => source)
    .join('|'),
);

async function columnsOfPostgres(): Promise<string[]> {
  return connected(await freshDatabase(), async (client) => {
    await migrate(client);
    const { rows } = await client.query<{ name: string }>(
      `SELECT table_name || '.' || column_name || ' ' || data_type ||
         CASE is_nullable WHEN 'YES' THEN '' ELSE ' NOT NULL' END AS name
       FROM information_schema.columns WHERE table_schema = 'public'`,
    );
    return rows.map(({ name }) => name);
  });
}

const KINDS: Readonly<Record<string, string>> = {
  TEXT: 'text',
  INTEGER: 'bigint',
  BLOB: 'bytea',
};

function columnsOfSqlite(): Promise<string[]> {
  return inFolder((directory) => {
    const database = openDatabase(join(directory, 'bank.db'));
    const columns = database
      .prepare<[], { at: string; type: string; must: 0 | 1; key: number }>(
        `SELECT m.name || '.' || c.name AS at, c.type AS type, c."notnull" AS must, c.pk AS key
         FROM sqlite_schema AS m, pragma_table_xinfo(m.name) AS c
         WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`,
      )
      .all();
    database.close();
    return Promise.resolve(
      columns.map(({ at, type, must, key }) => {
        const isKept = must === 1 || key > 0;
        return `${at} ${String(KINDS[type])}${isKept ? ' NOT NULL' : ''}`;
      }),
    );
  });
}

/** Two changes that a later release may make. The second one needs the first. */
const LATER: readonly Migration[] = [
  ...MIGRATIONS,
  { sql: 'ALTER TABLE customer ADD COLUMN note TEXT', compatibleFrom: MIGRATIONS.length },
  { sql: 'CREATE INDEX customer_note ON customer (note)', compatibleFrom: MIGRATIONS.length },
];

const migrated = (url: string, migrations?: readonly Migration[]): Promise<void> =>
  connected(url, (client) => migrate(client, migrations));

const versionIn = (url: string): Promise<unknown> =>
  connected(url, async (client) => (await readVersion(client)).version);

describe.skipIf(!hasPostgres())('a PostgreSQL database', () => {
  test('has the same tables and columns as a SQLite database', async () => {
    const own = (await columnsOfPostgres()).filter((column) => !OF_NODES.test(column));
    // PostgreSQL stores these documents as JSON.
    const shared = (await columnsOfSqlite()).map((column) =>
      column.replace(/^(organisation|software)\.document text/, '$1.document json'),
    );
    expect(own.sort()).toEqual(shared.sort());
  });

  test('is migrated once if many nodes start at the same time', async () => {
    const url = await freshDatabase();
    await Promise.all(Array.from({ length: 8 }, () => migrated(url)));
    expect(await versionIn(url)).toBe(MIGRATIONS.length);
  });

  test('is migrated in order and in one transaction', async () => {
    const url = await freshDatabase();
    await migrated(url);
    const failing = [...LATER, { sql: 'SELECT 1 FROM missing' }];
    await expect(migrated(url, failing)).rejects.toThrow('"missing" does not exist');
    expect(await versionIn(url)).toBe(MIGRATIONS.length);
    await migrated(url, LATER);
    expect(await versionIn(url)).toBe(LATER.length);
  });

  test('keeps its version if the connection is lost during a migration', async () => {
    const url = await freshDatabase();
    await migrated(url);
    const fatal = { sql: 'SELECT pg_terminate_backend(pg_backend_pid())' };
    await expect(migrated(url, [...LATER, fatal])).rejects.toThrow();
    expect(await versionIn(url)).toBe(MIGRATIONS.length);
    await migrated(url, LATER);
  });

  test('of a newer release is refused unless its migrations allow this release', async () => {
    const url = await freshDatabase();
    await migrated(url, LATER);
    await migrated(url);
    const needed = [...LATER, { sql: 'ALTER TABLE customer DROP COLUMN segment' }];
    await migrated(url, needed);
    const refused = migrated(url, LATER);
    await expect(refused).rejects.toThrow(IncompatibleDatabase);
    await expect(refused).rejects.toThrow(
      `requires a program of version ${String(needed.length)} or later`,
    );
  });

  test.each([
    ['another application', 'CREATE TABLE ledger (id BIGINT)'],
    ['before the first release', 'CREATE TABLE migration (version BIGINT)'],
  ])('with tables from %s is refused and not changed', async (_, sql) => {
    const url = await freshDatabase();
    await connected(url, (client) => client.query(sql));
    await expect(migrated(url)).rejects.toThrow(
      /^It contains tables of another application, or from before the first release\. Name a new/,
    );
    await connected(url, async (client) => {
      const tables = await client.query(`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`);
      expect(tables.rowCount).toBe(1);
    });
  });
});
