import Sqlite, { type Database } from 'better-sqlite3';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Version of the schema. A database with another version is not opened. */
const VERSION = 2;

const SCHEMA = `
-- Amounts are in pence. available = booked - held.
CREATE TABLE account (
  number TEXT PRIMARY KEY,
  customer_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  booked INTEGER NOT NULL,
  held INTEGER NOT NULL DEFAULT 0,
  CHECK (held >= 0 AND booked >= held)
) STRICT, WITHOUT ROWID;

-- Operations with their first results. reason: of a refusal. state: of a hold.
-- A release of an unknown hold adds a refused hold without an account.
CREATE TABLE operation (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  account TEXT,
  amount INTEGER,
  hold_id TEXT,
  reason TEXT,
  state TEXT,
  booked_on TEXT,
  performed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX open_hold ON operation (id) WHERE state = 'held';
CREATE INDEX entry ON operation (booked_on, id) WHERE booked_on IS NOT NULL;

-- Customers, users and accounts: every new state, as JSON.
CREATE TABLE change (
  sequence INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  content TEXT NOT NULL
) STRICT;
CREATE INDEX change_of ON change (kind, id, sequence);
`;

/**
 * Opens the database of the core, and creates it if it is missing. A power cut loses no committed
 * data. Only one process can open it.
 *
 * @throws Error if another process has opened it, or if it has another version
 */
export function openDatabase(dataFolder: string): Database {
  mkdirSync(dataFolder, { recursive: true });
  const database = new Sqlite(join(dataFolder, 'core.db'), { timeout: 0 });
  try {
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.transaction(() => create(database)).exclusive();
  } catch (cause) {
    database.close();
    const isBusy = cause instanceof Sqlite.SqliteError && cause.code.startsWith('SQLITE_BUSY');
    if (!isBusy) throw cause;
    throw new Error(`Another reference core uses ${dataFolder}. Stop it, or use another folder`, {
      cause,
    });
  }
  return database;
}

function create(database: Database): void {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version === VERSION) return;
  if (version !== 0) {
    throw new Error(
      `The data folder has version ${String(version)}, but this reference core needs version ` +
        `${String(VERSION)}. Use a new folder for --data`,
    );
  }
  database.exec(SCHEMA);
  database.pragma(`user_version = ${String(VERSION)}`);
}
