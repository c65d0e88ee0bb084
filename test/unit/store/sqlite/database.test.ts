import { copyFileSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { isFailedSync, openDatabase } from '../../../../src/store/sqlite/database/database.ts';
import { inFolder } from '../../../contract/store/fixtures.ts';

/** Larger than one rewrite step of the log, but too small for SQLite to restart the log. */
const VALUE_BYTES = 2_000_000;

/**
 * Creates what a killed process leaves: a database, and a log that SQLite has not read yet. After a
 * failed sync, the kernel held log frames that the disk did not. A power cut then lost everything
 * that was committed after them (137 of 300 disk images).
 */
function leaveLog(directory: string): { path: string; log: string } {
  const [running, path] = [join(directory, 'running.db'), join(directory, 'left.db')];
  openDatabase(running).close();
  const database = openDatabase(running);
  const write = database.prepare('INSERT INTO setting (name, value) VALUES (?, ?)');
  write.run('large', 'x'.repeat(VALUE_BYTES));
  write.run('last', 'kept');
  for (const ending of ['', '-wal']) copyFileSync(`${running}${ending}`, `${path}${ending}`);
  database.close();
  return { path, log: `${path}-wal` };
}

describe('a database with a log of a process that was killed', () => {
  it('has its log rewritten before anything is added to it', () =>
    inFolder((directory) => {
      const { path, log } = leaveLog(directory);
      const before = readFileSync(log);
      expect(before.length).toBeGreaterThan(VALUE_BYTES);
      utimesSync(log, 1, 1);
      const database = openDatabase(path);
      expect(statSync(log).mtimeMs).toBeGreaterThan(1000);
      expect(readFileSync(log).equals(before)).toBe(true);
      const read = database.prepare<[string], string>('SELECT value FROM setting WHERE name = ?');
      expect(read.pluck().get('last')).toBe('kept');
      database.close();
      return Promise.resolve();
    }));

  it('keeps its log unchanged while another process has the database open', () =>
    inFolder((directory) => {
      const { path, log } = leaveLog(directory);
      const first = openDatabase(path);
      utimesSync(log, 1, 1);
      expect(() => openDatabase(path)).toThrow('is open in another process');
      expect(statSync(log).mtimeMs).toBe(1000);
      first.close();
      return Promise.resolve();
    }));
});

describe('a failed sync', () => {
  it('is distinguished from other disk errors and from other exceptions', () => {
    const failures = ['SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_DIR_FSYNC', 'SQLITE_IOERR_WRITE'];
    const detected = failures.map((code) => isFailedSync(new Sqlite.SqliteError('', code)));
    expect(detected).toEqual([true, true, false]);
    expect(isFailedSync(new Error('SQLITE_IOERR_FSYNC'))).toBe(false);
  });
});
