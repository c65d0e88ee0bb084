import Sqlite from 'better-sqlite3';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

export type Database = Sqlite.Database;

/** Version of the tables (`user_version`). */
const VERSION = 2;

const SCHEMA = `
-- Messages that the hub has stored. state: 'stored' until its credits are decided, then 'decided',
-- 'refused' (as a whole, with a reason code), 'unreadable', 'enquiry' or 'recall' (which have no
-- credits).
CREATE TABLE message (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  file TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  state TEXT NOT NULL DEFAULT 'stored',
  instrument TEXT,
  currency TEXT,
  credits INTEGER NOT NULL DEFAULT 0,
  total_minor INTEGER NOT NULL DEFAULT 0,
  problem_code TEXT,
  problem TEXT,
  -- Labels of a Bacs submission, as JSON.
  submission TEXT,
  -- How often the same file came again, and how often another content came under this id.
  repeats INTEGER NOT NULL DEFAULT 0,
  conflicts INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX message_stored ON message (number) WHERE state = 'stored';

-- One row for each credit that was executed, with its final outcome. record: columns of a Bacs
-- record, as JSON.
CREATE TABLE credit (
  message INTEGER NOT NULL REFERENCES message (number),
  position INTEGER NOT NULL,
  instruction_id TEXT,
  end_to_end_id TEXT,
  transaction_id TEXT,
  uetr TEXT,
  amount_minor INTEGER NOT NULL,
  record TEXT,
  status TEXT NOT NULL,
  reason TEXT,
  is_pending_first INTEGER NOT NULL,
  return_reason TEXT,
  -- How the creditor's bank answers a recall, and whether the credit comes back because of one.
  recall_behaviour TEXT NOT NULL,
  is_recalled INTEGER NOT NULL,
  PRIMARY KEY (message, position)
) STRICT, WITHOUT ROWID;

-- Recalls (camt.056) with the ids of their credit as the bank wrote them. code: of a refusal.
-- credit_message, position: the credit that comes back.
CREATE TABLE recall (
  message INTEGER PRIMARY KEY REFERENCES message (number),
  case_id TEXT,
  message_id TEXT NOT NULL,
  instruction_id TEXT,
  end_to_end_id TEXT,
  transaction_id TEXT,
  uetr TEXT,
  amount TEXT,
  code TEXT,
  credit_message INTEGER,
  position INTEGER
) STRICT;

-- Documents for the bank. The content is built from the rows when a document is due.
-- is_delivered: also 1 for a document that is lost.
CREATE TABLE document (
  number INTEGER PRIMARY KEY,
  message INTEGER NOT NULL REFERENCES message (number),
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  file TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  part INTEGER NOT NULL,
  parts INTEGER NOT NULL,
  is_reversed INTEGER NOT NULL,
  variant INTEGER NOT NULL,
  is_delivered INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX document_due ON document (due_at, number) WHERE is_delivered = 0;
CREATE INDEX document_of_message ON document (message, is_delivered);

-- Statements of the bank's settlement account (camt.053), with one account for each currency.
CREATE TABLE statement (
  number INTEGER PRIMARY KEY,
  currency TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  opening_minor INTEGER NOT NULL,
  closing_minor INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  is_delivered INTEGER NOT NULL DEFAULT 0,
  UNIQUE (currency, sequence)
) STRICT;

-- Entries of the settlement account. They are reported from booked_at on. credit: ids as JSON.
CREATE TABLE entry (
  number INTEGER PRIMARY KEY,
  message_id TEXT,
  credits INTEGER NOT NULL,
  credit TEXT,
  direction TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  booked_at INTEGER NOT NULL,
  is_notified INTEGER NOT NULL DEFAULT 0,
  statement INTEGER REFERENCES statement (number)
) STRICT;
CREATE INDEX entry_to_notify ON entry (booked_at) WHERE is_notified = 0;
CREATE INDEX entry_open ON entry (booked_at) WHERE statement IS NULL;
CREATE INDEX entry_of_statement ON entry (statement);
`;

const fileIn = (dataFolder: string): string => join(dataFolder, 'hub.db');

/**
 * Opens the database of the hub, and creates it if it is missing. A power cut loses no committed
 * data.
 *
 * @throws Error if a different version of the hub simulator created the database
 */
export function openDatabase(dataFolder: string): Database {
  mkdirSync(dataFolder, { recursive: true });
  const database = new Sqlite(fileIn(dataFolder));
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database
    .transaction(() => {
      if (versionOf(database) === 0) {
        database.exec(SCHEMA);
        database.pragma(`user_version = ${String(VERSION)}`);
      }
    })
    .immediate();
  return checked(database);
}

/**
 * Locks a data folder for this process. The operating system releases the lock if the process ends.
 * Returns a function that releases it.
 *
 * @throws Error if another process has locked it
 */
export function lockDataFolder(dataFolder: string): () => void {
  const lock = new Sqlite(join(dataFolder, 'hub.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    throw new Error(
      `Another hub simulator uses ${dataFolder}. Stop it, or name another folder with --data`,
      { cause },
    );
  }
  return () => lock.close();
}

/**
 * Opens the database of a running or stopped hub for reading.
 *
 * @throws Error if there is none
 */
export function openDatabaseForReading(dataFolder: string): Database {
  return checked(new Sqlite(fileIn(dataFolder), { fileMustExist: true, readonly: true }));
}

function checked(database: Database): Database {
  const version = versionOf(database);
  if (version === VERSION) return database;
  database.close();
  throw new Error(
    `The data folder has version ${String(version)}, but this hub simulator needs version ` +
      `${String(VERSION)}. Use a new folder for --data`,
  );
}

function versionOf(database: Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}
