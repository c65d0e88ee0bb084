import { describe, expect, test } from 'vitest';
import type { ConsumedQuota } from '../../../../src/listeners/request-handler.ts';
import { unauthenticatedClient } from '../../../../src/listeners/limits/client-identity.ts';
import { RateLimiter } from '../../../../src/listeners/limits/rate-limits.ts';
import { Refusal } from '../../../../src/shared/errors.ts';

/** Charges of three at once and one a second, and a clock that the test moves. */
function charges() {
  let now = 0;
  const all = new RateLimiter({ perSecond: 1, burst: 3 }, () => now);
  return {
    consume: (address = 'here') => all.consume(unauthenticatedClient(address)),
    /** How many of so many requests are let in. */
    letsIn: (times: number, address = 'here') =>
      Array.from({ length: times }, () => all.consume(unauthenticatedClient(address))).filter(
        (consumed) => !(consumed instanceof Refusal),
      ).length,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

describe('what a caller is charged', () => {
  test('is taken when a request comes, and is told of when there is nothing left', () => {
    const { consume, letsIn } = charges();
    expect(letsIn(3)).toBe(3);
    expect(consume()).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  });

  test('comes back with time, and is nobody else’s', () => {
    const { letsIn, pass } = charges();
    letsIn(3);
    expect(letsIn(5, 'there')).toBe(3);
    pass(2000);
    expect(letsIn(5)).toBe(2);
  });

  test('is given back once, and makes nobody richer than before', () => {
    const { consume, letsIn } = charges();
    const consumed = consume() as ConsumedQuota;
    consumed.refund();
    consumed.refund();
    expect(letsIn(5)).toBe(3);
  });

  test('is one for all addresses of an IPv6 network', () => {
    const { letsIn } = charges();
    expect(letsIn(3, '2001:db8::1') + letsIn(3, '2001:db8::2')).toBe(3);
  });
});
