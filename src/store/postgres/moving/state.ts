import { MOVED_FROM, MOVE_IN_PROGRESS, type Table } from '../../tables.ts';
import { IncompatibleDatabase } from '../compatibility.ts';
import { MIGRATIONS } from '../migrations.ts';
import type { MovingClient } from './client.ts';

/** Number of rows of each table that were moved already. */
export type RowCounts = Readonly<Record<string, number>>;

/** Progress of a move. It is stored in the database until the move is complete. */
export interface MoveProgress {
  /** Identifier of the source. */
  readonly from: string;
  /** Unique for each attempt, so that one of two concurrent moves detects the other. */
  readonly attempt: string;
  readonly moved: RowCounts;
}

/** State of a target database. */
export type TargetState =
  | { readonly kind: 'empty' }
  /** Some rows were moved. The rest of the same source may follow. */
  | { readonly kind: 'begun'; readonly from: string; readonly moved: RowCounts }
  /** All rows were moved. */
  | { readonly kind: 'whole'; readonly from: string };

const EMPTY: TargetState = { kind: 'empty' };

/**
 * Reads the state of a target database without changing it. Throws IncompatibleDatabase if newer
 * code made the database, or if it contains data that no move has written.
 */
export async function stateOf(
  client: MovingClient,
  tables: readonly Table[],
): Promise<TargetState> {
  const found = await client.rows(
    'SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()',
  );
  const names = new Set(found.map(([name]) => name));
  if (names.size === 0) return EMPTY;
  if (!names.has('schema_version')) {
    throw new IncompatibleDatabase(
      'It contains tables of another application. Name a new database.',
    );
  }
  const version = Number(await client.value('SELECT version FROM schema_version'));
  if (version > MIGRATIONS.length) {
    const [here, most] = [String(version), String(MIGRATIONS.length)];
    throw new IncompatibleDatabase(
      `It is at version ${here}, made by newer code. This code knows versions up to ${most}.`,
    );
  }
  if (!names.has('setting')) return EMPTY;
  const setting = (name: string): Promise<string | null> =>
    client.value('SELECT value FROM setting WHERE name = $1', [name]);
  const note = await setting(MOVE_IN_PROGRESS);
  if (note !== null) {
    const { from, moved } = JSON.parse(note) as MoveProgress;
    return { kind: 'begun', from, moved };
  }
  const from = await setting(MOVED_FROM);
  if (from !== null) return { kind: 'whole', from };
  for (const { name } of tables.filter((table) => names.has(table.name))) {
    // The migrations insert the bank's internal accounts.
    const others = name === 'account' ? `WHERE kind <> 'internal'` : '';
    const row = await client.value(`SELECT 1 FROM ${name} ${others} LIMIT 1`);
    if (row === null) continue;
    throw new IncompatibleDatabase(
      'It already contains the data of a deployment. Name a new database.',
    );
  }
  return EMPTY;
}
