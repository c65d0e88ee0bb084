/** A counted operation in all threads of a service. It is also a column heading. */
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

/** Name of the state that the threads of a counted service share. */
export const SHARED = 'test/budget';

/** The message that requests the counts since the previous request. */
export const ASK = 'counts';

/** The response with the counts. */
export interface Told {
  readonly counts: Counts;
  /** The SQL statements in order, each on one line. */
  readonly statements: readonly string[];
}
