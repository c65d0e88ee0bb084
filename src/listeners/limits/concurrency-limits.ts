import { Counts } from './counts.ts';
import type { ClientIdentity } from './client-identity.ts';

export interface RequestBounds {
  /** Maximum number of concurrent requests. */
  readonly maxRequests: number;
  /** Maximum for all unauthenticated clients together. */
  readonly maxUnauthenticatedRequests: number;
  /** Maximum for one client. Null: no limit of its own. */
  readonly maxRequestsPerClient: number | null;
}

/** Counts the concurrent requests of a listener, at most one per connection. */
export class ConcurrentRequests {
  readonly #bounds: RequestBounds;
  readonly #byClient = new Counts();
  #all = 0;
  #unauthenticated = 0;

  constructor(bounds: RequestBounds) {
    this.#bounds = bounds;
  }

  /** Returns whether a client has reached its own limit. */
  hasReachedOwnLimit({ group }: ClientIdentity): boolean {
    const limit = this.#bounds.maxRequestsPerClient;
    return limit !== null && this.#byClient.of(group) >= limit;
  }

  /** Returns whether a client is unauthenticated, and the limit of all such clients is reached. */
  isUnauthenticatedAboveLimit({ trustLevel }: ClientIdentity): boolean {
    return (
      trustLevel === 'unauthenticated' &&
      this.#unauthenticated >= this.#bounds.maxUnauthenticatedRequests
    );
  }

  /** Returns whether all clients together have reached the listener's limit. */
  isListenerFull(): boolean {
    return this.#all >= this.#bounds.maxRequests;
  }

  /** Counts a request as under way. Returns a function that ends this. Later calls do nothing. */
  begin({ trustLevel, group }: ClientIdentity): () => void {
    const add = (change: 1 | -1): void => {
      this.#all += change;
      if (trustLevel === 'unauthenticated') this.#unauthenticated += change;
      this.#byClient.add(group, change);
    };
    add(1);
    let isUnderWay = true;
    return () => {
      if (isUnderWay) add(-1);
      isUnderWay = false;
    };
  }
}
