import { setTimeout as wait } from 'node:timers/promises';
import { NoAnswer } from '../../../client/transport.ts';
import type { Dice } from '../../crash/dice.ts';
import { advance, type Tpps } from '../../crash/journey.ts';
import { leapClock, MAX_LEAPS, MAX_MOVES, MOVE_PAUSE_MS, moveClock } from '../../crash/load.ts';
import { TurnedAway } from '../../crash/story.ts';
import type { Witness } from '../../crash/witness.ts';
import { APART_MS } from './cluster.ts';

/** A client looks so often at payments before it goes on to its next story. */
const LOOKS = 20;
/** A client whom nobody answers waits before it goes on, in milliseconds. */
const BACK_OFF_MS = 20;

/** What nodes are asked for until it is over, whoever of them is lost. */
export interface NodesLoad {
  readonly witness: Witness;
  readonly tpps: Tpps;
  /** For the clock. */
  readonly dice: Dice;
  /** Clients that bring stories, at once. */
  readonly clients: number;
  /** Nothing is under way any more, at whichever node. */
  readonly idle: () => Promise<void>;
  readonly over: AbortSignal;
}

/** Clients that bring stories, and one that moves the clock. */
export async function bringStories(load: NodesLoad): Promise<void> {
  const clients = Array.from({ length: load.clients }, () => bring(load));
  await Promise.all([...clients, moveAround(load)]);
}

/**
 * One that moves the clock by days, over those of standing orders. Nothing may be unanswered
 * before: a request's key is forgotten after a day.
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
    // A node that got no further may go on with the leap before.
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

/** Brings stories until it is over. */
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

/** What gets no answer is left to the audit. */
async function answeredOrNot(ask: () => Promise<void>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof TurnedAway)) throw error;
    await wait(BACK_OFF_MS);
  }
}
