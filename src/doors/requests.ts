import type { Caller } from './caller.ts';

export interface RequestBounds {
  /** Requests under way at once. */
  readonly maxRequests: number;
  /** Of all callers together of whom nothing is known but an address. */
  readonly maxRequestsOfStrangers: number;
  /** Of one caller; null: as many as there are in all. */
  readonly maxRequestsPerCaller: number | null;
}

/** The requests of a door that are under way, each of them on a connection of its own. */
export class RequestsUnderWay {
  readonly #bounds: RequestBounds;
  readonly #ofCallers = new Map<string, number>();
  #all = 0;
  #strangers = 0;

  constructor(bounds: RequestBounds) {
    this.#bounds = bounds;
  }

  /** Whether a caller has as many under way as it may. */
  isFullFor({ key }: Caller): boolean {
    const most = this.#bounds.maxRequestsPerCaller;
    return most !== null && (this.#ofCallers.get(key) ?? 0) >= most;
  }

  /** Whether all have as many under way as they may, or all strangers if the caller is one. */
  isFull({ isKnown }: Caller): boolean {
    const { maxRequests, maxRequestsOfStrangers } = this.#bounds;
    if (this.#all >= maxRequests) return true;
    return !isKnown && this.#strangers >= maxRequestsOfStrangers;
  }

  /** Counts one; what it gives back ends it, however often it is called. */
  begin({ key, isKnown }: Caller): () => void {
    const share = isKnown ? 0 : 1;
    this.#all += 1;
    this.#strangers += share;
    this.#ofCallers.set(key, (this.#ofCallers.get(key) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#all -= 1;
      this.#strangers -= share;
      const left = (this.#ofCallers.get(key) ?? 1) - 1;
      if (left === 0) this.#ofCallers.delete(key);
      else this.#ofCallers.set(key, left);
    };
  }
}
