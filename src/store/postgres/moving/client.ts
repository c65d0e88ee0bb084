import type pg from 'pg';
import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import { connect } from '../database/connect.ts';

/** Every value as the text that PostgreSQL sends. */
const AS_TEXT: pg.CustomTypesConfig = { getTypeParser: () => String };

/** What a row of PostgreSQL says, in the order of what was asked for. */
export type TextRow = readonly (string | null)[];

/** One connection, for a program that has the database to itself. */
export class MovingClient {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  /** Throws StoreUnavailable with a sentence, which does not tell how it was asked. */
  static async connect(url: string): Promise<MovingClient> {
    return new MovingClient(await connect(url, { application_name: 'move', types: AS_TEXT }));
  }

  /** What the migrations are given. */
  get inner(): pg.Client {
    return this.#client;
  }

  async rows(text: string, values: readonly unknown[] = []): Promise<readonly TextRow[]> {
    const query = { text, values: [...values], rowMode: 'array' as const };
    return (await this.#client.query<(string | null)[]>(query)).rows;
  }

  /** The one value of the one row; null where there is no row. */
  async value(text: string, values: readonly unknown[] = []): Promise<string | null> {
    return (await this.rows(text, values))[0]?.[0] ?? null;
  }

  /** All of it or, where it throws, nothing. */
  async withTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#client.query('BEGIN');
    try {
      const result = await work();
      // After a failed statement PostgreSQL answers a COMMIT with ROLLBACK, and with no error.
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
