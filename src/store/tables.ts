/*
 * Common format in which whole tables are copied from SQLite to PostgreSQL. The rows are copied as
 * stored, without the checks of the repositories.
 */

/** A table that exists in both databases, with its stored columns. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The values of a row. Integers are `bigint`, so that no digit is lost. */
export type Row = readonly (string | bigint | Buffer | null)[];

/** Name of the setting of a target database whose rows were copied but not verified yet. */
export const MOVE_IN_PROGRESS = 'move.in-progress';

/** Name of the setting that records the source of the copied rows. */
export const MOVED_FROM = 'move.from';

/** Name of the setting that records where the move stores the payment files. */
export const MOVED_FILES = 'move.files';

/** Name of the setting that records the database that the rows were moved to. */
export const MOVED_TO = 'move.to';

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
    'The move to this database is incomplete. Run npx pisctl move again to complete it, then start.',
  );
}
