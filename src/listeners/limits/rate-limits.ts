import { tooMany } from '../../api/middleware/rate-limit.ts';
import { Refusal } from '../../shared/errors.ts';
import type { Clock } from '../../shared/time.ts';
import { TokenBuckets, type BucketSize } from '../../shared/token-bucket.ts';
import type { ConsumedQuota } from '../request-handler.ts';
import type { ClientIdentity } from './client-identity.ts';

/** Maximum number of clients remembered. */
const MAX_CLIENTS = 10_000;

/** Result for listeners without a rate limit. */
export const UNLIMITED: ConsumedQuota = { refund: () => undefined };

/**
 * Limits the requests of each client before any work is done for them. A request consumes quota
 * when it arrives, so that disconnecting early does not avoid the limit. Requests with a valid
 * access token get it back.
 */
export class RateLimiter {
  readonly #size: BucketSize;
  readonly #clock: Clock;
  readonly #buckets: TokenBuckets;

  constructor(size: BucketSize, machineClock: Clock) {
    this.#size = size;
    this.#clock = machineClock;
    this.#buckets = new TokenBuckets(size, MAX_CLIENTS);
  }

  consume({ key }: ClientIdentity): ConsumedQuota | Refusal {
    const now = this.#clock();
    const seconds = this.#buckets.secondsToWait(key, now);
    if (seconds > 0) return tooMany(this.#size.perSecond, this.#size.burst, seconds);
    this.#buckets.take(key, now);
    let isRefundable = true;
    return {
      refund: () => {
        if (isRefundable) this.#buckets.giveBack(key, this.#clock());
        isRefundable = false;
      },
    };
  }
}
