import type { Store } from '../domain/ports/store.ts';
import { SECOND_MS, type Instant, type Milliseconds } from '../shared/time.ts';
import type { SandboxClock } from './clock.ts';

/**
 * After the clock has moved, work that is due within this time is executed too, in milliseconds. It
 * is the work of collecting the schemes' answers.
 */
const ANSWERS_WITHIN_MS = SECOND_MS;

/** Time in milliseconds that a move waits for the retries of failed steps, in total. */
const RETRIES_WITHIN_MS: Milliseconds = 5 * SECOND_MS;
/** Interval at which a move checks if the retries have succeeded, in milliseconds. */
const RETRY_CHECK_MS: Milliseconds = 100;

interface Parts {
  readonly clock: SandboxClock;
  readonly store: Pick<Store, 'nextWorkAt' | 'nextRetryAt'>;
  /**
   * Executes all work that is due within this number of milliseconds, without retries. Returns
   * false if no work may start now.
   */
  readonly drain: (withinMs: Milliseconds) => Promise<boolean>;
  /** Marks the consents that have expired by the clock's current time. */
  readonly lapse: () => Promise<void>;
  /**
   * Stores the clock's offset, so that it survives restarts and reaches other nodes. Returns the
   * stored offset, which is larger if another node moved the clock further.
   */
  readonly saveOffset: (offsetMs: Milliseconds) => Promise<Milliseconds>;
  /** Resolves when every node uses the stored offset. */
  readonly untilSeen: () => Promise<void>;
  /** Waits for a time in milliseconds. */
  readonly wait: (delayMs: Milliseconds) => Promise<unknown>;
}

/**
 * The result of moving the clock. `back`: the target is in the past, so nothing changed. `halted`:
 * no further work could start, so the clock stays at the time that it had reached.
 */
export type ClockMove = 'moved' | 'back' | 'halted';

/**
 * Creates the function that moves the sandbox's clock. It resolves when all work that is due up to
 * the target time is done. The clock stops at each time at which work is due, so that a standing
 * order pays on each of its days. If a step fails, the move waits there for its retry. In total, a
 * move waits for at most 5 seconds, and then goes on without the step. On one node, moves run one
 * after the other. If two nodes move the clock at the same time, both make these stops.
 */
export function createClockMover(parts: Parts) {
  const { clock, store, drain, lapse, saveOffset, untilSeen, wait } = parts;
  let last: Promise<unknown> = Promise.resolve();

  // The offset is stored first, so that the clock does not go back after a crash.
  const set = async (instant: Instant): Promise<boolean> => {
    const offsetMs = clock.offsetFor(instant);
    if (offsetMs === undefined) return false;
    clock.setOffset(await saveOffset(offsetMs));
    return true;
  };

  // Drains, and waits for retries that fall due within the time that the move may still wait.
  // Returns the rest of that time, or null if no work may start.
  const settle = async (withinMs: Milliseconds, mayWaitMs: Milliseconds) => {
    for (let leftMs = mayWaitMs; ; leftMs -= RETRY_CHECK_MS) {
      if (!(await drain(withinMs))) return null;
      const retryAt = await store.nextRetryAt(0);
      if (retryAt === undefined || leftMs <= 0 || retryAt > clock.now() + leftMs) return leftMs;
      await wait(RETRY_CHECK_MS);
    }
  };

  // If work cannot be executed, the clock stops moving.
  const move = async (target: Instant): Promise<ClockMove> => {
    if (clock.offsetFor(target) === undefined) return 'back';
    let leftMs: Milliseconds | null = RETRIES_WITHIN_MS;
    for (;;) {
      leftMs = await settle(0, leftMs);
      if (leftMs === null) return 'halted';
      const next = await store.nextWorkAt();
      if (next === undefined || next > target) break;
      // Work that is already due was added or fell due after the drain. `set` then changes nothing,
      // and the next drain waits until that work is done.
      await set(next);
    }
    await set(target);
    await untilSeen();
    await lapse();
    return (await settle(ANSWERS_WITHIN_MS, leftMs)) === null ? 'halted' : 'moved';
  };

  return (target: Instant): Promise<ClockMove> => {
    const moved = last.catch(() => undefined).then(() => move(target));
    last = moved;
    return moved;
  };
}
