import { Dice } from './random.ts';

/** Minimum and maximum time under load until the service is killed, in milliseconds. */
const LOAD_MS = [50, 2500] as const;
/**
 * Minimum and maximum time of a kill during a start, in per cent of the previous start's duration.
 */
const KILLED_START_PERCENT = [0, 110] as const;
/** Maximum number of starts in a row that are killed. */
const MAX_KILLED_STARTS = 2;

/** One in this many rounds only moves the clock by days, without other load. */
const LEAP_EVERY = 2;
/** Minimum and maximum duration of such a round until the service is killed, in milliseconds. */
const LEAP_MS = [0, 250] as const;

/** Minimum and maximum time from a confirmation of an operator until the kill, in milliseconds. */
const CONFIRMATION_MS = [0, 30] as const;

/** Minimum and maximum time from the writing of the index until the kill, in milliseconds. */
const INDEXING_MS = [-100, 600] as const;

/** One in this many rounds ends with SIGTERM instead of a kill. */
const STOP_EVERY = 3;

/** The plan of a round: how it loads the service and how it ends it. */
export interface RoundPlan {
  /** When each killed start is killed, in per cent of a start's duration. */
  readonly killedStartsPercent: readonly number[];
  readonly loadMs: number;
  /** True if the round only moves the clock by days. */
  readonly isLeap: boolean;
  /** True if the round ends with SIGTERM instead of a kill. */
  readonly isStopped: boolean;
  /** True if the data is audited before the service opens it again. */
  readonly isAuditedDown: boolean;
  /**
   * The folder of the exchange with a payment hub in which the next change ends the round, after
   * `loadMs`. Null if only the time decides.
   */
  readonly endsAtChangeIn: 'to-hub' | 'from-hub' | null;
  /** True if a temporary file is such a change too. Otherwise the change is of a complete file. */
  readonly isTemporaryChange: boolean;
  /**
   * The round ends this many milliseconds after the next confirmation of an operator, not before
   * `loadMs`. Null if only the time decides.
   */
  readonly endsAfterConfirmationMs: number | null;
  /**
   * The round ends this many milliseconds after the service may have begun to write the search
   * index, not before `loadMs`. Null if only the time decides.
   */
  readonly endsAfterIndexingMs: number | null;
  /** True if the payment hub starts before the service. */
  readonly isHubFirst: boolean;
  /** True if the payment hub is killed at the same time as the service. */
  readonly isHubKilled: boolean;
}

/** Plans a round. The same seed and round number give the same plan. */
export function planRound(seed: number, round: number): RoundPlan {
  const dice = new Dice(seed, `round ${String(round)}`);
  const isLeap = round % LEAP_EVERY === 0;
  const [leastMs, mostMs] = isLeap ? LEAP_MS : LOAD_MS;
  const killedStarts = dice.between(0, MAX_KILLED_STARTS);
  return {
    killedStartsPercent: Array.from({ length: killedStarts }, () =>
      dice.between(...KILLED_START_PERCENT),
    ),
    loadMs: dice.between(leastMs, mostMs),
    isLeap,
    isStopped: round % STOP_EVERY === 0,
    isAuditedDown: dice.chance(0.5),
    endsAtChangeIn: dice.pick(['to-hub', 'to-hub', 'from-hub', null]),
    isTemporaryChange: dice.chance(0.3),
    isHubFirst: dice.chance(0.5),
    isHubKilled: dice.chance(0.5),
    endsAfterIndexingMs: dice.chance(0.15) ? dice.between(...INDEXING_MS) : null,
    endsAfterConfirmationMs: dice.chance(0.7) ? dice.between(...CONFIRMATION_MS) : null,
  };
}
