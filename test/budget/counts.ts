/** The name of a counted operation. It is also the heading of its column. */
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

/** Key under which the threads of a counted service share state. */
export const SHARED = 'test/budget';

/** The message that asks a service for its counts since the previous such message. */
export const ASK = 'counts';

/** The service's response with its counts. */
export interface Told {
  readonly counts: Counts;
  /** The SQL statements that were executed, in order, each on one line. */
  readonly statements: readonly string[];
}
