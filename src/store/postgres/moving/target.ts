import { randomUUID } from 'node:crypto';
import { auditBooks } from '../../repositories/ledger/audit-books.ts';
import { MOVED_FROM, MOVE_IN_PROGRESS, MOVE_SETTINGS, type Row, type Table } from '../../tables.ts';
import { Connections } from '../database/connections.ts';
import { readSnapshot } from '../database/transactions.ts';
import { engine } from '../engine.ts';
import { refuseUnsafe, IncompatibleDatabase } from '../compatibility.ts';
import { migrate } from '../migrations.ts';
import { MovingClient } from './client.ts';
import { differenceIn, insert, typesOf } from './rows.ts';
import { stateOf, type RowCounts, type MoveProgress, type TargetState } from './state.ts';

/** The database that rows are moved to. Every change is durable when its method resolves. */
export class MovingTarget {
  readonly #client: MovingClient;
  readonly #url: string;
  readonly #types = new Map<string, ReadonlyMap<string, string>>();
  /** State of the database when it was opened. */
  readonly state: TargetState;
  #progress = '';

  private constructor(client: MovingClient, url: string, state: TargetState) {
    this.#client = client;
    this.#url = url;
    this.state = state;
  }

  /**
   * Opens a database and applies the migrations if it is empty. Throws an error with a one-line
   * reason if it belongs to another application, has another version, or could lose acknowledged
   * data.
   */
  static async open(url: string, tables: readonly Table[]): Promise<MovingTarget> {
    const client = await MovingClient.connect(url);
    try {
      await refuseUnsafe(client.inner);
      const state = await stateOf(client, tables);
      const target = new MovingTarget(client, url, state);
      // Nodes may already use this database, so nothing is changed.
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
      throw new IncompatibleDatabase(`Its table ${name} lacks the columns ${lacking.join(', ')}.`);
    }
  }

  setting(name: string): Promise<string | null> {
    return this.#client.value('SELECT value FROM setting WHERE name = $1', [name]);
  }

  /** Starts or resumes a move. Another attempt to move to this database fails from now on. */
  async begin(from: string, moved: RowCounts): Promise<void> {
    this.#progress = JSON.stringify({ from, attempt: randomUUID(), moved } satisfies MoveProgress);
    await this.#client.rows(
      `INSERT INTO setting (name, value) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [MOVE_IN_PROGRESS, this.#progress],
    );
  }

  /** Inserts rows of a table and records the progress in the same transaction. */
  async put(table: Table, rows: readonly Row[]): Promise<void> {
    const { moved, ...note } = JSON.parse(this.#progress) as MoveProgress;
    const before = moved[table.name] ?? 0;
    const after = { ...note, moved: { ...moved, [table.name]: before + rows.length } };
    await this.#client.withTransaction(async () => {
      await insert(this.#client, table, this.#types.get(table.name) ?? new Map(), rows);
      await this.#updateProgress(JSON.stringify(after));
    });
    this.#progress = JSON.stringify(after);
  }

  async #updateProgress(note: string): Promise<void> {
    const changed = await this.#client.rows(
      'UPDATE setting SET value = $3 WHERE name = $1 AND value = $2 RETURNING name',
      [MOVE_IN_PROGRESS, this.#progress, note],
    );
    if (changed.length === 0)
      throw new IncompatibleDatabase('Another move to this database has started.');
  }

  /** Sets a setting that is empty or missing. Returns its value afterwards. */
  async addSetting(name: string, value: string): Promise<string> {
    await this.#client.rows(
      `INSERT INTO setting (name, value) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE setting.value = ''`,
      [name, value],
    );
    return (await this.setting(name)) ?? value;
  }

  /**
   * Sets identity sequences and the head of the audit log, so that new rows follow the last moved
   * one.
   */
  async advanceSequences(tables: readonly Table[]): Promise<void> {
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
   * Compares a table row by row with the expected rows. Returns the first difference.
   *
   * @param added settings that only this database has
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

  /**
   * Lists inconsistencies in the books, and whether the head of the audit log is its last entry.
   */
  async findings(): Promise<readonly string[]> {
    const connections = new Connections(this.#url, 'move', 1);
    try {
      const books = await readSnapshot(connections, () => auditBooks(engine));
      const astray = await this.#client.value(
        `SELECT 1 FROM audit_head AS head LEFT JOIN
           (SELECT sequence, hash FROM audit_entry ORDER BY sequence DESC LIMIT 1) AS last ON true
         WHERE head.sequence <> COALESCE(last.sequence, 0) OR head.hash <> last.hash`,
      );
      return astray === null
        ? books
        : [...books, 'The head of the audit log is not its last entry.'];
    } finally {
      await connections.close();
    }
  }

  /** Marks the move as complete. Nodes may then use the database. */
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
