import { expectDefined } from '../../../shared/assert.ts';
import type { Text } from './sql-text.ts';

/*
 * Statement batching: several executions of one statement that differ only in their parameters
 * become one statement. The parameters become the columns of a table `given`, with one row for each
 * execution, and the statement is applied to each row.
 *
 * Example: two executions of UPDATE account SET pence = pence + $1 WHERE number = $2 become
 *
 *   UPDATE account SET pence = pence + given.a1
 *   FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS given(a1, a2, "#")
 *   WHERE number = given.a2
 *
 * The parameters are then [5, 7] and ["A", "B"]. The column "#" is the number of the execution
 * of a row. Two executions for the same row are merged only if both just add a number. The numbers
 * are summed. Otherwise they stay separate, because an UPDATE changes a row only once.
 */

/** Parameter values for one execution of a statement. */
export type Values = readonly unknown[];

/** Describes how several executions of one statement are merged. */
export interface Mergeable {
  /**
   * Indexes of the parameters that identify the changed row. Two executions with equal values for
   * these parameters change the same row and are not merged.
   */
  readonly keys: readonly number[];
  /**
   * Index of the parameter that the statement adds to a column. Null if the statement does anything
   * else. Two additions to the same row are merged by adding their values.
   */
  readonly adds: number | null;
  /**
   * Returns the text of the merged statement, which reads the table `given` with columns of these
   * types.
   */
  readonly textFor: (types: readonly ColumnType[]) => string;
}

/** SQL type of a column. Null if the column contains only null values. */
export type ColumnType = 'text' | 'bigint' | 'bytea' | null;

/** Returns how executions of a statement are merged, or null if the statement cannot be merged. */
export function mergeableOf({ sql }: Text, answers: 'rows' | 'counts' | 'none'): Mergeable | null {
  const trimmed = sql.trim();
  if (/^SELECT\b/.test(trimmed)) return answers === 'rows' ? mergedSelect(trimmed) : null;
  if (/^INSERT\b/.test(trimmed)) return answers === 'none' ? mergedInsert(trimmed) : null;
  if (!/^(?:UPDATE|DELETE)\b/.test(trimmed)) return null;
  return answers === 'rows' ? null : mergedChange(trimmed, answers === 'counts');
}

function mergedSelect(sql: string): Mergeable {
  return {
    keys: [],
    adds: null,
    textFor: (types) =>
      `SELECT given."#", found.* FROM ${parameterTable(types)} CROSS JOIN LATERAL (${withColumns(sql, types)}) AS found`,
  };
}

function mergedInsert(sql: string): Mergeable | null {
  const form =
    /^(INSERT INTO \w+)\s*\(([^)]*)\)\s*VALUES\s*\(([\s\S]*?)\)\s*(ON CONFLICT[\s\S]*)?$/;
  const [, into, columns, values, conflict = ''] = form.exec(sql) ?? [];
  if (into === undefined || columns === undefined || values === undefined)
    return mergedInsertOfFound(sql);
  const at = columns.split(',').map((column) => column.trim());
  const [, conflictColumns = ''] = conflict.includes('DO UPDATE')
    ? expectDefined(/\(([^)]*)\)/.exec(conflict), 'columns of a conflict')
    : [];
  const indexes = values.split(',').map((value) => Number(value.trim().slice(1)) - 1);
  const keys = conflictColumns
    .split(',')
    .filter((column) => column !== '')
    .map((column) => expectDefined(indexes[at.indexOf(column.trim())], column));
  return {
    keys,
    adds: null,
    textFor: (types) =>
      `${into} (${columns}) SELECT ${withColumns(values, types)} FROM ${parameterTable(types)} ${withColumns(conflict, types)}`,
  };
}

/** Merges an INSERT of the rows that a SELECT finds. The rows get their ids in the order given. */
function mergedInsertOfFound(sql: string): Mergeable | null {
  const [, into, select] = /^(INSERT INTO event \([^)]*\))\s*(SELECT[\s\S]*)$/.exec(sql) ?? [];
  if (into === undefined || select === undefined) return null;
  return {
    keys: [],
    adds: null,
    textFor: (types) =>
      `${into} SELECT found.* FROM ${parameterTable(types)} CROSS JOIN LATERAL (${withColumns(select, types)}) AS found ORDER BY given."#"`,
  };
}

/**
 * Merges an UPDATE or DELETE statement. Its WHERE clause must begin with a comparison of a column
 * to a parameter.
 */
function mergedChange(sql: string, isCounted: boolean): Mergeable | null {
  const form = /^(UPDATE \w+\s+SET [\s\S]*?|DELETE FROM \w+)\s+(WHERE \w+ = \$(\d+)[\s\S]*)$/;
  const [, change, condition, key] = form.exec(sql) ?? [];
  if (change === undefined || condition === undefined) return null;
  const join = change.startsWith('UPDATE') ? 'FROM' : 'USING';
  const returning = isCounted ? ' RETURNING given."#"' : '';
  return {
    keys: [Number(key) - 1],
    adds: isCounted ? null : addedBy(sql),
    textFor: (types) =>
      `${withColumns(change, types)} ${join} ${parameterTable(types)} ${withColumns(condition, types)}${returning}`,
  };
}

/**
 * Returns the index of the parameter that an UPDATE adds to a column. Returns null if the UPDATE
 * also does something else.
 */
function addedBy(sql: string): number | null {
  const form = /^UPDATE \w+\s+SET (\w+) = \1 \+ \$(\d+)\s+WHERE \w+ = \$\d+[^$]*$/;
  const [, , index] = form.exec(sql) ?? [];
  return index === undefined ? null : Number(index) - 1;
}

/**
 * Returns the SQL for the table `given`, which contains the parameter values. Column `#` numbers
 * its rows from 1.
 */
function parameterTable(types: readonly ColumnType[]): string {
  const columns = types.flatMap((type, index) => (type === null ? [] : [{ type, index }]));
  const arrays = columns.map(({ type }, index) => `$${String(index + 1)}::${type}[]`);
  const names = columns.map(({ index }) => `a${String(index + 1)}`);
  return `unnest(${arrays.join(', ')}) WITH ORDINALITY AS given(${[...names, '"#"'].join(', ')})`;
}

/** Replaces the parameters in a statement with the columns of the table `given`. */
function withColumns(text: string, types: readonly ColumnType[]): string {
  return text.replaceAll(/\$(\d+)/g, (_, index: string) =>
    types[Number(index) - 1] === null ? 'NULL' : `given.a${index}`,
  );
}

/**
 * Converts the parameter values of several executions to columns. Columns with only null values are
 * left out.
 */
export function columnsOf(rows: readonly Values[]): {
  readonly types: readonly ColumnType[];
  readonly columns: readonly Values[];
} {
  const width = expectDefined(rows[0], 'a row').length;
  const types: ColumnType[] = [];
  const columns: Values[] = [];
  for (let index = 0; index < width; index += 1) {
    const column = rows.map((row) => row[index]);
    const type = typeOf(column.find((value) => value !== null));
    types.push(type);
    if (type !== null) columns.push(column);
  }
  return { types, columns };
}

function typeOf(value: unknown): ColumnType {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return 'bigint';
  return Buffer.isBuffer(value) ? 'bytea' : 'text';
}
