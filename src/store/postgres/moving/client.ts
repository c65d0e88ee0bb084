import type pg from 'pg';
import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import { connect } from '../database/connect.ts';

/** Returns every column as text, without type conversion. */
const AS_TEXT: pg.CustomTypesConfig = { getTypeParser: () => String };

/** The columns of a row as text, in the order of the query. */
export type TextRow = readonly (string | null)[];

/** A connection for a program that has the database to itself. */
export class MovingClient {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Throws StoreUnavailable if the connection fails. The message contains no password. */
  static async connect(url: string): Promise<MovingClient> {
    return new MovingClient(await connect(url, { application_name: 'move', types: AS_TEXT }));
  }

  /** The driver's client, for the migrations. */
  get inner(): pg.Client {
    return this.#client;
  }

  async rows(text: string, values: readonly unknown[] = []): Promise<readonly TextRow[]> {
    const query = { text, values: [...values], rowMode: 'array' as const };
    return (await this.#client.query<(string | null)[]>(query)).rows;
  }

  /** Returns the only column of the first row, or null if there is no row. */
  async value(text: string, values: readonly unknown[] = []): Promise<string | null> {
    return (await this.rows(text, values))[0]?.[0] ?? null;
  }

  /** Runs `work` in a transaction. Rolls it back if `work` throws. */
  async withTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
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
