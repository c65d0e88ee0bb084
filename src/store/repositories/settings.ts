import { expectDefined } from '../../shared/assert.ts';
import { sql, type DbCommand } from './engine.ts';

/** Name of the setting that `probe` writes. Each node uses its own setting. */
const PROBE = 'probe';

/** Named text values that are stored in the database. */
export class Settings {
  *readSetting(name: string): DbCommand<string | undefined> {
    return (yield* SQL.read.get(name))?.value;
  }

  writeSetting(name: string, value: string): DbCommand<void> {
    return SQL.write.write(name, value);
  }

  *addSetting(name: string, value: string): DbCommand<string> {
    yield* SQL.add.write(name, value);
    return expectDefined(yield* this.readSetting(name), name);
  }

  *raiseSetting(name: string, least: number): DbCommand<number> {
    yield* SQL.raise.write(name, String(least));
    return Number(yield* this.readSetting(name));
  }

  /**
   * Checks that the database can be read and written, and throws if not. Each node writes its own
   * row. If all nodes wrote the same row, one blocked node would block the checks of all others.
   */
  *probe(node?: string): DbCommand<boolean> {
    const name = node === undefined ? PROBE : `${PROBE} ${node}`;
    // The value alternates, because SQLite skips a write that changes nothing.
    const mark = (yield* this.readSetting(name)) === 'tick' ? 'tock' : 'tick';
    yield* this.writeSetting(name, mark);
    return (yield* this.readSetting(name)) === mark;
  }
}

const SQL = {
  read: sql<[string], { value: string }>('SELECT value FROM setting WHERE name = ?'),
  write: sql<[string, string]>(`
    INSERT INTO setting (name, value) VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`),
  add: sql<[string, string]>(`
    INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING`),
  raise: sql<[string, string]>(`
    INSERT INTO setting (name, value) VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value
    WHERE CAST(setting.value AS BIGINT) < CAST(excluded.value AS BIGINT)`),
};
