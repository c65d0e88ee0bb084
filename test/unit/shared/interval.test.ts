import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startInterval } from '../../../src/shared/interval.ts';

const EVERY_MS = 100;

/** What is done, as often as it began, and ends when a test lets it. */
function acting() {
  const state = { begun: 0, end: (): void => undefined };
  const act = (): Promise<void> => {
    state.begun += 1;
    return new Promise((resolve) => (state.end = resolve));
  };
  return { state, act };
}

describe('what is done regularly', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('begins when it is due, and not again while it is under way', async () => {
    const { state, act } = acting();
    const doing = startInterval(EVERY_MS, act);
    expect(state.begun).toBe(0);
    await vi.advanceTimersByTimeAsync(5 * EVERY_MS);
    doing.now();
    expect(state.begun).toBe(1);
    state.end();
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    expect(state.begun).toBe(2);
    state.end();
    await doing.stop();
  });

  it('begins at once where it is told to', async () => {
    const { state, act } = acting();
    const doing = startInterval(EVERY_MS, act);
    doing.now();
    expect(state.begun).toBe(1);
    state.end();
    await doing.stop();
  });

  it('is stopped when what is under way has ended, and begins no more', async () => {
    const { state, act } = acting();
    const doing = startInterval(EVERY_MS, act);
    doing.now();
    let isStopped = false;
    const stopping = doing.stop().then(() => (isStopped = true));
    await vi.advanceTimersByTimeAsync(3 * EVERY_MS);
    expect(isStopped).toBe(false);
    state.end();
    await stopping;
    doing.now();
    await vi.advanceTimersByTimeAsync(3 * EVERY_MS);
    expect(state.begun).toBe(1);
  });
});
