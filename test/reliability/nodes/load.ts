import { setTimeout as wait } from 'node:timers/promises';
import { NoAnswer } from '../../../test-client/transport.ts';
import type { Dice } from '../../crash/random.ts';
import { advance, type Tpps } from '../../crash/journey.ts';
import {
  leapClock,
  LostMoves,
  MAX_LEAPS,
  MAX_MOVES,
  MOVE_PAUSE_MS,
  moveClock,
} from '../../crash/load.ts';
import { TurnedAway } from '../../crash/story.ts';
import type { Witness } from '../../crash/witness.ts';
import { APART_MS } from './cluster.ts';

/** Number of times that a client reads a payment before it begins its next story. */
const LOOKS = 20;
/** Pause of a client after a request without a response, in milliseconds. */
const BACK_OFF_MS = 20;

/** The inputs of the load on the nodes. The load continues while nodes fail. */
export interface NodesLoad {
  readonly witness: Witness;
  readonly tpps: Tpps;
  /** Makes the random choices for moves of the clock. */
  readonly dice: Dice;
  /** Number of clients that work in parallel. */
  readonly clients: number;
  /** Resolves when no node is working on a request any more. */
  readonly idle: () => Promise<void>;
  readonly over: AbortSignal;
}

/** Runs clients with stories, and one task that moves the clock. */
export async function bringStories(load: NodesLoad): Promise<void> {
  const clients = Array.from({ length: load.clients }, () => bring(load));
  await Promise.all([...clients, moveAround(load)]);
}

/**
 * Moves the clock by days, so that standing orders fall due. Every earlier request must have a
 * response by then, because an idempotency key expires after a day.
 */
export async function leap({ witness, tpps, dice, idle, over }: NodesLoad): Promise<void> {
  for (let leaps = 0; leaps < MAX_LEAPS && !over.aborted; leaps += 1) {
    await answeredOrNot(() =>
      leapClock({
        ...{ tpps, dice, toCancel: () => witness.toCancelDue },
        clockAcknowledged: (now) => {
          witness.clockAcknowledged(now);
        },
      }),
    );
    // A paused node may still be executing an earlier move of the clock, so wait for it.
    await idle();
  }
}

async function moveAround({ witness, tpps, dice, over }: NodesLoad): Promise<void> {
  const lostMoves = new LostMoves();
  for (let moves = 0; moves < MAX_MOVES && !over.aborted; moves += 1) {
    await wait(dice.between(...MOVE_PAUSE_MS));
    await answeredOrNot(() =>
      moveClock({
        ...{ tpps, dice, lostMoves, apartMs: APART_MS },
        clockAcknowledged: (now) => {
          witness.clockAcknowledged(now);
        },
      }),
    );
  }
}

/** Runs stories as one client until the load ends. */
async function bring({ witness, tpps, over }: NodesLoad): Promise<void> {
  const isOver = (): boolean => over.aborted;
  while (!isOver()) {
    const story = witness.nextStory();
    await answeredOrNot(async () => {
      for (let looks = 0; looks < LOOKS && !story.isOver && !isOver();) {
        await advance(story, tpps);
        if (story.isSubmitted) looks += 1;
      }
    });
  }
}

/**
 * Sends a request and ignores a missing response. The audit checks later whether it had an effect.
 */
async function answeredOrNot(ask: () => Promise<void>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof TurnedAway)) throw error;
    await wait(BACK_OFF_MS);
  }
}
