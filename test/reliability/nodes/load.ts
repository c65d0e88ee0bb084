import { setTimeout as wait } from 'node:timers/promises';
import { NoAnswer } from '../../../client/transport.ts';
import type { Dice } from '../../crash/random.ts';
import { advance, type Tpps } from '../../crash/journey.ts';
import { leapClock, MAX_LEAPS, MAX_MOVES, MOVE_PAUSE_MS, moveClock } from '../../crash/load.ts';
import { TurnedAway } from '../../crash/story.ts';
import type { Witness } from '../../crash/witness.ts';
import { APART_MS } from './cluster.ts';

/** Number of status requests after which a client begins its next story. */
const LOOKS = 20;
/** Pause of a client after no response, in milliseconds. */
const BACK_OFF_MS = 20;

/** The load on the nodes, which continues during failures. */
export interface NodesLoad {
  readonly witness: Witness;
  readonly tpps: Tpps;
  /** Random choices for the clock. */
  readonly dice: Dice;
  /** Number of parallel clients. */
  readonly clients: number;
  /** Resolves when no request is in progress at any node. */
  readonly idle: () => Promise<void>;
  readonly over: AbortSignal;
}

/** Runs the clients, and one task that moves the clock. */
export async function bringStories(load: NodesLoad): Promise<void> {
  const clients = Array.from({ length: load.clients }, () => bring(load));
  await Promise.all([...clients, moveAround(load)]);
}

/**
 * Moves the clock by days, so that standing orders fall due. All earlier requests must have
 * responses, because an idempotency key expires after a day.
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
    // A paused node may continue an earlier move of the clock.
    await idle();
  }
}

async function moveAround({ witness, tpps, dice, over }: NodesLoad): Promise<void> {
  for (let moves = 0; moves < MAX_MOVES && !over.aborted; moves += 1) {
    await wait(dice.between(...MOVE_PAUSE_MS));
    await answeredOrNot(() =>
      moveClock({
        ...{ tpps, dice, apartMs: APART_MS },
        clockAcknowledged: (now) => {
          witness.clockAcknowledged(now);
        },
      }),
    );
  }
}

/** Runs stories until the load ends. */
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

/** Ignores a missing response. The audit checks its effects later. */
async function answeredOrNot(ask: () => Promise<void>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof TurnedAway)) throw error;
    await wait(BACK_OFF_MS);
  }
}
