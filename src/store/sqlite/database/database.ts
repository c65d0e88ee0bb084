import Sqlite from 'better-sqlite3';
import { closeSync, existsSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs';
import { SyncFailed } from '../../../domain/ports/storage-errors.ts';
import { createBankAccounts } from './bank-accounts.ts';
import { migrate } from '../migrations/index.ts';

export type Database = Sqlite.Database;

/** Memory for pages of the database, in KiB. */
const PAGE_CACHE_KIB = 64 * 1024;
/** Pages in the write-ahead log before they go to the database; larger values hurt the slowest. */
const CHECKPOINT_PAGES = 1000;
/** Bytes of the write-ahead log that are written anew at a time. */
const REWRITE_BYTES = 1024 * 1024;
/** How long to wait for another process to let go of the database, in milliseconds. */
const LOCK_WAIT_MS = 2000;

/**
 * Opens a database for this process alone and brings it up to date, its schema and the bank's own
 * accounts. Nothing that was committed is lost by a power cut (`synchronous=FULL`). The exclusive
 * lock is the file's own: the operating system gives it back when the process ends, however it
 * ends, so there is no stale lock to clear. Throws when another process has it open, or when it was
 * made by newer code; SyncFailed where the disk does not make durable what is written on the way.
 */
export function openDatabase(path: string): Database {
  const database = openWithoutMigrating(path);
  try {
    rewriteLog(`${path}-wal`);
    migrate(database);
    createBankAccounts(database);
    return database;
  } catch (error) {
    database.close();
    throw isFailedSync(error)
      ? new SyncFailed('What a start brings up to date was not made durable.', { cause: error })
      : error;
  }
}

/**
 * Writes the write-ahead log over itself. A process that ended after a failed sync leaves frames
 * that the kernel shows and the disk may not have, and that no sync would write any more: whatever
 * is committed after them would be lost with them in a power cut. Nobody else has it open.
 */
function rewriteLog(path: string): void {
  if (!existsSync(path)) return;
  const descriptor = openSync(path, 'r+');
  try {
    const window = Buffer.allocUnsafe(REWRITE_BYTES);
    for (let position = 0; ;) {
      const read = readSync(descriptor, window, 0, REWRITE_BYTES, position);
      if (read === 0) break;
      for (let written = 0; written < read;) {
        written += writeSync(descriptor, window, written, read - written, position + written);
      }
      position += read;
    }
    syncLog(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function syncLog(descriptor: number): void {
  try {
    fdatasyncSync(descriptor);
  } catch (cause) {
    throw new SyncFailed("The database's log could not be made durable.", { cause });
  }
}

/** As `openDatabase`, for one that may be of any version. */
export function openWithoutMigrating(path: string): Database {
  const database = new Sqlite(path, { timeout: LOCK_WAIT_MS });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.pragma(`wal_autocheckpoint = ${String(CHECKPOINT_PAGES)}`);
    database.pragma(`cache_size = -${String(PAGE_CACHE_KIB)}`);
    // The lock is taken with the first write, and kept.
    database.exec('BEGIN IMMEDIATE; COMMIT');
    return database;
  } catch (error) {
    throw unopened(database, path, error);
  }
}

/** Opens a database to look into it alone. Throws when a service has it open. */
export function openForReading(path: string): Database {
  const database = new Sqlite(path, { readonly: true, timeout: LOCK_WAIT_MS });
  try {
    // The first look takes the lock that a service would not share.
    database.pragma('schema_version');
    return database;
  } catch (error) {
    throw unopened(database, path, error);
  }
}

/** Another process has the database to itself. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/** Lets go of a database that cannot be used; the error that says why. */
function unopened(database: Database, path: string, error: unknown): unknown {
  database.close();
  if (isFailedSync(error))
    return new SyncFailed('The database could not be made durable.', { cause: error });
  if (!(error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))) return error;
  return new DatabaseInUse(`${path} is open in another process.`, { cause: error });
}

/**
 * Whether the storage failed, rather than the statement: a full disk, an I/O error. Such a failure
 * may have undone the whole transaction, so it is never one command's alone.
 */
export function isStorageFailure(error: unknown): boolean {
  return (
    error instanceof Sqlite.SqliteError &&
    !/^SQLITE_(?:CONSTRAINT|ERROR|MISMATCH|RANGE|TOOBIG)/.test(error.code)
  );
}

/** Whether the file is no database, or not a whole one. */
export function isMalformed(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code);
}

/** Whether the database lacks what ours have: it is another's, or of an earlier version. */
export function isSchemaMismatch(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^no such (?:table|column)/.test(error.message);
}

/** Whether the disk did not make durable what SQLite asked it to. */
export function isFailedSync(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_IOERR_(?:DIR_)?FSYNC$/.test(error.code);
}
