import { describe, expect, test } from 'vitest';
import { createRateLimit } from '../../../src/api/middleware/rate-limit.ts';
import { createConcurrencyLimit } from '../../../src/api/middleware/concurrency-limit.ts';
import { Refusal } from '../../../src/shared/errors.ts';
import { localState } from '../../../src/store/sqlite/local-state.ts';

/** A rate limiter with the default settings. The test moves its clock, in milliseconds. */
function bucket(settings = { ratePerSecond: 200, rateBurst: 100 }) {
  let now = 1_000_000;
  const limit = createRateLimit(
    settings,
    localState(() => now),
  );
  return {
    /** Sends a number of requests. Returns how many of them the limiter admits. */
    take: async (requests: number, clientId = 'tpp-one'): Promise<number> => {
      const answers = Array.from({ length: requests }, () => limit.count(clientId));
      return (await Promise.all(answers)).filter((no) => no === undefined).length;
    },
    refuse: (clientId = 'tpp-one'): Promise<Refusal | undefined> => limit.count(clientId),
    headers: (clientId = 'tpp-one') => limit.headersFor(clientId),
    pass: (milliseconds: number): void => {
      now += milliseconds;
    },
  };
}

describe("a TPP's rate limit", () => {
  test('accepts 100 requests at once', async () => {
    expect(await bucket().take(150)).toBe(100);
  });

  test('then accepts 200 requests in a second', async () => {
    const { take, pass } = bucket();
    await take(100);
    let passed = 0;
    for (let tick = 0; tick < 1000; tick += 1) {
      pass(1);
      passed += await take(5);
    }
    expect(passed).toBe(200);
  });

  test('saves at most 100 unused requests', async () => {
    const { take, pass } = bucket();
    await take(100);
    pass(3_600_000);
    expect(await take(500)).toBe(100);
  });

  test('does not count refused requests', async () => {
    const { take, pass } = bucket();
    await take(10_000);
    pass(5);
    expect(await take(10)).toBe(1);
  });

  test('is separate for each TPP', async () => {
    const { take } = bucket();
    await take(100, 'tpp-one');
    expect(await take(150, 'tpp-two')).toBe(100);
  });

  test('works correctly after the clock is set back', async () => {
    const { take, pass } = bucket();
    await take(50);
    pass(-3_600_000);
    expect(await take(100)).toBe(50);
    pass(500);
    expect(await take(200)).toBe(100);
  });

  test('returns Retry-After in whole seconds, and then accepts a request', async () => {
    const slow = bucket({ ratePerSecond: 0.25, rateBurst: 1 });
    await slow.take(1);
    expect((await slow.refuse())?.headers).toEqual({ 'retry-after': '4' });
    expect((await slow.refuse())?.status).toBe(429);
    slow.pass(4000);
    expect(await slow.take(2)).toBe(1);
    const fast = bucket();
    await fast.take(100);
    expect((await fast.refuse())?.headers).toEqual({ 'retry-after': '1' });
  });

  test('is stated in the headers, with the requests that are left', async () => {
    const { take, pass, headers } = bucket({ ratePerSecond: 10, rateBurst: 100 });
    expect(headers()).toEqual({
      'ratelimit-policy': '"default";q=100;w=10',
      ratelimit: '"default";r=100;t=0',
    });
    await take(95);
    expect(headers()['ratelimit']).toBe('"default";r=5;t=10');
    await take(10);
    expect(headers()['ratelimit']).toBe('"default";r=0;t=10');
    pass(9_900);
    expect(headers()['ratelimit']).toBe('"default";r=99;t=1');
    expect(headers('tpp-two')['ratelimit']).toBe('"default";r=100;t=0');
  });

  test.each([
    [200, 100, '"default";q=200;w=1'],
    [0.25, 1, '"default";q=1;w=4'],
    [100, 150, '"default";q=200;w=2'],
  ])('states a policy for %f a second and %i at once', (ratePerSecond, rateBurst, policy) => {
    expect(bucket({ ratePerSecond, rateBurst }).headers()['ratelimit-policy']).toBe(policy);
  });
});

describe('the limit of concurrent transfers', () => {
  const leave = (place: (() => void) | Refusal): void => {
    if (place instanceof Refusal) throw new Error('There was no place.');
    place();
  };

  test('applies to each TPP until a transfer ends', () => {
    const take = createConcurrencyLimit({ kind: 'uploads', perTpp: 2, inAll: null });
    const first = take('tpp-one');
    const second = take('tpp-one');
    expect(take('tpp-one')).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect(take('tpp-two')).not.toBeInstanceOf(Refusal);
    leave(first);
    const third = take('tpp-one');
    expect(third).not.toBeInstanceOf(Refusal);
    expect(take('tpp-one')).toBeInstanceOf(Refusal);
    leave(second);
    leave(third);
    expect([take('tpp-one'), take('tpp-one')].some((place) => place instanceof Refusal)).toBe(
      false,
    );
  });

  test('applies to all TPPs together with 503', () => {
    const take = createConcurrencyLimit({ kind: 'downloads', perTpp: 2, inAll: 3 });
    const places = ['tpp-one', 'tpp-one', 'tpp-two'].map((tpp) => take(tpp));
    expect(take('tpp-one')).toMatchObject({ status: 429 });
    expect(take('tpp-three')).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    for (const place of places) leave(place);
    expect(take('tpp-three')).not.toBeInstanceOf(Refusal);
  });
});
