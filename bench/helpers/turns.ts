/** The main cause of a late turn of the event loop. */
export type Cause = (typeof CAUSES)[number];

export const CAUSES = [
  'own work',
  'COMMIT',
  'garbage collection',
  'waiting for a core',
  'blocked otherwise',
] as const;

/** Interval at which the event loop is checked, in milliseconds. */
export const LOOK_EVERY_MS = 1;

/** Delay in milliseconds above which a turn is late. */
export const LATE_MS = 4;

/** The time from one check of the event loop to the next. All values are in milliseconds. */
export interface Turn {
  readonly endedAt: number;
  readonly took: number;
  /** Time in which the thread was on a core. */
  readonly ran: number;
  /** Time in which the thread was ready to run, but other threads had the cores. */
  readonly waited: number;
  /** Time in a COMMIT without waiting for a core: in total, and the part on a core. */
  readonly commit: number;
  readonly commitRan: number;
}

/** A garbage collection pause of the thread, in milliseconds. */
export interface Pause {
  readonly startedAt: number;
  readonly took: number;
}

/** The long turns of an event loop, and its garbage collection pauses. */
export interface Seen {
  readonly turns: readonly Turn[];
  readonly pauses: readonly Pause[];
}

/** Number of late turns. */
export interface LateTurns {
  readonly all: number;
  /** Late turns by the cause that took the largest part of each. */
  readonly by: Readonly<Record<Cause, number>>;
  /** Late turns in which the thread itself ran for longer than the limit. */
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

/** Splits a turn's time by cause, in milliseconds. */
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
