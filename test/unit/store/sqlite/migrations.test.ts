import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/store/sqlite/database.ts';
import { migrate, MIGRATIONS } from '../../../../src/store/sqlite/migrations.ts';

const VERSIONS = Array.from({ length: MIGRATIONS.length + 1 }, (_, version) => version);

describe('migrations', () => {
  let directory: string;
  let path: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'migrations-'));
    path = join(directory, 'bank.db');
  });

  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  it.each(VERSIONS)('lead from version %i to the newest', (version) => {
    const old = new Sqlite(path);
    migrate(old, MIGRATIONS.slice(0, version));
    old.close();
    expect(schemaOf(path)).toEqual(schemaOf(join(directory, 'fresh.db')));
  });

  it('leave a database that is up to date as it is', () => {
    const before = schemaOf(path);
    expect(schemaOf(path)).toEqual(before);
  });

  it('refuse a database that newer code made', () => {
    const newer = new Sqlite(path);
    migrate(newer, [...MIGRATIONS, { name: 'the future', sql: 'CREATE TABLE future (id)' }]);
    newer.close();
    expect(() => openDatabase(path)).toThrow(
      `The database is at version ${String(MIGRATIONS.length + 1)}, made by newer code; ` +
        `this code knows versions up to ${String(MIGRATIONS.length)}.`,
    );
  });

  it('refuse a database whose step is not the one of that number', () => {
    const other = new Sqlite(path);
    migrate(other, [{ name: 'something else', sql: 'CREATE TABLE other (id)' }]);
    other.close();
    expect(() => openDatabase(path)).toThrow('Version 1 of the database (something else)');
  });

  it('take a step as a whole or not at all', () => {
    const database = new Sqlite(path);
    const broken = { name: 'broken', sql: 'CREATE TABLE half (id); CREATE TABLE half (id)' };
    expect(() => {
      migrate(database, [broken]);
    }).toThrow('already exists');
    migrate(database, [{ name: 'mended', sql: 'CREATE TABLE half (id)' }]);
    expect(database.prepare('SELECT name FROM migration').pluck().all()).toEqual(['mended']);
    database.close();
  });

  it('come only to a database that nobody else has open', () => {
    const first = openDatabase(path);
    expect(() => openDatabase(path)).toThrow(`${path} is open in another process.`);
    first.close();
    openDatabase(path).close();
  });
});

function schemaOf(path: string): unknown[] {
  const database = openDatabase(path);
  const schema = database
    .prepare('SELECT type, name, sql FROM sqlite_master ORDER BY type, name')
    .all();
  database.close();
  return schema;
}
