import { hash } from 'node:crypto';
import type { AuditHead } from '../../domain/records/audit.ts';
import type { StoredFileName } from '../repositories/stored-files.ts';
import { Settings } from '../repositories/settings.ts';
import { MOVE_SETTINGS, type Row, type Table } from '../tables.ts';
import { openDatabase, type Database } from './database/database.ts';
import { knownFilesOf } from './database/inspection.ts';
import { countRows, rowsOf, tablesOf } from './database/tables.ts';
import { engineOf, runSync } from './engine.ts';

/** The SQLite database that `npx pisctl move` copies from. No other process has it open. */
export interface MoveSource {
  /** Last audit entry. It identifies the database as long as no service runs on it. */
  readonly end: AuditHead;
  /** The tables. Each comes after those that it refers to. */
  readonly tables: readonly Table[];
  count(table: Table): number;
  /**
   * Returns the rows of a table ordered by its key, after the first `skipped`. The settings of the
   * move itself are left out.
   */
  rows(table: Table, skipped?: number): Iterable<Row>;
  /** All payment files of the database. */
  readonly files: readonly StoredFileName[];
  setting(name: string): string | undefined;
  /** Stores a setting durably. */
  note(name: string, value: string): void;
  close(): void;
}

/**
 * Opens a database to move it, and migrates it to the current version. Throws DatabaseInUse while a
 * service has it open.
 */
export function openMoveSource(path: string): MoveSource {
  const database = openDatabase(path);
  const settings = new Settings(engineOf(database));
  const isNote = (table: Table, [name]: Row): boolean =>
    table.name === 'setting' && MOVE_SETTINGS.includes(String(name));
  return {
    end: endOf(database),
    tables: tablesOf(database),
    count: (table) => countRows(database, table),
    *rows(table, skipped = 0) {
      let left = skipped;
      for (const row of rowsOf(database, table)) {
        if (isNote(table, row)) continue;
        if (left > 0) left -= 1;
        else yield row;
      }
    },
    files: knownFilesOf(database),
    setting: (name) => runSync(settings.readSetting(name)),
    note: (name, value) => {
      runSync(settings.writeSetting(name, value));
    },
    close: () => {
      database.close();
    },
  };
}

/**
 * Returns the last audit entry. A database without one is identified by a hash of its consent ids
 * instead.
 */
function endOf(database: Database): AuditHead {
  const last = database
    .prepare<[], AuditHead>(
      `SELECT sequence, lower(hex(hash)) AS hash FROM audit_entry ORDER BY sequence DESC LIMIT 1`,
    )
    .get();
  if (last !== undefined) return last;
  const consents = database.prepare<[], string>('SELECT id FROM consent ORDER BY id').pluck().all();
  return { sequence: 0, hash: hash('sha256', consents.join()) };
}
