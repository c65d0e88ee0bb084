/** The main reason why a turn of the event loop was late. */
export type Cause = (typeof CAUSES)[number];

export const CAUSES = [
  'own work',
  'COMMIT',
  'garbage collection',
  'waiting for a core',
  'blocked otherwise',
] as const;

/** Interval in milliseconds at which the event loop is checked. */
export const LOOK_EVERY_MS = 1;

/** Delay in milliseconds above which a turn counts as late. */
export const LATE_MS = 4;

/**
 * One turn of the event loop: the time from one check to the next. All values are in milliseconds.
 */
export interface Turn {
  readonly endedAt: number;
  readonly took: number;
  /** Time during which the thread was running on a core. */
  readonly ran: number;
  /** Time during which the thread was ready to run, but all cores were in use. */
  readonly waited: number;
  /**
   * Time spent in COMMIT without waiting for a core. `commit` is the total, and the second value is
   * the part on a core.
   */
  readonly commit: number;
  readonly commitRan: number;
}

/** A garbage collection pause of the thread, in milliseconds. */
export interface Pause {
  readonly startedAt: number;
  readonly took: number;
}

/** The late turns of an event loop, and the garbage collection pauses. */
export interface Seen {
  readonly turns: readonly Turn[];
  readonly pauses: readonly Pause[];
}

/** Number of late turns. */
export interface LateTurns {
  readonly all: number;
  /** Number of late turns by cause. The cause of a turn is the one that took the most time. */
  readonly by: Readonly<Record<Cause, number>>;
  /** Number of late turns in which the thread itself ran for longer than the limit. */
  readonly own: number;
}

export function lateTurns({ turns, pauses }: Seen): LateTurns {
  const late = turns.filter(({ took }) => took - LOOK_EVERY_MS > LATE_MS);
  const by = Object.fromEntries(CAUSES.map((cause) => [cause, 0])) as Record<Cause, number>;
  for (const turn of late) by[causeOf(turn, pauses)] += 1;
  return { all: late.length, by, own: late.filter(({ ran }) => ran > LATE_MS).length };
}

function causeOf(turn: Turn, pauses: readonly Pause[]): Cause {
  const parts = partsOf(turn, pauses);
  return CAUSES.reduce((most, cause) => (parts[cause] > parts[most] ? cause : most));
}

/** Splits the duration of a turn by cause, in milliseconds. */
export function partsOf(turn: Turn, pauses: readonly Pause[]): Readonly<Record<Cause, number>> {
  const { endedAt, took, ran, waited, commit, commitRan } = turn;
  const startedAt = endedAt - took;
  const garbage = pauses.reduce((sum, pause) => {
    const [from, to] = [pause.startedAt, pause.startedAt + pause.took];
    return sum + Math.max(0, Math.min(to, endedAt) - Math.max(from, startedAt));
  }, 0);
  return {
    'own work': Math.max(0, ran - commitRan - garbage),
    COMMIT: commit,
    'garbage collection': garbage,
    'waiting for a core': waited,
    'blocked otherwise': Math.max(0, took - LOOK_EVERY_MS - ran - waited - (commit - commitRan)),
  };
}
