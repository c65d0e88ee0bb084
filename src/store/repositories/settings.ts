import { expectDefined } from '../../shared/assert.ts';
import type { Engine, DbCommand } from './engine.ts';

/** The setting that a probe writes, to know that writing works; each node has its own. */
const PROBE = 'probe';

/** Settings that outlive the process. */
export class Settings {
  readonly #sql: ReturnType<typeof prepare>;

  constructor(engine: Engine) {
    this.#sql = prepare(engine);
  }

  *readSetting(name: string): DbCommand<string | undefined> {
    return (yield* this.#sql.read.get(name))?.value;
  }

  writeSetting(name: string, value: string): DbCommand<void> {
    return this.#sql.write.write(name, value);
  }

  /** Writes a setting that is not there; what is there then, of whoever came first. */
  *addSetting(name: string, value: string): DbCommand<string> {
    yield* this.#sql.add.write(name, value);
    return expectDefined(yield* this.readSetting(name), name);
  }

  /** Sets a whole number unless it is more already; what it is then. */
  *raiseSetting(name: string, least: number): DbCommand<number> {
    yield* this.#sql.raise.write(name, String(least));
    return Number(yield* this.readSetting(name));
  }

  /**
   * Writes and reads one row; throws when either does not work. Of several nodes each names itself:
   * one that stood still with the row of all would hold up everybody's commands.
   */
  *probe(node?: string): DbCommand<boolean> {
    const name = node === undefined ? PROBE : `${PROBE} ${node}`;
    // Another value than the last: SQLite does not write what is there already.
    const mark = (yield* this.readSetting(name)) === 'tick' ? 'tock' : 'tick';
    yield* this.writeSetting(name, mark);
    return (yield* this.readSetting(name)) === mark;
  }
}

function prepare(engine: Engine) {
  return {
    read: engine.prepare<[string], { value: string }>('SELECT value FROM setting WHERE name = ?'),
    write: engine.prepare<[string, string]>(
      `INSERT INTO setting (name, value) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    ),
    add: engine.prepare<[string, string]>(
      'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
    ),
    raise: engine.prepare<[string, string]>(
      `INSERT INTO setting (name, value) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value
       WHERE CAST(setting.value AS BIGINT) < CAST(excluded.value AS BIGINT)`,
    ),
  };
}
