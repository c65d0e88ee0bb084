import { setTimeout as wait } from 'node:timers/promises';
import { NoAnswer } from '../../test-client/transport.ts';
import { DAY_MS, formatInstant, SECOND_MS, type Instant } from '../../src/shared/time.ts';
import type { Reply, Tpp } from '../helpers/tpp.ts';
import type { Dice } from './random.ts';
import { settleAll } from './requests.ts';
import { cancel } from './cancellations.ts';
import { advance, tppOf, type Tpps } from './journey.ts';
import type { ServiceProcess } from './service-process.ts';
import { TurnedAway, Violation, type Story } from './story.ts';

const MINUTE_MS = 60 * SECOND_MS;

/** Number of clients that work in parallel. */
const CLIENTS = 6;

/** Number of times that a client reads a payment before it begins its next story. */
const LOOKS = 20;

/**
 * Minimum and maximum minutes by which one step moves the clock, and the maximum number of steps in
 * a load.
 */
const MOVE_MINUTES = [5, 180] as const;
export const MAX_MOVES = 5;

/** Minimum and maximum pause between two moves of the clock, in milliseconds. */
export const MOVE_PAUSE_MS = [100, 500] as const;

/**
 * Minimum and maximum days by which one jump moves the clock, and the maximum number of jumps in a
 * load.
 */
const LEAP_DAYS = [1, 4] as const;
export const MAX_LEAPS = 3;

/** The inputs of a task that moves the service's clock. */
export interface ClockHand {
  readonly tpps: Tpps;
  readonly dice: Dice;
  /** Maximum difference between the clocks of the nodes, in milliseconds. */
  readonly apartMs?: number;
  readonly clockAcknowledged: (now: Instant) => void;
  /**
   * The moves without a response. A paused node may still perform one of them. Absent if a service
   * without a response has ended.
   */
  readonly lostMoves?: LostMoves;
}

/** Remembers how far moves of the clock may take it whose response was lost. */
export class LostMoves {
  #furthestMs = -Infinity;

  add(to: Instant): void {
    this.#furthestMs = Math.max(this.#furthestMs, to - Date.now());
  }

  /** Returns true if one of these moves may have taken the clock beyond a time. */
  mayHavePassed(to: Instant): boolean {
    return to <= Date.now() + this.#furthestMs;
  }
}

/** Thrown if the clock is already later than the time to which it should move. */
class ClockAhead extends Violation {}

export interface Load extends ClockHand {
  readonly service: Pick<ServiceProcess, 'isDoomed'>;
  readonly nextStory: () => Story;
  readonly report: (error: unknown) => void;
}

/** The inputs of a task that moves the clock by days while customers cancel payments. */
export interface LeapingHand extends ClockHand {
  readonly toCancel: () => readonly Story[];
}

/** A load that moves the clock by days, and runs no other stories. */
export type Leaps = Load & LeapingHand;

/**
 * Runs clients with stories and one task that moves the clock, until the service stops responding.
 * Reports every Violation. Reports other errors only if the service was not asked to end.
 */
export async function runLoad(load: Load): Promise<void> {
  const clients = Array.from({ length: CLIENTS }, () => untilGone(load, bringStories));
  await Promise.all([...clients, untilGone(load, moveClockOften)]);
}

/**
 * Moves the clock by days until the service stops responding, so that standing orders fall due.
 * Every earlier request must have a response by then, because an idempotency key expires after a
 * day.
 */
export async function runLeaps(load: Leaps): Promise<void> {
  await untilGone(load, leapClockOften);
}

async function untilGone<Given extends Load>(
  load: Given,
  act: (load: Given) => Promise<void>,
): Promise<void> {
  try {
    await act(load);
  } catch (error) {
    const isExpected = load.service.isDoomed && !(error instanceof Violation);
    if (!isExpected) load.report(error);
  }
}

async function bringStories(load: Load): Promise<void> {
  for (;;) {
    const story = load.nextStory();
    for (let looks = 0; looks < LOOKS && !story.isOver; looks += story.isSubmitted ? 1 : 0) {
      await advance(story, load.tpps);
    }
  }
}

async function moveClockOften(load: Load): Promise<void> {
  for (let moves = 0; moves < MAX_MOVES; moves += 1) {
    await wait(load.dice.between(...MOVE_PAUSE_MS));
    if (load.service.isDoomed) return;
    await moveClock(load);
  }
}

async function leapClockOften(load: Leaps): Promise<void> {
  for (let leaps = 0; leaps < MAX_LEAPS; leaps += 1) await leapClock(load);
}

/**
 * Moves the clock forward by minutes or hours. Throws TurnedAway if a move without a response took
 * the clock further after it was read.
 */
export async function moveClock(hand: ClockHand): Promise<void> {
  const { tpps, dice, apartMs = 0, clockAcknowledged, lostMoves } = hand;
  const [tpp] = tpps.values();
  if (tpp === undefined) return;
  // The clock of the next node may be ahead of this node's clock by up to `apartMs`.
  const now = (await readClock(tpp)) + apartMs;
  const to = now + dice.between(...MOVE_MINUTES) * MINUTE_MS;
  try {
    clockAcknowledged(await setClock(tpp, to));
  } catch (error) {
    if (error instanceof NoAnswer) lostMoves?.add(to);
    if (!(error instanceof ClockAhead) || lostMoves?.mayHavePassed(to) !== true) throw error;
    throw new TurnedAway(error.message);
  }
}

/**
 * Moves the clock forward by days. The service executes due payments while customers cancel them.
 */
export async function leapClock(hand: LeapingHand): Promise<void> {
  const { tpps, dice, clockAcknowledged, toCancel } = hand;
  const [tpp] = tpps.values();
  if (tpp === undefined) return;
  const now = await readClock(tpp);
  const leap = async (): Promise<void> => {
    clockAcknowledged(await setClock(tpp, now + dice.between(...LEAP_DAYS) * DAY_MS));
  };
  await settleAll([leap(), ...toCancel().map((story) => cancelDue(story, tppOf(story, tpps)))]);
}

async function cancelDue(story: Story, tpp: Tpp): Promise<void> {
  for (const submission of story.toCancel('due')) await cancel(story, submission, tpp);
}

export async function readClock(tpp: Tpp): Promise<Instant> {
  return instantOf(await tpp.get('/sandbox/clock'));
}

/**
 * Sets the service's clock. Resolves when all work that fell due is done. Throws TurnedAway if the
 * service stops meanwhile.
 */
export async function setClock(tpp: Tpp, to: Instant): Promise<Instant> {
  const body = JSON.stringify({ now: formatInstant(to) });
  return instantOf(await tpp.call('PUT', '/sandbox/clock', { body }));
}

function instantOf({ status, text }: Reply): Instant {
  if (status === 503) throw new TurnedAway(text);
  const { now } = JSON.parse(text) as { now?: string };
  if (status === 400 && text.includes('cannot be moved back')) throw new ClockAhead(text);
  if (now === undefined) throw new Violation(`The clock answered ${text}`);
  return Date.parse(now);
}
