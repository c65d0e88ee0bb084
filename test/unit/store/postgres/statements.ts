import type { Connection, Result } from '../../../../src/store/postgres/database/connections.ts';
import type { Values } from '../../../../src/store/postgres/database/statement-batching.ts';
import { clearExpired, rowLock, sql } from '../../../../src/store/repositories/engine.ts';

/** Statements on a table with two kinds of row. */
export const SQL = {
  find: sql<[string], { readonly name: string }>('SELECT name FROM one WHERE id = ?'),
  add: sql<[string, number]>('INSERT INTO one (id, n) VALUES (?, ?)'),
  move: sql<[number, string]>('UPDATE one SET n = ? WHERE id = ?'),
  remove: sql<[string]>('DELETE FROM one WHERE id = ?'),
  empty: sql<[]>('INSERT INTO one (id) VALUES (DEFAULT)'),
  addNone: sql<[null]>('INSERT INTO one (n) VALUES (?)'),
  clear: clearExpired('one', 'id'),
};

export const LOCKS = { one: rowLock('one', 'id'), other: rowLock('other', 'id') };

/** A statement that a connection executed: its beginning and its values. */
export interface Executed {
  readonly sql: string;
  readonly values: Values;
}

/** A connection that records what it executes and answers as the test defines. */
export class FakeConnection implements Connection {
  readonly executed: Executed[] = [];
  readonly executedTexts: string[] = [];
  readonly #answer: (sql: string, values: Values) => Result['rows'];
  /** Returns PostgreSQL's command tag for a text. */
  word: (text: string) => string = (text) => text;

  constructor(answer: (sql: string, values: Values) => Result['rows'] = () => []) {
    this.#answer = answer;
  }

  async execute({ sql }: { readonly sql: string }, values: Values): Promise<Result> {
    this.executed.push({ sql, values });
    await new Promise((resolve) => setImmediate(resolve));
    const rows = this.#answer(sql, values);
    return { rows, changes: rows.length };
  }

  executeText(text: string): Promise<string> {
    this.executedTexts.push(text);
    return Promise.resolve().then(() => this.word(text));
  }

  /** The first words of each executed statement, with its values: `INSERT INTO one a 1`. */
  get summaries(): readonly string[] {
    return this.executed.map(({ sql, values }) => {
      const words = sql.trim().split(/\s+/, 3);
      return [...words, ...values.map((value) => JSON.stringify(value))].join(' ');
    });
  }
}
