import type { IncomingMessage, RequestListener } from 'node:http';
import { tooMany } from '../api/steps/limit-rate.ts';
import { networkOf } from '../kernel/network.ts';
import type { Clock } from '../kernel/time.ts';
import { TokenBuckets, type BucketSize } from '../kernel/token-bucket.ts';
import { refuseAtDoor } from './refuse.ts';

/** Addresses that are remembered at once. */
const MAX_ADDRESSES = 10_000;

/** Answers that nobody needs a token for: no good one, and no such address or method. */
const TO_STRANGERS = new Set([401, 404, 405]);

interface Parts {
  readonly size: BucketSize;
  readonly addressOf: (incoming: IncomingMessage) => string;
  /** Whether that request needs no access token. */
  readonly isOpen: (incoming: IncomingMessage) => boolean;
  readonly machineClock: Clock;
}

/**
 * Bounds what one address may ask before anybody knows who it is: requests that get as far without
 * a good token, and all those that need none. An address that has used its share up is answered 429
 * before any work is done for it. A TPP with good tokens never meets this.
 */
export function boundStrangers(
  listener: RequestListener,
  { size, addressOf, isOpen, machineClock }: Parts,
): RequestListener {
  const buckets = new TokenBuckets(size, MAX_ADDRESSES);
  return (incoming, outgoing) => {
    const address = networkOf(addressOf(incoming));
    const seconds = buckets.secondsToWait(address, machineClock());
    if (seconds > 0) {
      refuseAtDoor(incoming, outgoing, tooMany(size.perSecond, size.burst, seconds));
      return;
    }
    if (isOpen(incoming)) buckets.take(address, machineClock());
    else {
      outgoing.once('finish', () => {
        if (TO_STRANGERS.has(outgoing.statusCode)) buckets.take(address, machineClock());
      });
    }
    listener(incoming, outgoing);
  };
}
