import { describe, expect, it } from 'vitest';
import { PrefetchedTokens } from '../../../../src/store/postgres/prefetched-tokens.ts';

/** A bucket that several nodes share: one token every 10 ms, with a clock that the test sets. */
function shared(tokens: number, { prefetchCount = 10, most = tokens } = {}) {
  const state = { tokens, now: 0, asked: [] as number[], isAway: false };
  const node = () =>
    new PrefetchedTokens({
      prefetchCount,
      stopwatch: () => state.now,
      takeFromBucket: async (_, wanted) => {
        state.asked.push(wanted);
        await new Promise((resolve) => setImmediate(resolve));
        if (state.isAway) throw new Error('The store is away.');
        const granted = Math.min(wanted, Math.floor(state.tokens));
        state.tokens -= granted;
        const waitMs = granted > 0 ? 0 : (1 - state.tokens) * 10;
        return { tokens: granted, waitMs, left: Math.floor(state.tokens) };
      },
    });
  const pass = (milliseconds: number): void => {
    state.now += milliseconds;
    state.tokens = Math.min(most, state.tokens + milliseconds / 10);
  };
  return { state, node, pass };
}

/** Sends `times` requests at once and returns how many are let through. */
async function passing(nodes: readonly PrefetchedTokens[], times: number): Promise<number> {
  const each = nodes.map((node) =>
    Array.from({ length: times / nodes.length }, () => node.take('tpp')),
  );
  return (await Promise.all(each.flat())).filter((waitMs) => waitMs === 0).length;
}

describe('prefetched tokens', () => {
  it('of several nodes let through exactly the tokens of the bucket if one token is prefetched', async () => {
    for (const tokens of [0, 1, 7, 31, 32, 40]) {
      const { node } = shared(tokens, { prefetchCount: 1 });
      const nodes = Array.from({ length: 4 }, node);
      expect(await passing(nodes, 32)).toBe(Math.min(tokens, 32));
    }
  });

  it('let through at most the tokens of the bucket, less those that other nodes hold', async () => {
    for (const tokens of [0, 1, 7, 31, 32, 40, 80]) {
      const { node, state } = shared(tokens);
      const nodes = Array.from({ length: 4 }, node);
      const passed = await passing(nodes, 32);
      expect(passed).toBeLessThanOrEqual(tokens);
      const held = tokens - state.tokens - passed;
      expect(held).toBeLessThan(4 * 10);
      // The held tokens are used now.
      expect(passed + (await passing(nodes, 160))).toBe(tokens);
    }
  });

  it('are taken in one query for many requests', async () => {
    const { node, state } = shared(100);
    const one = node();
    for (let time = 0; time < 20; time += 1) expect(await one.take('tpp')).toBe(0);
    expect(state.asked).toEqual([10, 10]);
    expect(await passing([one], 25)).toBe(25);
    expect(state.asked).toEqual([10, 10, 25]);
  });

  it('report the number of requests that are left', async () => {
    const { node } = shared(25);
    const one = node();
    expect(one.tokensOf('tpp')).toBe(0);
    for (const left of [24, 23, 22]) {
      await one.take('tpp');
      expect(one.tokensOf('tpp')).toBe(left);
    }
    await passing([one], 30);
    expect(one.tokensOf('tpp')).toBe(0);
  });

  it('report the time until the next token and let a request through then', async () => {
    const { node, pass, state } = shared(1);
    const one = node();
    expect(await one.take('tpp')).toBe(0);
    expect(await one.take('tpp')).toBe(10);
    pass(4);
    expect(await one.take('tpp')).toBe(6);
    const asked = state.asked.length;
    expect(await passing([one], 50)).toBe(0);
    expect(state.asked).toHaveLength(asked);
    pass(6);
    expect(await one.take('tpp')).toBe(0);
  });

  it('expire after a second, in which the bucket has produced others', async () => {
    const { node, pass } = shared(10);
    const [one, other] = [node(), node()];
    expect(await one.take('tpp')).toBe(0);
    pass(999);
    expect(await passing([one], 5)).toBe(5);
    pass(1);
    expect(await passing([one, other], 40)).toBe(10);
  });

  it('belong to one caller each', async () => {
    const { node, state } = shared(100);
    const one = node();
    await one.take('tpp');
    await one.take('another');
    expect(state.asked).toEqual([10, 10]);
  });

  it('are requested again after a failed query', async () => {
    const { node, state } = shared(100);
    const one = node();
    state.isAway = true;
    await expect(passing([one], 3)).rejects.toThrow('away');
    state.isAway = false;
    expect(await passing([one], 3)).toBe(3);
  });
});
