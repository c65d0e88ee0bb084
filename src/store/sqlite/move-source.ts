import { hash } from 'node:crypto';
import type { AuditHead } from '../../domain/records/audit.ts';
import type { StoredFileName } from '../repositories/stored-files.ts';
import { Settings } from '../repositories/settings.ts';
import { MOVE_SETTINGS, type Row, type Table } from '../tables.ts';
import { openDatabase, type Database } from './database/database.ts';
import { knownFilesOf } from './database/inspection.ts';
import { countRows, rowsOf, tablesOf } from './database/tables.ts';
import { engineOf, runSync } from './engine.ts';

/** A database whose rows are to be moved elsewhere; nobody else has it open meanwhile. */
export interface MoveSource {
  /** The end of its audit log: what it is known by as long as nobody serves it. */
  readonly end: AuditHead;
  /** Those that others refer to first. */
  readonly tables: readonly Table[];
  count(table: Table): number;
  /** Its rows in the order of the key, after the first `skipped`, without the notes of a move. */
  rows(table: Table, skipped?: number): Iterable<Row>;
  /** Every payment file that it knows. */
  readonly files: readonly StoredFileName[];
  setting(name: string): string | undefined;
  /** Notes something, durably. */
  note(name: string, value: string): void;
  close(): void;
}

/**
 * Opens a database to move it, brought up to date as by a start of the service. Throws
 * DatabaseInUse while a service has it open.
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

/** The end of its audit log; of one that is older than that log, what else tells it from others. */
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
