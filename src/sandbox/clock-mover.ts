import type { Store } from '../domain/ports/store.ts';
import { SECOND_MS, type Instant } from '../shared/time.ts';
import type { SandboxClock } from './clock.ts';

/** A moved clock waits for what falls due this soon after: the schemes' answers, in ms. */
const ANSWERS_WITHIN_MS = SECOND_MS;

interface Parts {
  readonly clock: SandboxClock;
  readonly store: Pick<Store, 'nextWorkAt'>;
  /** Does all that is due within so many milliseconds; false when no step may begin now. */
  readonly drain: (withinMs: number) => Promise<boolean>;
  /** Marks the consents that have lapsed by now. */
  readonly lapse: () => Promise<void>;
  /**
   * Keeps how far ahead the clock is, for after a restart and for other nodes; how far it is then,
   * for one of them may have moved it further.
   */
  readonly saveOffset: (offsetMs: number) => Promise<number>;
  /** Resolves when every node shows what was kept. */
  readonly untilSeen: () => Promise<void>;
}

/**
 * What came of a move. `back`: the clock would have gone back, and nothing changed. `halted`: on
 * the way no step could be begun any more, and the clock stays where it is then.
 */
export type ClockMove = 'moved' | 'back' | 'halted';

/**
 * Moves the sandbox's clock, one move of this node after the other, and answers when all that fell
 * due has been done. On the way the clock stops wherever work falls due, so that a standing order
 * pays on each of its days; where two nodes move it at once, both stop there.
 */
export function createClockMover({ clock, store, drain, lapse, saveOffset, untilSeen }: Parts) {
  let last: Promise<unknown> = Promise.resolve();

  // Kept before it is set: no crash turns the clock back.
  const set = async (instant: Instant): Promise<boolean> => {
    const offsetMs = clock.offsetFor(instant);
    if (offsetMs === undefined) return false;
    clock.setOffset(await saveOffset(offsetMs));
    return true;
  };

  // The clock must not run ahead of work that nobody does.
  const move = async (target: Instant): Promise<ClockMove> => {
    if (clock.offsetFor(target) === undefined) return 'back';
    if (!(await drain(0))) return 'halted';
    for (;;) {
      const next = await store.nextWorkAt(clock.now());
      if (next === undefined || next > target) break;
      await set(next);
      if (!(await drain(0))) return 'halted';
    }
    await set(target);
    await untilSeen();
    await lapse();
    return (await drain(ANSWERS_WITHIN_MS)) ? 'moved' : 'halted';
  };

  return (target: Instant): Promise<ClockMove> => {
    const moved = last.catch(() => undefined).then(() => move(target));
    last = moved;
    return moved;
  };
}
