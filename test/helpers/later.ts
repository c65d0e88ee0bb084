import { vi } from 'vitest';
import type { Clock } from '../../src/shared/time.ts';
import { realTime } from './real-time.ts';

let passedMs = 0;

/**
 * Returns the real time, plus the shift while `later` runs. It starts at the real time because
 * certificates are checked against it.
 */
export const now: Clock = () => realTime() + passedMs;

/**
 * Runs a function with the clock moved forward by some seconds. It also moves `Date`, because
 * oidc-provider reads that.
 */
export async function later<Value>(seconds: number, act: () => Promise<Value>): Promise<Value> {
  passedMs = seconds * 1000;
  vi.useFakeTimers({ toFake: ['Date'], now: now() });
  try {
    return await act();
  } finally {
    vi.useRealTimers();
    passedMs = 0;
  }
}
