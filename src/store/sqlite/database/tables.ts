import type { Row, Table } from '../../tables.ts';
import type { Database } from './database.ts';

/** What each engine keeps for itself. */
const OWN_TABLES: ReadonlySet<string> = new Set(['migration']);

interface ColumnInfo {
  readonly name: string;
  /** Its place in the primary key, from 1; 0: it is none of it. */
  readonly pk: number;
}

/** Every table with its columns (none that is worked out), those that others refer to first. */
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
  return { name, columns: columns.map((column) => column.name), key: key.map((one) => one.name) };
}

export function countRows(database: Database, { name }: Table): number {
  return database.prepare<[], number>(`SELECT COUNT(*) FROM ${name}`).pluck().get() ?? 0;
}

/**
 * The rows of a table in the order of its key, after the first `skipped`. Nothing else is asked of
 * the database meanwhile.
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
