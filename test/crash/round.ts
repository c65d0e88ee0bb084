import { Dice } from './random.ts';

/** Time under load before the service is killed, in milliseconds. */
const LOAD_MS = [50, 2500] as const;
/** Time of a kill during a start, in per cent of the duration of the previous start. */
const KILLED_START_PERCENT = [0, 110] as const;
/** Maximum number of killed starts in a row. */
const MAX_KILLED_STARTS = 2;

/** Number of rounds after which the clock is moved by days, without other load. */
const LEAP_EVERY = 2;
/** Duration of such a round before the service is killed, in milliseconds. */
const LEAP_MS = [0, 250] as const;

/** Number of rounds after which one ends with SIGTERM instead of a kill. */
const STOP_EVERY = 3;

/** The events of a round. */
export interface RoundPlan {
  /** Times of the killed starts, as a part of the duration of a start. */
  readonly killedStartsPercent: readonly number[];
  readonly loadMs: number;
  /** True if the load only moves the clock by days. */
  readonly isLeap: boolean;
  /** True for SIGTERM instead of a kill. */
  readonly isStopped: boolean;
  /** True if an audit opens the data before the service does. */
  readonly isAuditedDown: boolean;
}

/** Returns the plan of a round. The same seed and round give the same plan. */
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
  };
}
