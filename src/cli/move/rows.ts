import type { RowCounts } from '../../store/postgres/moving/state.ts';
import type { MovingTarget } from '../../store/postgres/moving/target.ts';
import type { MoveSource } from '../../store/sqlite/move-source.ts';
import type { Row } from '../../store/tables.ts';
import { reportProgress, type CliContext } from '../program.ts';

/** Limits of one batch of rows: number of rows, and approximate number of characters. */
const BATCH_ROWS = 1000;
const BATCH_CHARACTERS = 4 * 1024 * 1024;

/** Copies the rows that are not in the target yet, in batches. Returns the total number of rows. */
export async function copyRows(
  source: MoveSource,
  target: MovingTarget,
  moved: RowCounts,
  print: CliContext['print'],
): Promise<number> {
  const { tables } = source;
  const all = tables.reduce((sum, table) => sum + source.count(table), 0);
  const onProgress = reportProgress(print, 'Rows');
  let done = 0;
  for (const table of tables) {
    const before = moved[table.name] ?? 0;
    done += before;
    for (const rows of batchesOf(source.rows(table, before))) {
      await target.put(table, rows);
      done += rows.length;
      onProgress(done, all);
    }
  }
  return done;
}

function* batchesOf(rows: Iterable<Row>): Iterable<readonly Row[]> {
  let batch: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    batch.push(row);
    for (const value of row) if (typeof value === 'string') characters += value.length;
    if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Compares the rows of all tables with the source, one by one. Returns a sentence for each table
 * that differs.
 * @param added names of settings that only the target has
 */
export async function compareRows(
  source: MoveSource,
  target: MovingTarget,
  added: readonly string[],
): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const table of source.tables) {
    const rows = source.rows(table);
    const expected =
      table.name === 'setting' ? without(rows, ([name]) => added.includes(String(name))) : rows;
    const differs = await target.differenceIn(table, expected, added);
    if (differs !== undefined) findings.push(`Table ${table.name} differs at ${differs}.`);
  }
  return findings;
}

function* without(rows: Iterable<Row>, isLeftOut: (row: Row) => boolean): Iterable<Row> {
  for (const row of rows) if (!isLeftOut(row)) yield row;
}
