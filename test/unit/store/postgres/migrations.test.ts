import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IncompatibleDatabase } from '../../../../src/store/postgres/compatibility.ts';
import { migrate, MIGRATIONS } from '../../../../src/store/postgres/migrations/index.ts';
import { openDatabase } from '../../../../src/store/sqlite/database/database.ts';
import { MIGRATIONS as OF_SQLITE } from '../../../../src/store/sqlite/migrations/index.ts';
import { inFolder } from '../../../contract/store/fixtures.ts';
import { connected } from '../../../helpers/postgres-databases.ts';
import { freshDatabase, hasPostgres } from '../../../helpers/use-postgres.ts';

/** Tables and columns that only several nodes need. SQLite does not have them. */
const OF_NODES = new RegExp(
  [
    /^(?:audit_(?:inbox|head|set_aside)|task_lease|bucket|form|directory_version)\./,
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

test("migrations of PostgreSQL have the numbers and names of SQLite's migrations", () => {
  expect(MIGRATIONS.map(({ name }) => name)).toEqual(OF_SQLITE.map(({ name }) => name));
});

describe.skipIf(!hasPostgres())('a PostgreSQL database', () => {
  test('has the same tables and columns as a SQLite database', async () => {
    const own = (await columnsOfPostgres()).filter((column) => !OF_NODES.test(column));
    const differing = new Set([
      // PostgreSQL stores these documents as JSON, and every client there has software.
      ...['organisation.document json NOT NULL', 'software.document json NOT NULL'],
      ...['client.software_id text NOT NULL', 'migration.oldest_code bigint NOT NULL'],
    ]);
    const sqlite = await columnsOfSqlite();
    const shared = sqlite.map((column) =>
      column
        .replace(/^(organisation|software)\.document text/, '$1.document json')
        .replace(/^client\.software_id text$/, 'client.software_id text NOT NULL'),
    );
    expect(own.filter((column) => !shared.includes(column) && !differing.has(column))).toEqual([]);
    expect(shared.filter((column) => !own.includes(column))).toEqual([]);
  });

  test('is migrated once if many nodes start at the same time', async () => {
    const url = await freshDatabase();
    const nodes = Array.from({ length: 8 }, () => connected(url, (client) => migrate(client)));
    await Promise.all(nodes);
    const applied = await connected(url, (client) => client.query('SELECT name FROM migration'));
    expect(applied.rows).toHaveLength(MIGRATIONS.length);
  });

  test('with newer migrations works with this code until a migration requires newer code', async () => {
    const url = await freshDatabase();
    const added = { name: 'added', sql: 'ALTER TABLE customer ADD COLUMN note TEXT' };
    const removed = {
      name: 'removed',
      sql: 'ALTER TABLE customer DROP COLUMN segment',
      oldestCode: MIGRATIONS.length + 1,
    };
    await connected(url, (client) => migrate(client, [...MIGRATIONS, added]));
    await connected(url, (client) => migrate(client));
    await connected(url, (client) => migrate(client, [...MIGRATIONS, added, removed]));
    const refused = connected(url, (client) => migrate(client));
    await expect(refused).rejects.toThrow(IncompatibleDatabase);
    const oldest = `requires code of version ${String(MIGRATIONS.length + 1)} or later`;
    await expect(refused).rejects.toThrow(oldest);
    await connected(url, (client) => migrate(client, [...MIGRATIONS, added]));
  });

  test('with the migrations of another application is refused', async () => {
    const url = await freshDatabase();
    await connected(url, (client) => migrate(client, [{ name: 'of another', sql: '' }]));
    const refused = connected(url, (client) => migrate(client));
    await expect(refused).rejects.toThrow(
      /^Version 1 of the database \(of another\) is not the version/,
    );
  });
});
