import { describe, expect, test } from 'vitest';
import type { ConsumedQuota } from '../../../../src/listeners/request-handler.ts';
import { unauthenticatedClient } from '../../../../src/listeners/limits/client-identity.ts';
import { RateLimiter } from '../../../../src/listeners/limits/rate-limits.ts';
import { Refusal } from '../../../../src/shared/errors.ts';

/** A limiter with a burst of three and one request a second, and a clock that the test moves. */
function limiter() {
  let now = 0;
  const all = new RateLimiter({ perSecond: 1, burst: 3 }, () => now);
  return {
    consume: (address = 'here') => all.consume(unauthenticatedClient(address)),
    /** Returns how many of a number of requests are admitted. */
    countAdmitted: (times: number, address = 'here') =>
      Array.from({ length: times }, () => all.consume(unauthenticatedClient(address))).filter(
        (consumed) => !(consumed instanceof Refusal),
      ).length,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

describe('RateLimiter', () => {
  test('consumes quota when a request arrives, and refuses with Retry-After when none is left', () => {
    const { consume, countAdmitted } = limiter();
    expect(countAdmitted(3)).toBe(3);
    expect(consume()).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  });

  test('refills the quota over time, separately for each client', () => {
    const { countAdmitted, pass } = limiter();
    countAdmitted(3);
    expect(countAdmitted(5, 'there')).toBe(3);
    pass(2000);
    expect(countAdmitted(5)).toBe(2);
  });

  test('refunds a request only once', () => {
    const { consume, countAdmitted } = limiter();
    const consumed = consume() as ConsumedQuota;
    consumed.refund();
    consumed.refund();
    expect(countAdmitted(5)).toBe(3);
  });

  test('has one bucket for all addresses of an IPv6 network', () => {
    const { countAdmitted } = limiter();
    expect(countAdmitted(3, '2001:db8::1') + countAdmitted(3, '2001:db8::2')).toBe(3);
  });
});
