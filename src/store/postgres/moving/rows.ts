import { expectDefined } from '../../../shared/assert.ts';
import type { Row, Table, Value } from '../../tables.ts';
import type { MovingClient, TextRow } from './client.ts';

/** Rows that are read back at a time. */
const ROWS_READ = 1000;

/** What an account of the bank's own holds here: the sum of its transfers tells it. */
const OWN_BALANCE = 0n;

/**
 * A row as it lies here. The bank's own accounts keep no balance, so that no row is changed by
 * every booking.
 */
function placed({ name, columns }: Table, row: Row): Row {
  if (name !== 'account' || row[columns.indexOf('kind')] !== 'internal') return row;
  const balance = columns.indexOf('balance_pence');
  return row.map((value, place) => (place === balance ? OWN_BALANCE : value));
}

/** The columns of a table that are not worked out from others, with their types. */
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

/** Inserts rows, all in one statement. Those of the bank's own accounts may be there already. */
export async function insert(
  client: MovingClient,
  table: Table,
  types: ReadonlyMap<string, string>,
  rows: readonly Row[],
): Promise<void> {
  const { name, columns } = table;
  const lists = columns.map((column, place) => {
    const type = expectDefined(types.get(column), `${name}.${column}`);
    return `$${String(place + 1)}::${type}[]`;
  });
  const given = columns.map((_, place) => rows.map((row) => placed(table, row)[place]));
  await client.rows(
    `INSERT INTO ${name} (${columns.join(', ')}) SELECT * FROM unnest(${lists.join(', ')})
     ${name === 'account' ? 'ON CONFLICT (number) DO NOTHING' : ''}`,
    given,
  );
}

/** Reads a table back in the order of its key, within the transaction that is open. */
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
 * Reads a table back and holds it against the rows that it should have, one by one; the key of the
 * first that differs, undefined where none does.
 *
 * @param ofHere whether a row is one that only this database has
 */
export async function differenceIn(
  client: MovingClient,
  table: Table,
  expected: Iterable<Row>,
  ofHere: (row: TextRow) => boolean,
): Promise<string | undefined> {
  const wanted = expected[Symbol.iterator]();
  const { columns, key } = table;
  const keyOf = (row: TextRow): string =>
    key.map((column) => row[columns.indexOf(column)] ?? '').join(', ');
  try {
    for await (const found of readBack(client, table)) {
      if (ofHere(found)) continue;
      const next = wanted.next();
      if (next.done === true) return `${keyOf(found)}, which is one too many`;
      const row = placed(table, next.value).map(textOf);
      if (row.some((value, place) => value !== found[place])) return keyOf(row);
    }
    const missing = wanted.next();
    return missing.done === true
      ? undefined
      : `${keyOf(missing.value.map(textOf))}, which is missing`;
  } finally {
    wanted.return?.();
  }
}

/** A value as PostgreSQL tells it. */
function textOf(value: Value): string | null {
  if (value === null) return null;
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value);
}
