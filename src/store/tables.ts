/*
 * Common format in which whole tables are copied from SQLite to PostgreSQL. The rows are copied as
 * stored, without the checks of the repositories.
 */

/** A table that exists in both databases. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns of the primary key. Rows are read in the order of this key. */
  readonly key: readonly string[];
}

/** A column value as SQLite returns it. Integers are `bigint`, so that no digit is lost. */
export type Value = string | bigint | Buffer | null;

/** The values of one row, in the order of the table's columns. */
export type Row = readonly Value[];

/**
 * Name of the setting that marks a database as incomplete. It is removed when all rows have been
 * copied.
 */
export const MOVE_IN_PROGRESS = 'move.under-way';

/** Name of the setting that records the source of the copied rows. */
export const MOVED_FROM = 'move.from';

/** Name of the setting that records the database that the rows were moved to. */
export const MOVED_TO = 'move.to';

/** Settings that the move writes itself and does not copy. */
export const MOVE_SETTINGS: readonly string[] = [MOVE_IN_PROGRESS, MOVED_FROM, MOVED_TO];

/**
 * Throws if a move has left the store incomplete, or has moved its data to another database. Two
 * services that execute the same due work would pay it twice.
 */
export async function assertNotMoved(store: {
  readSetting(name: string): Promise<string | undefined>;
}): Promise<void> {
  const to = await store.readSetting(MOVED_TO);
  if (to !== undefined)
    throw new Error(`The data was moved to ${to}. Set PIS_DATABASE_URL to that database.`);
  if ((await store.readSetting(MOVE_IN_PROGRESS)) === undefined) return;
  throw new Error(
    'The move to this database is incomplete. Run npx pisctl move again to resume it, then start.',
  );
}
