import type { Caller } from './client-identity.ts';

export interface RequestBounds {
  /** Requests under way at once. */
  readonly maxRequests: number;
  /** Of all strangers together, and of the visits whose request is still to come as a whole. */
  readonly maxRequestsOfStrangers: number;
  /** Of one caller; null: as many as there are in all. */
  readonly maxRequestsPerCaller: number | null;
}

/** A request that is under way; both may be called more than once. */
export interface ConcurrentRequest {
  /** It is there as a whole. */
  received(): void;
  /** It counts no more. */
  end(): void;
}

/** The requests of a door that are under way, each of them on a connection of its own. */
export class ConcurrentRequests {
  readonly #bounds: RequestBounds;
  readonly #ofCallers = new Map<string, number>();
  #all = 0;
  #ofStrangers = 0;

  constructor(bounds: RequestBounds) {
    this.#bounds = bounds;
  }

  /** Whether a caller has as many under way as it may. */
  isFullFor({ group }: Caller): boolean {
    const most = this.#bounds.maxRequestsPerCaller;
    return most !== null && (this.#ofCallers.get(group) ?? 0) >= most;
  }

  /** Whether all have as many under way as they may, or those that it counts with. */
  isFull(caller: Caller, isReceiving: boolean): boolean {
    const { maxRequests, maxRequestsOfStrangers } = this.#bounds;
    if (this.#all >= maxRequests) return true;
    return isStrangers(caller, isReceiving) && this.#ofStrangers >= maxRequestsOfStrangers;
  }

  /** Counts one. */
  begin(caller: Caller, isReceiving: boolean): ConcurrentRequest {
    const { group } = caller;
    let share = isStrangers(caller, isReceiving) ? 1 : 0;
    const giveShareBack = (): void => {
      this.#ofStrangers -= share;
      share = 0;
    };
    this.#all += 1;
    this.#ofStrangers += share;
    this.#ofCallers.set(group, (this.#ofCallers.get(group) ?? 0) + 1);
    let isOver = false;
    return {
      received: () => {
        if (!isStrangers(caller, false)) giveShareBack();
      },
      end: () => {
        if (isOver) return;
        isOver = true;
        this.#all -= 1;
        giveShareBack();
        const left = (this.#ofCallers.get(group) ?? 1) - 1;
        if (left === 0) this.#ofCallers.delete(group);
        else this.#ofCallers.set(group, left);
      },
    };
  }
}

/** Whether a request counts with those of strangers: anybody may begin visits, and be slow. */
function isStrangers({ trustLevel }: Caller, isReceiving: boolean): boolean {
  return trustLevel === 'stranger' || (trustLevel === 'visit' && isReceiving);
}
