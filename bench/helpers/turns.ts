/** What kept the event loop from looking about. */
export type Cause = (typeof CAUSES)[number];

export const CAUSES = [
  'own work',
  'COMMIT',
  'garbage collection',
  'waiting for a core',
  'blocked otherwise',
] as const;

/** The event loop is looked at so often, in milliseconds. */
export const LOOK_EVERY_MS = 1;

/** A turn that comes later than so many milliseconds is late. */
export const LATE_MS = 4;

/** From one look at the event loop to the next; all in milliseconds. */
export interface Turn {
  readonly endedAt: number;
  readonly took: number;
  /** The thread was on a core, whatever it did there. */
  readonly ran: number;
  /** It could have run, but others had the cores. */
  readonly waited: number;
  /** It was in a COMMIT, without having waited for a core: altogether, and on a core. */
  readonly commit: number;
  readonly commitRan: number;
}

/** The thread stood still for garbage to be collected; in milliseconds. */
export interface Pause {
  readonly startedAt: number;
  readonly took: number;
}

/** What was seen of an event loop, as far as turns were long. */
export interface Seen {
  readonly turns: readonly Turn[];
  readonly pauses: readonly Pause[];
}

/** How many turns were late. */
export interface LateTurns {
  readonly all: number;
  /** By what the largest part of each went to. */
  readonly by: Readonly<Record<Cause, number>>;
  /** Those in which the thread itself ran for longer than that, whatever else there was. */
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

/** What a turn's time went to, in milliseconds. */
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
