import { randomUUID } from 'node:crypto';
import { auditBooks } from '../../repositories/ledger/audit-books.ts';
import { MOVED_FROM, MOVE_IN_PROGRESS, MOVE_SETTINGS, type Row, type Table } from '../../tables.ts';
import { Connections } from '../database/connections.ts';
import { readSnapshot } from '../database/transactions.ts';
import { engine } from '../engine.ts';
import { refuseUnsafe, IncompatibleDatabase } from '../compatibility.ts';
import { migrate } from '../migrations/index.ts';
import { MovingClient } from './client.ts';
import { differenceIn, insert, typesOf } from './rows.ts';
import { stateOf, type Moved, type Note, type TargetState } from './state.ts';

/** A database that rows are moved into. Whatever it does is durable when it answers. */
export class MovingTarget {
  readonly #client: MovingClient;
  readonly #url: string;
  readonly #types = new Map<string, ReadonlyMap<string, string>>();
  /** How it stood when it was opened. */
  readonly state: TargetState;
  #note = '';

  private constructor(client: MovingClient, url: string, state: TargetState) {
    this.#client = client;
    this.#url = url;
    this.state = state;
  }

  /**
   * Opens a database and brings an empty one up to date. Throws with a sentence where it is
   * another's, of another version of this code, or not to be trusted with what is acknowledged.
   */
  static async open(url: string, tables: readonly Table[]): Promise<MovingTarget> {
    const client = await MovingClient.connect(url);
    try {
      await refuseUnsafe(client.inner);
      const state = await stateOf(client, tables);
      const target = new MovingTarget(client, url, state);
      // Nodes may serve it: nothing is moved into it, and nothing of it is changed.
      if (state.kind === 'whole') return target;
      await migrate(client.inner);
      for (const table of tables) target.#types.set(table.name, await typesOf(client, table));
      target.#refuseOtherColumns(tables);
      return target;
    } catch (error) {
      await client.close();
      throw error;
    }
  }

  #refuseOtherColumns(tables: readonly Table[]): void {
    for (const { name, columns } of tables) {
      const lacking = columns.filter((column) => this.#types.get(name)?.has(column) !== true);
      if (lacking.length === 0) continue;
      throw new IncompatibleDatabase(`Its table ${name} has no ${lacking.join(', ')}.`);
    }
  }

  setting(name: string): Promise<string | null> {
    return this.#client.value('SELECT value FROM setting WHERE name = $1', [name]);
  }

  /** Begins a move, or goes on with one: nobody else's is gone on with from now on. */
  async begin(from: string, moved: Moved): Promise<void> {
    this.#note = JSON.stringify({ from, attempt: randomUUID(), moved } satisfies Note);
    await this.#client.rows(
      `INSERT INTO setting (name, value) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [MOVE_IN_PROGRESS, this.#note],
    );
  }

  /** Adds a portion of a table's rows, and notes that they are there. */
  async put(table: Table, rows: readonly Row[]): Promise<void> {
    const { moved, ...note } = JSON.parse(this.#note) as Note;
    const before = moved[table.name] ?? 0;
    const after = { ...note, moved: { ...moved, [table.name]: before + rows.length } };
    await this.#client.withTransaction(async () => {
      await insert(this.#client, table, this.#types.get(table.name) ?? new Map(), rows);
      await this.#renote(JSON.stringify(after));
    });
    this.#note = JSON.stringify(after);
  }

  async #renote(note: string): Promise<void> {
    const changed = await this.#client.rows(
      'UPDATE setting SET value = $3 WHERE name = $1 AND value = $2 RETURNING name',
      [MOVE_IN_PROGRESS, this.#note, note],
    );
    if (changed.length === 0)
      throw new IncompatibleDatabase('Another move into it has begun meanwhile.');
  }

  /** Gives a setting that says nothing a value; what it says then. */
  async addSetting(name: string, value: string): Promise<string> {
    await this.#client.rows(
      `INSERT INTO setting (name, value) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE setting.value = ''`,
      [name, value],
    );
    return (await this.setting(name)) ?? value;
  }

  /** Has what comes after the last row follow it: ids, and entries of the audit log. */
  async closeUp(tables: readonly Table[]): Promise<void> {
    for (const { name } of tables) {
      const identity = await this.#client.value(
        `SELECT column_name FROM information_schema.columns
         WHERE table_schema = current_schema() AND table_name = $1 AND is_identity = 'YES'`,
        [name],
      );
      if (identity === null) continue;
      await this.#client.rows(
        `SELECT setval(pg_get_serial_sequence($1, $2), GREATEST(MAX(${identity}), 1),
           MAX(${identity}) IS NOT NULL) FROM ${name}`,
        [name, identity],
      );
    }
    await this.#client.rows(
      `UPDATE audit_head SET sequence = last.sequence, hash = last.hash FROM
         (SELECT sequence, hash FROM audit_entry ORDER BY sequence DESC LIMIT 1) AS last`,
    );
    await this.#client.rows('ANALYZE');
  }

  /**
   * Holds a table against the rows that it should have, one by one; the first that differs.
   *
   * @param added settings that are this database's own
   */
  differenceIn(
    table: Table,
    expected: Iterable<Row>,
    added: readonly string[],
  ): Promise<string | undefined> {
    const own = new Set([...MOVE_SETTINGS, ...added]);
    return this.#client.withTransaction(() =>
      differenceIn(
        this.#client,
        table,
        expected,
        ([name]) => table.name === 'setting' && own.has(name ?? ''),
      ),
    );
  }

  /** What does not add up in the books, and whether the audit log goes on where it ends. */
  async findings(): Promise<readonly string[]> {
    const connections = new Connections(this.#url, 'move', 1);
    try {
      const books = await readSnapshot(connections, () => auditBooks(engine));
      const astray = await this.#client.value(
        `SELECT 1 FROM audit_head AS head LEFT JOIN
           (SELECT sequence, hash FROM audit_entry ORDER BY sequence DESC LIMIT 1) AS last ON true
         WHERE head.sequence <> COALESCE(last.sequence, 0) OR head.hash <> last.hash`,
      );
      return astray === null ? books : [...books, 'The audit log does not go on at its end.'];
    } finally {
      await connections.close();
    }
  }

  /** From now on nodes may start over it. */
  async complete(from: string): Promise<void> {
    await this.#client.withTransaction(async () => {
      await this.addSetting(MOVED_FROM, from);
      await this.#client.rows('DELETE FROM setting WHERE name = $1', [MOVE_IN_PROGRESS]);
    });
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
