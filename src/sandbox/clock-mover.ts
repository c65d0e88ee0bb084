import type { Store } from '../domain/store.ts';
import { StoreUnavailable } from '../domain/unavailable.ts';
import { SECOND_MS, type Instant } from '../kernel/time.ts';
import type { SandboxClock } from './clock.ts';

/** A moved clock waits for what falls due this soon after: the schemes' answers, in ms. */
const ANSWERS_WITHIN_MS = SECOND_MS;

interface Parts {
  readonly clock: SandboxClock;
  readonly store: Pick<Store, 'nextWorkAt'>;
  /** Does all that is due within so many milliseconds; false when the service is stopping. */
  readonly drain: (withinMs: number) => Promise<boolean>;
  /** Keeps how far ahead the clock is, for after a restart. */
  readonly keepOffset: (offsetMs: number) => Promise<void>;
}

/**
 * Moves the sandbox's clock, one move after the other, and answers when all that fell due has been
 * done; false, and nothing changes, when it would go back. On the way the clock stops wherever
 * work falls due, so that a standing order pays on each of its days.
 */
export function createClockMover({ clock, store, drain, keepOffset }: Parts) {
  let last: Promise<unknown> = Promise.resolve();

  // Kept before it is set: no crash turns the clock back.
  const set = async (instant: Instant): Promise<boolean> => {
    const offsetMs = clock.offsetFor(instant);
    if (offsetMs === undefined) return false;
    await keepOffset(offsetMs);
    clock.setOffset(offsetMs);
    return true;
  };

  // The clock must not run ahead of work that nobody does any more.
  const finish = async (withinMs: number): Promise<void> => {
    if (!(await drain(withinMs))) throw new StoreUnavailable('The service is stopping.');
  };

  const move = async (target: Instant): Promise<boolean> => {
    if (clock.offsetFor(target) === undefined) return false;
    await finish(0);
    for (;;) {
      const next = await store.nextWorkAt(clock.now());
      if (next === undefined || next > target) break;
      await set(next);
      await finish(0);
    }
    await set(target);
    await finish(ANSWERS_WITHIN_MS);
    return true;
  };

  return (target: Instant): Promise<boolean> => {
    const moved = last.catch(() => false).then(() => move(target));
    last = moved;
    return moved;
  };
}
