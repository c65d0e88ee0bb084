/*
 * Rows as they go from one engine to another: whole tables, which neither engine's rules look at.
 */

/** A table that both engines have. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of its primary key, by which its rows are in order. */
  readonly key: readonly string[];
}

/** A value as SQLite has it; whole numbers as they are, however large. */
export type Value = string | bigint | Buffer | null;

/** A row's values, in the order of its table's columns. */
export type Row = readonly Value[];

/** The setting of a database that rows are moved into: it is not whole as long as this is there. */
export const MOVE_IN_PROGRESS = 'move.under-way';

/** The setting that tells where the rows of a whole database came from. */
export const MOVED_FROM = 'move.from';

/** The setting of a database whose rows are elsewhere by now: where. */
export const MOVED_TO = 'move.to';

/** What a move notes in either database, and does not take along. */
export const MOVE_SETTINGS: readonly string[] = [MOVE_IN_PROGRESS, MOVED_FROM, MOVED_TO];

/**
 * Holds a store against what a move noted in it. Throws with a sentence where it is not whole yet,
 * or where its rows are elsewhere: two services that do the same due work pay it twice.
 */
export async function assertNotMoved(store: {
  readSetting(name: string): Promise<string | undefined>;
}): Promise<void> {
  const to = await store.readSetting(MOVED_TO);
  if (to !== undefined) throw new Error(`All of it was moved to ${to}: set PIS_STORE to that.`);
  if ((await store.readSetting(MOVE_IN_PROGRESS)) === undefined) return;
  throw new Error('It is half moved: repeat npm run move, which goes on, and then start.');
}
