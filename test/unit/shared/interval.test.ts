import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startInterval } from '../../../src/shared/interval.ts';

const EVERY_MS = 100;

/** Returns an action that counts its runs and ends when the test calls `end`. */
function acting() {
  const state = { begun: 0, end: (): void => undefined };
  const act = (): Promise<void> => {
    state.begun += 1;
    return new Promise((resolve) => (state.end = resolve));
  };
  return { state, act };
}

describe('startInterval', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('runs the action when due, but not again while it is running', async () => {
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

  it('runs the action at once when now() is called', async () => {
    const { state, act } = acting();
    const doing = startInterval(EVERY_MS, act);
    doing.now();
    expect(state.begun).toBe(1);
    state.end();
    await doing.stop();
  });

  it('stops after the current run has ended and does not run again', async () => {
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
