import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS, formatInstant, SECOND_MS, type Instant } from '../../src/shared/time.ts';
import type { Reply, Tpp } from '../helpers/tpp.ts';
import type { Dice } from './random.ts';
import { settleAll } from './requests.ts';
import { cancel } from './cancellations.ts';
import { advance, tppOf, type Tpps } from './journey.ts';
import type { ServiceProcess } from './service-process.ts';
import { TurnedAway, Violation, type Story } from './story.ts';

const MINUTE_MS = 60 * SECOND_MS;

/** Number of parallel clients. */
const CLIENTS = 6;

/** Number of status requests after which a client begins its next story. */
const LOOKS = 20;

/** Range of one clock move in minutes, and maximum number of moves in one load. */
const MOVE_MINUTES = [5, 180] as const;
export const MAX_MOVES = 5;

/** The pause between two moves of the clock, in milliseconds. */
export const MOVE_PAUSE_MS = [100, 500] as const;

/** Range of one clock jump in days, and maximum number of jumps in one load. */
const LEAP_DAYS = [1, 4] as const;
export const MAX_LEAPS = 3;

/** Dependencies of a task that moves the service's clock. */
export interface ClockHand {
  readonly tpps: Tpps;
  readonly dice: Dice;
  /** Maximum difference between the clocks of several nodes. */
  readonly apartMs?: number;
  readonly clockAcknowledged: (now: Instant) => void;
}

export interface Load extends ClockHand {
  readonly service: Pick<ServiceProcess, 'isDoomed'>;
  readonly nextStory: () => Story;
  readonly report: (error: unknown) => void;
}

/** Dependencies of a task that moves the clock by days while customers cancel payments. */
export interface LeapingHand extends ClockHand {
  readonly toCancel: () => readonly Story[];
}

/** A load that only moves the clock by days. */
export type Leaps = Load & LeapingHand;

/**
 * Runs clients with stories, and one task that moves the clock, until the service stops responding.
 * Reports every Violation, and other errors if the service was not told to end.
 */
export async function runLoad(load: Load): Promise<void> {
  const clients = Array.from({ length: CLIENTS }, () => untilGone(load, bringStories));
  await Promise.all([...clients, untilGone(load, moveClockOften)]);
}

/**
 * Moves the clock by days, so that standing orders fall due, until the service stops responding.
 * All earlier requests must have responses, because an idempotency key expires after a day.
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

/** Moves the clock by minutes or hours. */
export async function moveClock(hand: ClockHand): Promise<void> {
  const { tpps, dice, apartMs = 0, clockAcknowledged } = hand;
  const [tpp] = tpps.values();
  if (tpp === undefined) return;
  // The next node's clock may be ahead of this one's by this difference.
  const now = (await readClock(tpp)) + apartMs;
  clockAcknowledged(await setClock(tpp, now + dice.between(...MOVE_MINUTES) * MINUTE_MS));
}

/** Moves the clock by days. Due payments are executed while their customers cancel them. */
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
 * Moves the clock. Resolves when all work that fell due is done. Throws TurnedAway if the service
 * stops meanwhile.
 */
export async function setClock(tpp: Tpp, to: Instant): Promise<Instant> {
  const body = JSON.stringify({ now: formatInstant(to) });
  return instantOf(await tpp.call('PUT', '/sandbox/clock', { body }));
}

function instantOf({ status, text }: Reply): Instant {
  if (status === 503) throw new TurnedAway(text);
  const { now } = JSON.parse(text) as { now?: string };
  if (now === undefined) throw new Violation(`The clock answered ${text}`);
  return Date.parse(now);
}
