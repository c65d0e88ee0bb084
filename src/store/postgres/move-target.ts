import type pg from 'pg';
import { StoreUnavailable } from '../../domain/ports/storage-errors.ts';
import type { CopyProgress } from '../../domain/ports/store-admin.ts';
import type { AuditHead } from '../../domain/records/audit.ts';
import { expectDefined } from '../../shared/assert.ts';
import { MOVED_FILES, MOVED_FROM, MOVE_IN_PROGRESS, type Row, type Table } from '../tables.ts';
import { IncompatibleDatabase, refuseUnsafe } from './compatibility.ts';
import { connect } from './database/connect.ts';
import { applyMissing, lockMigrations, readVersion } from './migrations.ts';

/** Limits of one INSERT: number of rows, and approximate number of characters. */
const BATCH_ROWS = 1000;
const BATCH_CHARACTERS = 4 * 1024 * 1024;

/** Value of MOVE_IN_PROGRESS until all rows are copied. Then it is the mark of the source. */
const COPYING = '';

/** The source of the rows in a target database. */
interface Origin {
  /** Mark of the source. */
  readonly from: string;
  /** Place of the payment files, which the move was started with. */
  readonly place: string;
}

/** State of a target database. */
export type TargetState =
  | { readonly kind: 'empty' }
  /** All rows were copied. They are not verified yet. */
  | ({ readonly kind: 'copied' } & Origin)
  | ({ readonly kind: 'complete' } & Origin);

/** The rows to copy. */
export interface MovedRows {
  /** Mark of the source. */
  readonly from: string;
  /** Place of the payment files after the move. */
  readonly place: string;
  /** The tables. Each comes after those that it refers to. */
  readonly tables: readonly Table[];
  readonly end: AuditHead;
  count(table: Table): number;
  rows(table: Table): Iterable<Row>;
}

/** The PostgreSQL database that `pisctl move` copies to. */
export class MoveTarget {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /**
   * Throws StoreUnavailable if the connection fails, and IncompatibleDatabase if the database could
   * lose acknowledged data. No message contains the password.
   */
  static async open(url: string): Promise<MoveTarget> {
    const client = await connect(url, { application_name: 'move' });
    try {
      await refuseUnsafe(client);
      return new MoveTarget(client);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /**
   * Returns the state of the database without changing it. Throws IncompatibleDatabase if it
   * contains other data.
   */
  async state(): Promise<TargetState> {
    if ((await readVersion(this.#client)).version === 0) return { kind: 'empty' };
    const copied = await this.#setting(MOVE_IN_PROGRESS);
    if (copied === COPYING) return { kind: 'empty' };
    const place = (await this.#setting(MOVED_FILES)) ?? '';
    if (copied !== undefined) return { kind: 'copied', from: copied, place };
    const from = await this.#setting(MOVED_FROM);
    if (from !== undefined) return { kind: 'complete', from, place };
    // A service writes its first setting before any other data.
    const { rowCount } = await this.#client.query('SELECT 1 FROM setting LIMIT 1');
    if (rowCount === 0) return { kind: 'empty' };
    throw new IncompatibleDatabase(
      'It already contains the data of a deployment. Name a new database.',
    );
  }

  /**
   * Creates the tables, then copies all rows in one transaction. From the beginning, no node starts
   * on the database. If the copy is interrupted, it contains no rows, and another copy may begin.
   * Returns the number of rows.
   */
  async copy(source: MovedRows, onProgress: CopyProgress): Promise<number> {
    await this.#withTransaction(async () => {
      await this.#lockEmpty();
      await applyMissing(this.#client);
      // A node that is starting adds its first setting before this check or after the mark.
      await this.#client.query('LOCK TABLE setting IN SHARE ROW EXCLUSIVE MODE');
      await this.state();
      await this.writeSetting(MOVE_IN_PROGRESS, COPYING);
    });
    return this.#withTransaction(async () => {
      await this.#lockEmpty();
      const { tables, end } = source;
      const total = tables.reduce((sum, table) => sum + source.count(table), 0);
      // The source has the same internal accounts of the bank, and more.
      await this.#client.query('DELETE FROM account');
      // These are the mark, and settings of nodes that did not start because of the mark.
      await this.#client.query('DELETE FROM setting');
      let done = 0;
      for (const table of tables) {
        const types = await this.#typesOf(table);
        for (const rows of batchesOf(source.rows(table))) {
          await this.#insert(table, types, rows);
          onProgress((done += rows.length), total);
        }
        await this.#verifyCount(table, source.count(table));
      }
      // PostgreSQL computes the balances of these accounts.
      await this.#client.query(`UPDATE account SET balance_pence = 0 WHERE kind = 'internal'`);
      await this.#client.query(`UPDATE audit_head SET sequence = $1, hash = decode($2, 'hex')`, [
        end.sequence,
        end.hash,
      ]);
      await this.#advanceSequences();
      await this.writeSetting(MOVED_FILES, source.place);
      await this.writeSetting(MOVE_IN_PROGRESS, source.from);
      return total;
    });
  }

  /** Waits for other moves and migrations. Throws IncompatibleDatabase if the database has rows. */
  async #lockEmpty(): Promise<void> {
    await lockMigrations(this.#client);
    if ((await this.state()).kind !== 'empty')
      throw new IncompatibleDatabase('Another move to this database has finished.');
  }

  /** Returns the types of a table's columns, in the order of the columns. */
  async #typesOf({ name, columns }: Table): Promise<readonly string[]> {
    const { rows } = await this.#client.query<{ column: string; type: string }>(
      `SELECT column_name AS column, data_type AS type FROM information_schema.columns
       WHERE table_schema = current_schema() AND table_name = $1`,
      [name],
    );
    const types = new Map(rows.map(({ column, type }) => [column, type]));
    return columns.map((column) => expectDefined(types.get(column), `${name}.${column}`));
  }

  async #insert(
    { name, columns }: Table,
    types: readonly string[],
    rows: readonly Row[],
  ): Promise<void> {
    const lists = types.map((type, index) => `$${String(index + 1)}::${type}[]`);
    await this.#client.query(
      `INSERT INTO ${name} (${columns.join(', ')}) SELECT * FROM unnest(${lists.join(', ')})`,
      columns.map((_, index) => rows.map((row) => row[index])),
    );
  }

  async #verifyCount({ name }: Table, expected: number): Promise<void> {
    const { rows } = await this.#client.query<{ count: string }>(`SELECT COUNT(*) FROM ${name}`);
    const count = expectDefined(rows[0], 'a count').count;
    if (count === String(expected)) return;
    throw new IncompatibleDatabase(
      `Its table ${name} has ${count} rows, but the source has ${String(expected)}.`,
    );
  }

  /** Sets the identity sequences to the last copied row. */
  async #advanceSequences(): Promise<void> {
    const { rows } = await this.#client.query<{ name: string; column: string }>(
      `SELECT table_name AS name, column_name AS column FROM information_schema.columns
       WHERE table_schema = current_schema() AND is_identity = 'YES'`,
    );
    for (const { name, column } of rows) {
      // The maximum of an empty table is NULL, for which `setval` does nothing.
      await this.#client.query(
        `SELECT setval(pg_get_serial_sequence($1, $2), MAX(${column})) FROM ${name}`,
        [name, column],
      );
    }
  }

  /** Adds or replaces a setting. */
  async writeSetting(name: string, value: string): Promise<void> {
    await this.#client.query(
      `INSERT INTO setting (name, value) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [name, value],
    );
  }

  async #setting(name: string): Promise<string | undefined> {
    const { rows } = await this.#client.query<{ value: string }>(
      'SELECT value FROM setting WHERE name = $1',
      [name],
    );
    return rows[0]?.value;
  }

  /** Marks the move as complete. Nodes may then use the database. */
  async complete(from: string): Promise<void> {
    await this.#client.query('ANALYZE');
    await this.#withTransaction(async () => {
      await this.writeSetting(MOVED_FROM, from);
      await this.#client.query('DELETE FROM setting WHERE name = $1', [MOVE_IN_PROGRESS]);
    });
  }

  async #withTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#client.query('BEGIN');
    try {
      const result = await work();
      // After a failed statement PostgreSQL answers COMMIT with ROLLBACK, and reports no error.
      const { command } = await this.#client.query('COMMIT');
      if (command !== 'COMMIT') throw new StoreUnavailable('The transaction was not committed.');
      return result;
    } catch (error) {
      await this.#client.query('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}

function* batchesOf(rows: Iterable<Row>): Iterable<readonly Row[]> {
  let batch: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of row) if (typeof value === 'string') characters += value.length;
    if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}
