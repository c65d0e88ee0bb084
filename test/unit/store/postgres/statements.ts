import type { Connection, Result } from '../../../../src/store/postgres/database/connections.ts';
import type { Values } from '../../../../src/store/postgres/database/statement-batching.ts';
import { engine } from '../../../../src/store/postgres/engine.ts';

/** Statements of a room of two kinds of row. */
export const SQL = {
  find: engine.prepare<[string], { readonly name: string }>('SELECT name FROM one WHERE id = ?'),
  add: engine.prepare<[string, number]>('INSERT INTO one (id, n) VALUES (?, ?)'),
  move: engine.prepare<[number, string]>('UPDATE one SET n = ? WHERE id = ?'),
  remove: engine.prepare<[string]>('DELETE FROM one WHERE id = ?'),
  empty: engine.prepare<[]>('INSERT INTO one (id) VALUES (DEFAULT)'),
  addNone: engine.prepare<[null]>('INSERT INTO one (n) VALUES (?)'),
  tidy: engine.prepareClearExpired('one', 'id'),
};

export const LOCKS = { one: engine.lock('one', 'id'), other: engine.lock('other', 'id') };

/** What a connection was asked to execute: the beginning of a statement, with its values. */
export interface Executed {
  readonly sql: string;
  readonly values: Values;
}

/** A connection that tells what it executes and answers as a test has it. */
export class FakeConnection implements Connection {
  readonly executed: Executed[] = [];
  readonly executedTexts: string[] = [];
  readonly #answer: (sql: string, values: Values) => Result['rows'];
  /** What PostgreSQL answers a text with. */
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

  /** The first words of what was executed, with the values: `INSERT INTO one a 1`. */
  get summaries(): readonly string[] {
    return this.executed.map(({ sql, values }) => {
      const words = sql.trim().split(/\s+/, 3);
      return [...words, ...values.map((value) => JSON.stringify(value))].join(' ');
    });
  }
}
