import { expectDefined } from '../../../shared/assert.ts';
import type { Text } from './sql-text.ts';

/*
 * One statement in the place of many that differ by their parameters alone: the parameters become
 * columns of a table, and the statement is done for each of its rows.
 */

/** What is given to a statement. */
export type Values = readonly unknown[];

/** A statement as it can be merged with others of its text. */
export interface Mergeable {
  /** What the changed rows are told by: no two that are merged may have it in common. */
  readonly keys: readonly number[];
  /** What two that have it in common come to by adding this; null where they are two. */
  readonly adds: number | null;
  /** The text over a table `given`, for columns of these types. */
  readonly textFor: (types: readonly ColumnType[]) => string;
}

/** The type of a column; null where nothing but null is given. */
export type ColumnType = 'text' | 'bigint' | 'bytea' | null;

/** How a statement is merged; null where it cannot be. */
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
      `SELECT given."#", found.* FROM ${given(types)} CROSS JOIN LATERAL (${over(sql, types)}) AS found`,
  };
}

function mergedInsert(sql: string): Mergeable | null {
  const form =
    /^(INSERT INTO \w+)\s*\(([^)]*)\)\s*VALUES\s*\(([\s\S]*?)\)\s*(ON CONFLICT[\s\S]*)?$/;
  const [, into, columns, values, conflict = ''] = form.exec(sql) ?? [];
  if (into === undefined || columns === undefined || values === undefined) return null;
  const at = columns.split(',').map((column) => column.trim());
  const [, conflictColumns = ''] = conflict.includes('DO UPDATE')
    ? expectDefined(/\(([^)]*)\)/.exec(conflict), 'columns of a conflict')
    : [];
  const places = values.split(',').map((value) => Number(value.trim().slice(1)) - 1);
  const keys = conflictColumns
    .split(',')
    .filter((column) => column !== '')
    .map((column) => expectDefined(places[at.indexOf(column.trim())], column));
  return {
    keys,
    adds: null,
    textFor: (types) =>
      `${into} (${columns}) SELECT ${over(values, types)} FROM ${given(types)} ${over(conflict, types)}`,
  };
}

/** An UPDATE or DELETE whose rows are told by one column, first of all. */
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
      `${over(change, types)} ${join} ${given(types)} ${over(condition, types)}${returning}`,
  };
}

/** The parameter that an UPDATE adds to what its row has, where it does nothing else. */
function addedBy(sql: string): number | null {
  const form = /^UPDATE \w+\s+SET (\w+) = \1 \+ \$(\d+)\s+WHERE \w+ = \$\d+[^$]*$/;
  const [, , place] = form.exec(sql) ?? [];
  return place === undefined ? null : Number(place) - 1;
}

/** The table of what is given, a row for each, with its number from 1 on. */
function given(types: readonly ColumnType[]): string {
  const columns = types.flatMap((type, place) => (type === null ? [] : [{ type, place }]));
  const arrays = columns.map(({ type }, place) => `$${String(place + 1)}::${type}[]`);
  const names = columns.map(({ place }) => `a${String(place + 1)}`);
  return `unnest(${arrays.join(', ')}) WITH ORDINALITY AS given(${[...names, '"#"'].join(', ')})`;
}

/** A text whose parameters are columns of that table. */
function over(text: string, types: readonly ColumnType[]): string {
  return text.replaceAll(/\$(\d+)/g, (_, place: string) =>
    types[Number(place) - 1] === null ? 'NULL' : `given.a${place}`,
  );
}

/** The columns of what is given to each; those that are null throughout are left out. */
export function columnsOf(rows: readonly Values[]): {
  readonly types: readonly ColumnType[];
  readonly columns: readonly Values[];
} {
  const width = expectDefined(rows[0], 'a row').length;
  const types: ColumnType[] = [];
  const columns: Values[] = [];
  for (let place = 0; place < width; place += 1) {
    const column = rows.map((row) => row[place]);
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
