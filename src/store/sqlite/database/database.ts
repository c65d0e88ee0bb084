import Sqlite from 'better-sqlite3';
import { closeSync, existsSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs';
import { SyncFailed } from '../../../domain/ports/storage-errors.ts';
import type { Milliseconds } from '../../../shared/time.ts';
import { createBankAccounts } from './bank-accounts.ts';
import { migrate } from '../migrations.ts';

export type Database = Sqlite.Database;

const PAGE_CACHE_KIB = 64 * 1024;
/**
 * Number of pages in the write-ahead log at which SQLite starts a checkpoint. With larger values,
 * the slowest commits take longer.
 */
const CHECKPOINT_PAGES = 1000;
/** Number of bytes of the write-ahead log that are rewritten in one step. */
const REWRITE_BYTES = 1024 * 1024;
/** Time to wait for another process to release the database, in milliseconds. */
const LOCK_WAIT_MS: Milliseconds = 2000;

/**
 * Opens a database exclusively, migrates its schema and adds missing internal accounts. A power cut
 * loses no committed data (`synchronous=FULL`). The operating system releases the file lock when
 * the process ends, so there are no stale locks.
 *
 * Throws DatabaseInUse if another process has the database open, SyncFailed if the disk fails to
 * sync, and Error if a newer version created the database.
 */
export function openDatabase(path: string): Database {
  const database = openWithoutMigrating(path);
  try {
    rewriteLog(`${path}-wal`);
    // One transaction, so that creating a database takes one sync of the disk.
    database
      .transaction(() => {
        migrate(database);
        createBankAccounts(database);
      })
      .immediate();
    return database;
  } catch (error) {
    database.close();
    throw isFailedSync(error)
      ? new SyncFailed(
          'The disk failed to sync the changes made at the start (migrations and log).',
          { cause: error },
        )
      : error;
  }
}

/**
 * Rewrites the write-ahead log in place and syncs it. After a failed sync, the kernel's page cache
 * may hold frames that are not on the disk and that no later sync writes. A power cut would then
 * lose these frames and everything committed after them. No other process has the database open.
 */
function rewriteLog(path: string): void {
  if (!existsSync(path)) return;
  const descriptor = openSync(path, 'r+');
  try {
    const window = Buffer.allocUnsafe(REWRITE_BYTES);
    for (let position = 0; ;) {
      const bytesRead = readSync(descriptor, window, 0, REWRITE_BYTES, position);
      if (bytesRead === 0) break;
      for (let written = 0; written < bytesRead;) {
        written += writeSync(descriptor, window, written, bytesRead - written, position + written);
      }
      position += bytesRead;
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
    throw new SyncFailed('The disk failed to sync the write-ahead log of the database.', { cause });
  }
}

/** Opens a database exclusively. It may have any schema version, and it is not migrated. */
export function openWithoutMigrating(path: string): Database {
  const database = new Sqlite(path, { timeout: LOCK_WAIT_MS });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('foreign_keys = ON');
    database.pragma(`wal_autocheckpoint = ${String(CHECKPOINT_PAGES)}`);
    database.pragma(`cache_size = -${String(PAGE_CACHE_KIB)}`);
    // SQLite takes the exclusive lock with the first write and then keeps it.
    database.exec('BEGIN IMMEDIATE; COMMIT');
    return database;
  } catch (error) {
    throw openError(database, path, error);
  }
}

/** Opens a database read-only. Throws DatabaseInUse while a service has it open. */
export function openForReading(path: string): Database {
  const database = new Sqlite(path, { readonly: true, timeout: LOCK_WAIT_MS });
  try {
    // The first read takes a shared lock, which fails while a service has the database open.
    database.pragma('schema_version');
    return database;
  } catch (error) {
    throw openError(database, path, error);
  }
}

/** Thrown when another process has the database open. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/** Closes a database that could not be opened. Returns the error to throw. */
function openError(database: Database, path: string, error: unknown): unknown {
  database.close();
  if (isFailedSync(error))
    return new SyncFailed('The disk failed to sync the database when it was opened.', {
      cause: error,
    });
  if (!(error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY'))) return error;
  return new DatabaseInUse(`${path} is open in another process.`, { cause: error });
}

/**
 * Returns true if the storage failed and not the statement, for example because of a full disk or
 * an I/O error. Such a failure may roll back the whole transaction, so it affects all its commands.
 */
export function isStorageFailure(error: unknown): boolean {
  return (
    error instanceof Sqlite.SqliteError &&
    !/^SQLITE_(?:CONSTRAINT|ERROR|MISMATCH|RANGE|TOOBIG)/.test(error.code)
  );
}

/** Returns true if the file is not an SQLite database, or is damaged. */
export function isMalformed(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code);
}

/**
 * Returns true if a table or column is missing, because the database belongs to another program or
 * an earlier version.
 */
export function isSchemaMismatch(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^no such (?:table|column)/.test(error.message);
}

/** Returns true if SQLite could not sync a file. */
export function isFailedSync(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_IOERR_(?:DIR_)?FSYNC$/.test(error.code);
}
