import { vi } from 'vitest';
import type { Clock } from '../../src/shared/time.ts';
import { realTime } from './real-time.ts';

let passedMs = 0;

/** The real time, as certificates have it; later inside of `later`. */
export const now: Clock = () => realTime() + passedMs;

/** Acts so many seconds later, for oidc-provider too, which asks the machine for the time. */
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
