/** What is counted of a service, in all of its threads; a heading of the table. */
export type Counted = (typeof COUNTED)[number];

export const COUNTED = [
  'statements',
  'commits',
  'token look-ups',
  'SHA-256',
  'strict parses',
  'JSON.parse',
  'worker messages',
  'bytes copied',
] as const;

export type Counts = Readonly<Record<Counted, number>>;

/** Under this name the threads of a counted service find what they share. */
export const SHARED = 'test/budget';

/** The message that asks a counted service what there was since it was asked before. */
export const ASK = 'counts';

/** Its answer. */
export interface Told {
  readonly counts: Counts;
  /** The SQL statements in their order, each on one line. */
  readonly statements: readonly string[];
}
