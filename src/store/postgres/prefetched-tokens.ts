import { evictOldest } from '../../shared/evict-oldest.ts';
import { SECOND_MS, type Clock } from '../../shared/time.ts';

/** Callers whose tokens are remembered; those of the first are lost to a new one. */
const MAX_CALLERS = 10_000;
/** How long a token that was taken ahead is good, in milliseconds; by then there is another. */
const GOOD_MS = SECOND_MS;
/** Longest that a bucket which was empty is not asked again, in milliseconds. */
const MAX_BACK_OFF_MS = SECOND_MS;

/** What a bucket gave. */
export interface Given {
  /** As many as were wanted, or there were; none: the bucket is empty. */
  readonly tokens: number;
  /** How long until it has one again, in milliseconds; 0 where it has. */
  readonly waitMs: number;
}

interface Parts {
  /** Takes so many tokens of a caller's bucket, or as many as there are. */
  readonly ask: (caller: string, wanted: number) => Promise<Given>;
  /** How many are taken at least, so that they do for those who come next. */
  readonly ahead: number;
  /** Milliseconds from any start, which nobody can set. */
  readonly stopwatch: Clock;
}

interface Held {
  tokens: number;
  /** By the stopwatch: until when these are good. */
  goodUntilMs: number;
  /** By the stopwatch: when a bucket that was empty is to have a token, and may be asked again. */
  tokenAtMs: number;
  askAgainAtMs: number;
  /** Who waits for a token that is being asked for. */
  waiting: number;
  asking: Promise<void> | undefined;
}

/**
 * Tokens of buckets that all nodes share, of which this one takes some in advance and answers from
 * them, so that a bucket is asked once for many requests. Those who come at once ask together. No
 * more than the bucket gives is let through.
 */
export class PrefetchedTokens {
  readonly #parts: Parts;
  readonly #held = new Map<string, Held>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Takes a token and answers 0; or how long until there is one, in milliseconds. */
  async take(caller: string): Promise<number> {
    const held = this.#heldOf(caller);
    for (;;) {
      const nowMs = this.#parts.stopwatch();
      if (held.tokens > 0 && nowMs < held.goodUntilMs) break;
      if (nowMs < held.askAgainAtMs) return held.tokenAtMs - nowMs;
      held.waiting += 1;
      held.asking ??= this.#ask(caller, held);
      await held.asking;
    }
    held.tokens -= 1;
    return 0;
  }

  /** A bucket that was empty may have a token. */
  askAgain(caller: string): void {
    const held = this.#held.get(caller);
    if (held !== undefined) held.askAgainAtMs = 0;
  }

  async #ask(caller: string, held: Held): Promise<void> {
    // Whoever comes in this turn of the event loop asks with the first.
    await Promise.resolve();
    const { ask, ahead, stopwatch } = this.#parts;
    const wanted = Math.max(ahead, held.waiting);
    held.waiting = 0;
    try {
      const { tokens, waitMs } = await ask(caller, wanted);
      const nowMs = stopwatch();
      held.tokens = tokens;
      held.goodUntilMs = nowMs + GOOD_MS;
      held.tokenAtMs = nowMs + waitMs;
      held.askAgainAtMs = nowMs + Math.min(waitMs, MAX_BACK_OFF_MS);
    } finally {
      held.asking = undefined;
    }
  }

  #heldOf(caller: string): Held {
    const known = this.#held.get(caller);
    if (known !== undefined) return known;
    evictOldest(this.#held, MAX_CALLERS);
    const instants = { goodUntilMs: 0, tokenAtMs: 0, askAgainAtMs: 0 };
    const nothing = { tokens: 0, ...instants, waiting: 0, asking: undefined };
    this.#held.set(caller, nothing);
    return nothing;
  }
}
