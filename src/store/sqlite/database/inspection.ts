import type { CopyProgress } from '../../../domain/ports/store-admin.ts';
import { FILES_OWNER } from '../../../domain/ports/files.ts';
import type { AuditHead } from '../../../domain/records/audit.ts';
import { AUDIT_COLUMNS, verifyChain, type AuditRow } from '../../repositories/audit/audit-chain.ts';
import {
  auditDocuments,
  type DocumentsAudit,
} from '../../repositories/hand-over/audit-documents.ts';
import { auditSegments } from '../../repositories/search/segments.ts';
import { auditBooks } from '../../repositories/ledger/audit-books.ts';
import { STORED_FILE_NAMES, type StoredFileName } from '../../repositories/stored-file-names.ts';
import { migrate, MIGRATIONS, versionOf } from '../migrations.ts';
import { runnerOf } from '../engine.ts';
import { copyDatabase } from './copy.ts';
import { openWithoutMigrating, openForReading, type Database } from './database.ts';

/*
 * Functions that the command-line tools use on a database that no service has open.
 */

const FOREIGN_DATABASE =
  'the database does not belong to this service, or is from before the first release.';

/** Result of checking a whole database. */
export interface InspectionResult {
  /** True if the database was migrated from an earlier version. */
  readonly isUpgraded: boolean;
  readonly findings: readonly string[];
  readonly auditHead: AuditHead;
  /** SHA-256 (hex) of each payment file of the database. */
  readonly files: readonly string[];
}

/**
 * Checks a whole database: its pages, foreign keys, books and audit log. If the database has an
 * earlier version, it is first migrated. Afterwards the database is a single file without a
 * write-ahead log. Throws if the database has no version, because another program created it.
 */
export function inspectDatabase(path: string): InspectionResult {
  const database = openWithoutMigrating(path);
  try {
    const version = versionOf(database);
    if (version === 0) throw new Error(FOREIGN_DATABASE);
    const isUpgraded = version < MIGRATIONS.length;
    migrate(database);
    const chain = verifyChain(auditRows(database));
    const texts = (sql: string): string[] => database.prepare<[], string>(sql).pluck().all();
    const run = runnerOf(database);
    const findings = [
      ...texts('PRAGMA integrity_check').filter((finding) => finding !== 'ok'),
      ...texts('PRAGMA foreign_key_check').map(
        (table) => `A row of table ${table} refers to a row that does not exist.`,
      ),
      ...run(auditBooks()),
      ...run(auditSegments()),
      ...(chain.unbroken
        ? []
        : [`Entry ${String(chain.sequence)} of the audit log: ${chain.problem}`]),
    ];
    database.pragma('journal_mode = DELETE');
    return {
      isUpgraded,
      findings,
      auditHead: chain.unbroken ? chain.head : { sequence: 0, hash: '' },
      files: knownFilesOf(database).map(({ sha256 }) => sha256),
    };
  } finally {
    database.close();
  }
}

/** Calls `use` with the entries of the audit log, oldest first. Opens the database read-only. */
export function readAuditLog<Value>(path: string, use: (rows: Iterable<AuditRow>) => Value): Value {
  const database = openForReading(path);
  try {
    return use(auditRows(database));
  } finally {
    database.close();
  }
}

/**
 * Checks the books and the list of segments of the search index. Returns one sentence for each
 * inconsistency. Opens the database read-only.
 */
export function readBooks(path: string): readonly string[] {
  const database = openForReading(path);
  try {
    const run = runnerOf(database);
    return [...run(auditBooks()), ...run(auditSegments())];
  } finally {
    database.close();
  }
}

/** Verifies the documents of the payment hub in a database. Opens it read-only. */
export function readDocuments(path: string): DocumentsAudit {
  const database = openForReading(path);
  try {
    return runnerOf(database)(auditDocuments());
  } finally {
    database.close();
  }
}

/** Returns all payment files of a database, ordered by name. Opens the database read-only. */
export function readKnownFiles(path: string): readonly StoredFileName[] {
  const database = openForReading(path);
  try {
    return knownFilesOf(database);
  } finally {
    database.close();
  }
}

/** Returns all payment files of an open database, ordered by name. */
export function knownFilesOf(database: Database): readonly StoredFileName[] {
  return database.prepare<[], StoredFileName>(STORED_FILE_NAMES).all();
}

/**
 * Returns the id under which the service owns its files in an object store. Returns null if the
 * files are in a folder.
 */
export function readFilesOwner(path: string): string | null {
  const owner = readSetting(path, FILES_OWNER) ?? '';
  return owner === '' ? null : owner;
}

/** Returns a setting of a database. Opens the database read-only. */
export function readSetting(path: string, name: string): string | undefined {
  const database = openForReading(path);
  try {
    const read = database.prepare<[string], string>('SELECT value FROM setting WHERE name = ?');
    return read.pluck().get(name);
  } finally {
    database.close();
  }
}

/**
 * Stores the owner id of the files in a database that no service has open. The caller must sync the
 * database file to make the change durable.
 */
export function writeFilesOwner(path: string, owner: string | null): void {
  const database = openWithoutMigrating(path);
  try {
    database
      .prepare<[string, string]>('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)')
      .run(FILES_OWNER, owner ?? '');
    database.pragma('journal_mode = DELETE');
  } finally {
    database.close();
  }
}

/** Copies a database to a new file. Throws DatabaseInUse while a service has it open. */
export async function copyStopped(
  from: string,
  to: string,
  onProgress: CopyProgress,
): Promise<void> {
  const database = openForReading(from);
  try {
    await copyDatabase(database, to, onProgress);
  } finally {
    database.close();
  }
}

function auditRows(database: Database): Iterable<AuditRow> {
  return database
    .prepare<[], AuditRow>(
      `SELECT sequence, ${AUDIT_COLUMNS}, hash FROM audit_entry ORDER BY sequence`,
    )
    .iterate();
}
