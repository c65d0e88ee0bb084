import type {
  DbCommand,
  DbRequest,
  LockedRows,
  Statement,
  StatementRequest,
  StatementText,
} from '../repositories/engine.ts';
import { type Mergeable, mergeableOf, type Values } from './database/statement-batching.ts';
import type { Origin } from './database/writer-series.ts';
import { nameOf, storable, textOf } from './database/sql-text.ts';

/** Writes a row that contains its number in the transaction's writer series. */
interface NumberedWrite {
  readonly kind: 'numbered';
  readonly write: (origin: Origin) => StatementRequest;
}

/**
 * A request that a command yields. The batch scheduler executes it together with the requests of
 * other commands, and resumes the command with the result (docs/decisions, 101).
 */
export type PostgresRequest = DbRequest | NumberedWrite;

/**
 * SQL for the current time of the database's clock, in milliseconds. All nodes use this clock, so
 * their own clocks need not agree.
 */
export const NOW_MS = 'CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)';

/** A statement in the form that a connection executes. */
export interface Query {
  readonly sql: string;
  readonly name: string;
  /** Result that the command receives: the rows, the number of changed rows, or nothing. */
  readonly answers: 'rows' | 'counts' | 'none';
  /**
   * Describes how several executions are merged into one statement. Null if they cannot be merged.
   */
  readonly mergeable: Mergeable | null;
}

/** A query with the values of its parameters. */
export interface BoundQuery {
  readonly query: Query;
  readonly values: Values;
}

/**
 * Writes an audit row that contains its number in the transaction's writer series. The number is
 * assigned after all other work of the transaction.
 */
export function* writeNumbered<Bound extends object>(
  statement: Statement<[row: Bound], unknown>,
  rowAt: (origin: Origin) => Bound,
): DbCommand<void> {
  const write = (origin: Origin) => statement.write(rowAt(origin)).next().value as StatementRequest;
  yield { kind: 'numbered', write } satisfies PostgresRequest;
}

/** A statement in the dialect of PostgreSQL, and its queries by their results. */
interface Translated extends ReturnType<typeof textOf> {
  readonly queries: Map<Query['answers'], Query>;
}

const translated = new WeakMap<StatementText, Translated>();

function translate(statement: StatementText): Translated {
  const known = translated.get(statement);
  if (known !== undefined) return known;
  const made: Translated = { ...textOf(statement.text.postgres), queries: new Map() };
  translated.set(statement, made);
  return made;
}

const ANSWERS = { get: 'rows', all: 'rows', run: 'counts', write: 'none' } as const;

/** Returns the query of a request. Requests for the same statement share their query. */
export function boundQueryOf({ kind, statement, args }: StatementRequest): BoundQuery {
  const { sql, names, queries } = translate(statement);
  const answers = ANSWERS[kind];
  const query = queries.get(answers) ?? queryOf(sql, answers);
  queries.set(answers, query);
  const values =
    names === null ? args : names.map((name) => (args[0] as Record<string, unknown>)[name]);
  return { query, values: values.map(bindable) };
}

/** Returns the value that a command receives for a query: its first row, all rows or a number. */
export function resultOf({ kind, statement }: StatementRequest, answer: unknown): unknown {
  if (kind === 'run') return answer;
  const rows = answer as readonly Record<string, unknown>[];
  const values = statement.isPlucked ? rows.map((row) => Object.values(row)[0]) : rows;
  return kind === 'get' ? values[0] : values;
}

function queryOf(sql: string, answers: Query['answers']): Query {
  const mergeable = mergeableOf({ sql, names: null }, answers);
  return { sql, name: nameOf(sql), answers, mergeable };
}

const bindable = (value: unknown): unknown =>
  typeof value === 'string' ? storable(value) : (value ?? null);

const lockQueries = new Map<string, Query>();

/** Returns the query that locks rows. Its parameter is an array of keys. */
export function lockQueryOf({ table, column }: LockedRows): Query {
  const sql = `SELECT 1 FROM ${table} WHERE ${column} = ANY($1) ORDER BY ${column}
    FOR NO KEY UPDATE`;
  const query = lockQueries.get(sql) ?? queryOf(sql, 'none');
  lockQueries.set(sql, query);
  return query;
}
