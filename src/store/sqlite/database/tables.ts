import type { Row, Table } from '../../tables.ts';
import type { Database } from './database.ts';

/** Tables that each engine has for itself and that are not copied. */
const OWN_TABLES: ReadonlySet<string> = new Set(['migration']);

interface ColumnInfo {
  readonly name: string;
  /** Position in the primary key, from 1. 0: not part of it. */
  readonly pk: number;
}

/**
 * Returns all tables with their stored columns, without generated ones. A table comes after those
 * that it refers to.
 */
export function tablesOf(database: Database): readonly Table[] {
  const names = database
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema
       WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`,
    )
    .pluck()
    .all()
    .filter((name) => !OWN_TABLES.has(name));
  const inOrder = new Set<string>();
  const put = (name: string): void => {
    if (inOrder.has(name)) return;
    for (const { table } of foreignKeys(database, name)) if (table !== name) put(table);
    inOrder.add(name);
  };
  for (const name of names) put(name);
  return [...inOrder].map((name) => tableOf(database, name));
}

function foreignKeys(database: Database, name: string): readonly { readonly table: string }[] {
  return database.pragma(`foreign_key_list(${name})`) as { table: string }[];
}

function tableOf(database: Database, name: string): Table {
  const columns = database.pragma(`table_info(${name})`) as ColumnInfo[];
  const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
  return { name, columns: columns.map((column) => column.name), key: key.map(({ name }) => name) };
}

export function countRows(database: Database, { name }: Table): number {
  return database.prepare<[], number>(`SELECT COUNT(*) FROM ${name}`).pluck().get() ?? 0;
}

/**
 * Returns the rows of a table ordered by its key, after the first `skipped`. The connection must
 * not be used otherwise during the iteration.
 */
export function rowsOf(
  database: Database,
  { name, columns, key }: Table,
  skipped = 0,
): IterableIterator<Row> {
  return database
    .prepare<[number], Row>(
      `SELECT ${columns.join(', ')} FROM ${name} ORDER BY ${key.join(', ')} LIMIT -1 OFFSET ?`,
    )
    .safeIntegers()
    .raw()
    .iterate(skipped);
}
