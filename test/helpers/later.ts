import { vi } from 'vitest';
import type { Clock } from '../../src/shared/time.ts';
import { realTime } from './real-time.ts';

let passedMs = 0;

/** Returns the real time, or the shifted time inside of `later`. Certificates use the real time. */
export const now: Clock = () => realTime() + passedMs;

/**
 * Runs a function as if it were some seconds later. Shifts `Date` too, because oidc-provider uses
 * it.
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
