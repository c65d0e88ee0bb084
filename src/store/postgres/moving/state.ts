import { MOVED_FROM, MOVE_IN_PROGRESS, type Table } from '../../tables.ts';
import { IncompatibleDatabase } from '../compatibility.ts';
import { MIGRATIONS } from '../migrations/index.ts';
import type { MovingClient } from './client.ts';

/** Rows of each table that are there already. */
export type Moved = Readonly<Record<string, number>>;

/** What a move notes in the database until all is there. */
export interface Note {
  /** What the source is known by. */
  readonly from: string;
  /** Another one for each attempt: of two at once, one finds the other's. */
  readonly attempt: string;
  readonly moved: Moved;
}

/** How a database stands that something is to be moved into. */
export type TargetState =
  | { readonly kind: 'empty' }
  /** Part of it is there; the rest of the same source may follow. */
  | { readonly kind: 'begun'; readonly from: string; readonly moved: Moved }
  /** All of it is there. */
  | { readonly kind: 'whole'; readonly from: string };

const EMPTY: TargetState = { kind: 'empty' };

/**
 * How a database stands; changes nothing. Throws UnfitDatabase where it is of newer code, or has
 * anything that no move has put there.
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
  if (!names.has('migration')) {
    throw new IncompatibleDatabase('It has tables of something else. Name a new database.');
  }
  const version = Number(await client.value('SELECT COUNT(*) FROM migration'));
  if (version > MIGRATIONS.length) {
    const [here, most] = [String(version), String(MIGRATIONS.length)];
    throw new IncompatibleDatabase(
      `It is at version ${here}, made by newer code; this code knows versions up to ${most}.`,
    );
  }
  if (!names.has('setting')) return EMPTY;
  const setting = (name: string): Promise<string | null> =>
    client.value('SELECT value FROM setting WHERE name = $1', [name]);
  const note = await setting(MOVE_IN_PROGRESS);
  if (note !== null) {
    const { from, moved } = JSON.parse(note) as Note;
    return { kind: 'begun', from, moved };
  }
  const from = await setting(MOVED_FROM);
  if (from !== null) return { kind: 'whole', from };
  for (const { name } of tables.filter((table) => names.has(table.name))) {
    // The bank's own accounts are laid with the tables.
    const others = name === 'account' ? `WHERE kind <> 'internal'` : '';
    const row = await client.value(`SELECT 1 FROM ${name} ${others} LIMIT 1`);
    if (row === null) continue;
    throw new IncompatibleDatabase('It has the data of a deployment already. Name a new database.');
  }
  return EMPTY;
}
