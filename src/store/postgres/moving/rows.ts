import { expectDefined } from '../../../shared/assert.ts';
import type { Row, Table, Value } from '../../tables.ts';
import type { MovingClient, TextRow } from './client.ts';

/** Number of rows that are read back at a time. */
const ROWS_READ = 1000;

/**
 * Balance of the bank's internal accounts in PostgreSQL. The real balance is the sum of their
 * transfers.
 */
const INTERNAL_BALANCE = 0n;

/**
 * Returns a row as PostgreSQL stores it. The bank's internal accounts store no balance, because
 * every booking would otherwise change the same row.
 */
function rowForTarget({ name, columns }: Table, row: Row): Row {
  if (name !== 'account' || row[columns.indexOf('kind')] !== 'internal') return row;
  const balance = columns.indexOf('balance_pence');
  return row.map((value, index) => (index === balance ? INTERNAL_BALANCE : value));
}

/** Returns the columns of a table and their types, without generated columns. */
export async function typesOf(
  client: MovingClient,
  { name }: Pick<Table, 'name'>,
): Promise<ReadonlyMap<string, string>> {
  const rows = await client.rows(
    `SELECT column_name, data_type FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER'`,
    [name],
  );
  return new Map(rows.map(([column, type]) => [column ?? '', type ?? '']));
}

/** Inserts rows in one statement. Internal accounts of the bank that already exist are skipped. */
export async function insert(
  client: MovingClient,
  table: Table,
  types: ReadonlyMap<string, string>,
  rows: readonly Row[],
): Promise<void> {
  const { name, columns } = table;
  const lists = columns.map((column, index) => {
    const type = expectDefined(types.get(column), `${name}.${column}`);
    return `$${String(index + 1)}::${type}[]`;
  });
  const given = columns.map((_, index) => rows.map((row) => rowForTarget(table, row)[index]));
  await client.rows(
    `INSERT INTO ${name} (${columns.join(', ')}) SELECT * FROM unnest(${lists.join(', ')})
     ${name === 'account' ? 'ON CONFLICT (number) DO NOTHING' : ''}`,
    given,
  );
}

/** Reads a table in the order of its key, within the open transaction. */
async function* readBack(client: MovingClient, { name, columns, key }: Table) {
  await client.rows(
    `DECLARE held NO SCROLL CURSOR FOR
     SELECT ${columns.join(', ')} FROM ${name} ORDER BY ${key.join(', ')}`,
  );
  for (;;) {
    const rows = await client.rows(`FETCH ${String(ROWS_READ)} FROM held`);
    yield* rows;
    if (rows.length < ROWS_READ) break;
  }
  await client.rows('CLOSE held');
}

/**
 * Compares a table row by row with the expected rows. Returns the key of the first difference, or
 * undefined if there is none.
 *
 * @param isOnlyHere returns true for a row that only this database has
 */
export async function differenceIn(
  client: MovingClient,
  table: Table,
  expected: Iterable<Row>,
  isOnlyHere: (row: TextRow) => boolean,
): Promise<string | undefined> {
  const wanted = expected[Symbol.iterator]();
  const { columns, key } = table;
  const keyOf = (row: TextRow): string =>
    key.map((column) => row[columns.indexOf(column)] ?? '').join(', ');
  try {
    for await (const found of readBack(client, table)) {
      if (isOnlyHere(found)) continue;
      const next = wanted.next();
      if (next.done === true) return `${keyOf(found)}, which is not in the source`;
      const row = rowForTarget(table, next.value).map(textOf);
      if (row.some((value, index) => value !== found[index])) return keyOf(row);
    }
    const missing = wanted.next();
    return missing.done === true
      ? undefined
      : `${keyOf(missing.value.map(textOf))}, which is missing`;
  } finally {
    wanted.return?.();
  }
}

/** Returns a value as the text that PostgreSQL sends for it. */
function textOf(value: Value): string | null {
  if (value === null) return null;
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value);
}
