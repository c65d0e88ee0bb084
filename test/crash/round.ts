import { Dice } from './dice.ts';

/** How long the service is under load before it is killed, in milliseconds. */
const LOAD_MS = [50, 2500] as const;
/** A kill during start-up comes before this part of what the start before it took, in per cent. */
const KILLED_START_PERCENT = [0, 110] as const;
/** How many times in a row a start may be killed. */
const MAX_KILLED_STARTS = 2;

/** Every so many-th round the clock is moved by days, without other load. */
const LEAP_EVERY = 2;
/** How long that lasts before the service is killed, in milliseconds. */
const LEAP_MS = [0, 250] as const;

/** Every so many-th round ends with SIGTERM instead of a kill. */
const STOP_EVERY = 3;

/** What is done to the service in a round. */
export interface RoundPlan {
  /** Starts that are killed before the one that counts: when, as a part of what a start takes. */
  readonly killedStartsPercent: readonly number[];
  readonly loadMs: number;
  /** Whether the load is nothing but moves of the clock, by days. */
  readonly isLeap: boolean;
  /** SIGTERM instead of a kill. */
  readonly isStopped: boolean;
  /** Whether an audit opens what is left before the service does. */
  readonly isAuditedDown: boolean;
}

/** The same seed and round give the same plan. */
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
