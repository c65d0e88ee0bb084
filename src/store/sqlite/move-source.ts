import type { AuditHead } from '../../domain/records/audit.ts';
import { Settings } from '../repositories/settings.ts';
import type { StoredFileName } from '../repositories/stored-file-names.ts';
import type { Row, Table } from '../tables.ts';
import { DatabaseInUse, openDatabase, type Database } from './database/database.ts';
import { knownFilesOf } from './database/inspection.ts';
import { runnerOf } from './engine.ts';

/** The SQLite database that `npx pisctl move` copies from. No other process has it open. */
export interface MoveSource {
  /** The tables. Each table comes after the tables that it refers to. */
  readonly tables: readonly Table[];
  count(table: Table): number;
  rows(table: Table): Iterable<Row>;
  /** All payment files of the database. */
  readonly files: readonly StoredFileName[];
  /** Last audit entry. It identifies the database as long as no service runs on it. */
  readonly end: AuditHead;
  setting(name: string): string | undefined;
  /** Stores a setting durably. */
  writeSetting(name: string, value: string): void;
  close(): void;
}

/**
 * Opens a database to move it, and migrates it to the current version. Throws DatabaseInUse while a
 * service has it open, or if a service has used it since it was checked.
 * @param end last entry of its audit log when it was checked
 */
export function openMoveSource(path: string, end: AuditHead): MoveSource {
  const database = openDatabase(path);
  if (lastEntryOf(database) !== end.sequence) {
    database.close();
    throw new DatabaseInUse('A service has used the database since it was checked.');
  }
  const [settings, run] = [new Settings(), runnerOf(database)];
  return {
    tables: tablesOf(database),
    count: ({ name }) =>
      database.prepare<[], number>(`SELECT COUNT(*) FROM ${name}`).pluck().get() ?? 0,
    rows: ({ name, columns }) =>
      database
        .prepare<[], Row>(`SELECT ${columns.join(', ')} FROM ${name}`)
        .safeIntegers()
        .raw()
        .iterate(),
    files: knownFilesOf(database),
    end,
    setting: (name) => run(settings.readSetting(name)),
    writeSetting: (name, value) => {
      run(settings.writeSetting(name, value));
    },
    close: () => {
      database.close();
    },
  };
}

/** Returns the number of the last audit entry. Entries are never changed, so it identifies one. */
function lastEntryOf(database: Database): number {
  return (
    database.prepare<[], number | null>('SELECT MAX(sequence) FROM audit_entry').pluck().get() ?? 0
  );
}

/** Returns the tables in the order of their creation, without generated columns. */
function tablesOf(database: Database): readonly Table[] {
  const names = database
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema
       WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY rowid`,
    )
    .pluck()
    .all();
  return names.map((name) => {
    const columns = database.pragma(`table_info(${name})`) as { name: string }[];
    return { name, columns: columns.map((column) => column.name) };
  });
}
