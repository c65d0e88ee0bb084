import type { CopyProgress } from '../../../domain/ports/store-admin.ts';
import { FILES_OWNER } from '../../../domain/ports/files.ts';
import type { AuditHead } from '../../../domain/records/audit.ts';
import { AUDIT_COLUMNS, verifyChain, type AuditRow } from '../../repositories/audit/audit-chain.ts';
import { auditBooks } from '../../repositories/ledger/audit-books.ts';
import { STORED_FILE_NAMES, type StoredFileName } from '../../repositories/stored-files.ts';
import { migrate, MIGRATIONS } from '../migrations/index.ts';
import { engineOf, runSync } from '../engine.ts';
import { copyDatabase } from './copy.ts';
import { openWithoutMigrating, openForReading, type Database } from './database.ts';

/*
 * A database that no service has open, for the programs of the operators.
 */

/** What a whole database holds, or in sentences what is wrong with it. */
export interface InspectionResult {
  /** Whether it was of an earlier version before. */
  readonly isUpgraded: boolean;
  readonly findings: readonly string[];
  readonly auditHead: AuditHead;
  /** SHA-256 (hex) of every payment file that belongs to it. */
  readonly files: readonly string[];
}

/**
 * Looks through a database from end to end: its pages, its references, its books and its audit log.
 * One of an earlier version is brought up to date. Afterwards it is a single file.
 */
export function inspectDatabase(path: string): InspectionResult {
  const database = openWithoutMigrating(path);
  try {
    const isUpgraded = versionOf(database) < MIGRATIONS.length;
    migrate(database);
    const chain = verifyChain(auditRows(database));
    const texts = (sql: string): string[] => database.prepare<[], string>(sql).pluck().all();
    const findings = [
      ...texts('PRAGMA integrity_check').filter((finding) => finding !== 'ok'),
      ...texts('PRAGMA foreign_key_check').map((table) => `A reference of ${table} leads nowhere.`),
      ...runSync(auditBooks(engineOf(database))),
      ...(chain.unbroken
        ? []
        : [`Entry ${String(chain.sequence)} of the audit log: ${chain.problem}`]),
    ];
    database.pragma('journal_mode = DELETE');
    return {
      isUpgraded,
      findings,
      auditHead: chain.unbroken ? chain.head : { sequence: 0, hash: '' },
      files: texts('SELECT DISTINCT sha256 FROM file ORDER BY sha256'),
    };
  } finally {
    database.close();
  }
}

/** Hands over the entries of the audit log, oldest first; nothing of the database changes. */
export function readAuditLog<Value>(path: string, use: (rows: Iterable<AuditRow>) => Value): Value {
  const database = openForReading(path);
  try {
    return use(auditRows(database));
  } finally {
    database.close();
  }
}

/** Every payment file that a database knows, by name; nothing of the database changes. */
export function readKnownFiles(path: string): readonly StoredFileName[] {
  const database = openForReading(path);
  try {
    return knownFilesOf(database);
  } finally {
    database.close();
  }
}

/** The same of a database that is open. */
export function knownFilesOf(database: Database): readonly StoredFileName[] {
  return database.prepare<[], StoredFileName>(STORED_FILE_NAMES).all();
}

/** By what name a database's files are its own in an object store; null: they are in a folder. */
export function readFilesOwner(path: string): string | null {
  const database = openForReading(path);
  try {
    const read = database.prepare<[string], string>('SELECT value FROM setting WHERE name = ?');
    const owner = read.pluck().get(FILES_OWNER) ?? '';
    return owner === '' ? null : owner;
  } finally {
    database.close();
  }
}

/** Writes that into a database which no service has; durable by itself only once it is synced. */
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

/** Copies a database to a new file. Throws while a service has it open. */
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

function versionOf(database: Database): number {
  return database.prepare<[], number>('SELECT MAX(version) FROM migration').pluck().get() ?? 0;
}

function auditRows(database: Database): Iterable<AuditRow> {
  return database
    .prepare<[], AuditRow>(
      `SELECT sequence, ${AUDIT_COLUMNS}, hash FROM audit_entry ORDER BY sequence`,
    )
    .iterate();
}
