import { describe, expect, it } from 'vitest';
import { PrefetchedTokens } from '../../../../src/store/postgres/prefetched-tokens.ts';

/** A bucket that several nodes take from: one token each 10 ms, and a time that a test moves. */
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
        const given = Math.min(wanted, Math.floor(state.tokens));
        state.tokens -= given;
        return { tokens: given, waitMs: given > 0 ? 0 : (1 - state.tokens) * 10 };
      },
    });
  const pass = (milliseconds: number): void => {
    state.now += milliseconds;
    state.tokens = Math.min(most, state.tokens + milliseconds / 10);
  };
  return { state, node, pass };
}

/** How many of so many that ask at once are let through. */
async function passing(nodes: readonly PrefetchedTokens[], times: number): Promise<number> {
  const each = nodes.map((node) =>
    Array.from({ length: times / nodes.length }, () => node.take('tpp')),
  );
  return (await Promise.all(each.flat())).filter((waitMs) => waitMs === 0).length;
}

describe('tokens that are taken ahead', () => {
  it('let through what the bucket has, over all nodes, of any who come at once', async () => {
    for (const tokens of [0, 1, 7, 31, 32, 40]) {
      const { node } = shared(tokens, { prefetchCount: 1 });
      const nodes = Array.from({ length: 4 }, node);
      expect(await passing(nodes, 32)).toBe(Math.min(tokens, 32));
    }
  });

  it('let through no more than it has, and less only by what the nodes then hold', async () => {
    for (const tokens of [0, 1, 7, 31, 32, 40, 80]) {
      const { node, state } = shared(tokens);
      const nodes = Array.from({ length: 4 }, node);
      const passed = await passing(nodes, 32);
      expect(passed).toBeLessThanOrEqual(tokens);
      const held = tokens - state.tokens - passed;
      expect(held).toBeLessThan(4 * 10);
      // What is held is let through.
      expect(passed + (await passing(nodes, 160))).toBe(tokens);
    }
  });

  it('are asked for once by many', async () => {
    const { node, state } = shared(100);
    const one = node();
    for (let time = 0; time < 20; time += 1) expect(await one.take('tpp')).toBe(0);
    expect(state.asked).toEqual([10, 10]);
    expect(await passing([one], 25)).toBe(25);
    expect(state.asked).toEqual([10, 10, 25]);
  });

  it('tell how long until there is one, and let it through then', async () => {
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

  it('are good for a second, in which the bucket has got others', async () => {
    const { node, pass } = shared(10);
    const [one, other] = [node(), node()];
    expect(await one.take('tpp')).toBe(0);
    pass(999);
    expect(await passing([one], 5)).toBe(5);
    pass(1);
    expect(await passing([one, other], 40)).toBe(10);
  });

  it("are one caller's each", async () => {
    const { node, state } = shared(100);
    const one = node();
    await one.take('tpp');
    await one.take('another');
    expect(state.asked).toEqual([10, 10]);
  });

  it('of a bucket that cannot be asked are asked for again by the next', async () => {
    const { node, state } = shared(100);
    const one = node();
    state.isAway = true;
    await expect(passing([one], 3)).rejects.toThrow('away');
    state.isAway = false;
    expect(await passing([one], 3)).toBe(3);
  });
});
