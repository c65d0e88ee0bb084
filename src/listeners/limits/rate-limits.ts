import { tooMany } from '../../api/middleware/rate-limit.ts';
import { Refusal } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import { TokenBuckets, type BucketSize } from '../../shared/token-bucket.ts';
import type { Charge } from '../request-handler.ts';
import type { Caller } from './client-identity.ts';

/** Callers that are remembered at once. */
const MAX_CALLERS = 10_000;

/** Where nobody pays. */
export const FREE: Charge = { giveBack: () => undefined };

/**
 * Bounds what one caller may ask before anything is done for it. A request is charged when it
 * comes, so that hanging up early saves nothing; it is given back to whoever shows a good token.
 */
export class RateLimiter {
  readonly #size: BucketSize;
  readonly #clock: Clock;
  readonly #buckets: TokenBuckets;

  constructor(size: BucketSize, machineClock: Clock) {
    this.#size = size;
    this.#clock = machineClock;
    this.#buckets = new TokenBuckets(size, MAX_CALLERS);
  }

  take({ key }: Caller): Charge | Refusal {
    const now = this.#clock();
    const seconds = this.#buckets.secondsToWait(key, now);
    if (seconds > 0) return tooMany(this.#size.perSecond, this.#size.burst, seconds);
    this.#buckets.take(key, now);
    let isTaken = true;
    return {
      giveBack: () => {
        if (isTaken) this.#buckets.giveBack(key, this.#clock());
        isTaken = false;
      },
    };
  }
}
