import type { ClientIdentity } from './client-identity.ts';

export interface RequestBounds {
  /** Maximum number of concurrent requests. */
  readonly maxRequests: number;
  /**
   * Maximum for all unauthenticated clients together, including interactions whose request has not
   * arrived completely.
   */
  readonly maxUnauthenticatedRequests: number;
  /** Maximum for one client. Null: no limit of its own. */
  readonly maxRequestsPerClient: number | null;
}

/** A counted request. Both methods may be called more than once. */
export interface ConcurrentRequest {
  /** Records that the request has arrived completely. */
  received(): void;
  /** Stops counting the request. */
  end(): void;
}

/** Counts the concurrent requests of a listener, at most one per connection. */
export class ConcurrentRequests {
  readonly #bounds: RequestBounds;
  readonly #byClient = new Map<string, number>();
  #all = 0;
  #unauthenticated = 0;

  constructor(bounds: RequestBounds) {
    this.#bounds = bounds;
  }

  /** Returns whether a client has reached its own limit. */
  isFullFor({ group }: ClientIdentity): boolean {
    const limit = this.#bounds.maxRequestsPerClient;
    return limit !== null && (this.#byClient.get(group) ?? 0) >= limit;
  }

  /** Returns whether the listener's limit, or the limit of unauthenticated clients, is reached. */
  isFull(client: ClientIdentity, isReceiving: boolean): boolean {
    const { maxRequests, maxUnauthenticatedRequests } = this.#bounds;
    if (this.#all >= maxRequests) return true;
    return (
      countsAsUnauthenticated(client, isReceiving) &&
      this.#unauthenticated >= maxUnauthenticatedRequests
    );
  }

  /** Counts a request as under way. */
  begin(client: ClientIdentity, isReceiving: boolean): ConcurrentRequest {
    const { group } = client;
    let share = countsAsUnauthenticated(client, isReceiving) ? 1 : 0;
    const release = (): void => {
      this.#unauthenticated -= share;
      share = 0;
    };
    this.#all += 1;
    this.#unauthenticated += share;
    this.#byClient.set(group, (this.#byClient.get(group) ?? 0) + 1);
    let isEnded = false;
    return {
      received: () => {
        if (!countsAsUnauthenticated(client, false)) release();
      },
      end: () => {
        if (isEnded) return;
        isEnded = true;
        this.#all -= 1;
        release();
        const left = (this.#byClient.get(group) ?? 1) - 1;
        if (left === 0) this.#byClient.delete(group);
        else this.#byClient.set(group, left);
      },
    };
  }
}

/**
 * Returns whether a request counts towards the limit of unauthenticated clients. Requests of
 * interactions do until they have arrived, because anybody can start interactions and send slowly.
 */
function countsAsUnauthenticated({ trustLevel }: ClientIdentity, isReceiving: boolean): boolean {
  return trustLevel === 'unauthenticated' || (trustLevel === 'interaction' && isReceiving);
}
