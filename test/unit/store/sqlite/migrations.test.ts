import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/store/sqlite/database/database.ts';
import { migrate, MIGRATIONS, versionOf } from '../../../../src/store/sqlite/migrations.ts';
import { inFolder } from '../../../contract/store/fixtures.ts';

/** Two changes that a later release may make. The second one needs the first. */
const LATER = [
  ...MIGRATIONS,
  'ALTER TABLE customer ADD COLUMN note TEXT',
  `UPDATE customer SET note = name`,
];

/** Runs a test with the path of a database that does not exist yet. */
function withPath(use: (path: string) => void): () => Promise<void> {
  return () =>
    inFolder((directory) => {
      use(join(directory, 'bank.db'));
      return Promise.resolve();
    });
}

/** Creates a database of this release with one customer, as a service leaves it. */
function createDatabase(path: string): void {
  const database = openDatabase(path);
  database.exec(`INSERT INTO customer VALUES ('north', 'Northwind', 'corporate', NULL, NULL)`);
  database.close();
}

const read = (path: string, sql: string): unknown => {
  const database = new Sqlite(path);
  try {
    return database.prepare(sql).pluck().all();
  } finally {
    database.close();
  }
};

describe('migrations of a SQLite database', () => {
  it(
    'are applied in order to a database of an earlier version',
    withPath((path) => {
      createDatabase(path);
      const database = new Sqlite(path);
      migrate(database, LATER);
      migrate(database, LATER);
      expect(versionOf(database)).toBe(MIGRATIONS.length + 2);
      database.close();
      expect(read(path, 'SELECT note FROM customer')).toEqual(['Northwind']);
    }),
  );

  it(
    'leave the earlier version if one of them fails',
    withPath((path) => {
      createDatabase(path);
      const database = new Sqlite(path);
      const failing = [...LATER, 'CREATE TABLE half (id); CREATE TABLE half (id)'];
      expect(() => {
        migrate(database, failing);
      }).toThrow('already exists');
      expect(versionOf(database)).toBe(MIGRATIONS.length);
      database.close();
      expect(read(path, `SELECT name FROM pragma_table_info('customer')`)).not.toContain('note');
      openDatabase(path).close();
    }),
  );

  it(
    'leave the earlier version if the process is killed half way',
    withPath((path) => {
      createDatabase(path);
      const script = `
        import Sqlite from 'better-sqlite3';
        import { migrate } from './src/store/sqlite/migrations.ts';
        const database = new Sqlite(${JSON.stringify(path)});
        database.function('kill', () => process.kill(process.pid, 'SIGKILL'));
        migrate(database, ${JSON.stringify([...LATER, 'SELECT kill()'])});`;
      const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script]);
      expect(signal).toBe('SIGKILL');
      const database = openDatabase(path);
      expect(versionOf(database)).toBe(MIGRATIONS.length);
      migrate(database, LATER);
      database.close();
      expect(read(path, 'SELECT note FROM customer')).toEqual(['Northwind']);
    }),
  );

  it(
    'refuse a database of a newer release',
    withPath((path) => {
      createDatabase(path);
      const newer = new Sqlite(path);
      migrate(newer, LATER);
      newer.close();
      expect(() => openDatabase(path)).toThrow(
        `The database has version ${String(LATER.length)} and was created by a newer release. ` +
          `This release supports versions up to ${String(MIGRATIONS.length)}. ` +
          'Use the newer release, or restore a backup that this release made.',
      );
    }),
  );

  it(
    'refuse and do not change a database from before the first release',
    withPath((path) => {
      const old = new Sqlite(path);
      old.exec('CREATE TABLE migration (version INTEGER PRIMARY KEY); CREATE TABLE setting (name)');
      old.close();
      expect(() => openDatabase(path)).toThrow(
        /created by another application, or before the first release.* Set PIS_DATA_DIR/,
      );
      expect(read(path, 'SELECT name FROM sqlite_schema')).toEqual(['migration', 'setting']);
    }),
  );
});

describe('a SQLite database', () => {
  it(
    'is refused while another process has it open',
    withPath((path) => {
      const first = openDatabase(path);
      expect(() => openDatabase(path)).toThrow(`${path} is open in another process.`);
      first.close();
      openDatabase(path).close();
    }),
  );
});
