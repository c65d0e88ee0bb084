import type { Database } from '../sqlite/database/database.ts';

/** The setting that a probe writes, to know that writing works. */
const PROBE = 'probe';

/** Settings that outlive the process. */
export class Settings {
  readonly #sql: ReturnType<typeof prepare>;

  constructor(database: Database) {
    this.#sql = prepare(database);
  }

  readSetting(name: string): string | undefined {
    return this.#sql.read.get(name)?.value;
  }

  writeSetting(name: string, value: string): void {
    this.#sql.write.run(name, value);
  }

  /** Writes and reads one row; throws when either does not work. */
  probe(): boolean {
    // Another value than the last: SQLite does not write what is there already.
    const mark = this.readSetting(PROBE) === 'tick' ? 'tock' : 'tick';
    this.writeSetting(PROBE, mark);
    return this.readSetting(PROBE) === mark;
  }
}

function prepare(database: Database) {
  return {
    read: database.prepare<[string], { value: string }>('SELECT value FROM setting WHERE name = ?'),
    write: database.prepare<[string, string]>(
      `INSERT INTO setting (name, value) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    ),
  };
}
