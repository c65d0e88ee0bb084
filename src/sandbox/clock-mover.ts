import type { Store } from '../domain/ports/store.ts';
import { SECOND_MS, type Instant, type Milliseconds } from '../shared/time.ts';
import type { SandboxClock } from './clock.ts';

/**
 * After a move, work due within this time is also executed: the schemes' responses. In
 * milliseconds.
 */
const ANSWERS_WITHIN_MS = SECOND_MS;

interface Parts {
  readonly clock: SandboxClock;
  readonly store: Pick<Store, 'nextWorkAt'>;
  /**
   * Executes all work due within this number of milliseconds. Returns false if no work may start
   * now.
   */
  readonly drain: (withinMs: Milliseconds) => Promise<boolean>;
  /** Marks the consents that have expired by now. */
  readonly lapse: () => Promise<void>;
  /**
   * Stores the clock's offset for restarts and other nodes. Returns the stored offset, which is
   * larger if another node moved the clock further.
   */
  readonly saveOffset: (offsetMs: Milliseconds) => Promise<Milliseconds>;
  /** Resolves when every node uses the stored offset. */
  readonly untilSeen: () => Promise<void>;
}

/**
 * Result of a move. `back`: the target is in the past, and nothing changed. `halted`: no further
 * work could start, and the clock stays at the time that it had reached.
 */
export type ClockMove = 'moved' | 'back' | 'halted';

/**
 * Creates the function that moves the sandbox's clock. It resolves when all work due up to the
 * target is done. Moves on one node run one after the other. The clock stops at each time when work
 * is due, so that a standing order pays on each of its days. If two nodes move the clock at once,
 * both make these stops.
 */
export function createClockMover({ clock, store, drain, lapse, saveOffset, untilSeen }: Parts) {
  let last: Promise<unknown> = Promise.resolve();

  // Store the offset first, so that the clock does not go back after a crash.
  const set = async (instant: Instant): Promise<boolean> => {
    const offsetMs = clock.offsetFor(instant);
    if (offsetMs === undefined) return false;
    clock.setOffset(await saveOffset(offsetMs));
    return true;
  };

  // If work cannot be executed, the clock stops.
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
