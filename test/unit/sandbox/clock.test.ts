import { describe, expect, it } from 'vitest';
import { createSandboxClock } from '../../../src/sandbox/clock.ts';

const NOON = Date.parse('2026-12-01T12:00:00Z');

function clockAt(offsetMs = 0) {
  let system = NOON;
  const clock = createSandboxClock({ system: () => system, offsetMs });
  const pass = (milliseconds: number): void => {
    system += milliseconds;
  };
  return { clock, pass };
}

describe('the sandbox clock', () => {
  it("shows the system's time until it is moved, and runs on from there", () => {
    const { clock, pass } = clockAt();
    expect(clock.now()).toBe(NOON);
    clock.setOffset(5000);
    pass(1000);
    expect(clock.now()).toBe(NOON + 6000);
  });

  it('returns the offset with which it would show an instant', () => {
    const { clock, pass } = clockAt(1000);
    pass(500);
    const offsetMs = clock.offsetFor(NOON + 10_000);
    expect(offsetMs).toBe(9500);
    clock.setOffset(offsetMs ?? 0);
    expect(clock.now()).toBe(NOON + 10_000);
  });

  it('never goes back', () => {
    const { clock } = clockAt(1000);
    expect(clock.offsetFor(NOON + 999)).toBeUndefined();
    expect(clock.offsetFor(NOON + 1000)).toBe(1000);
    clock.setOffset(10);
    expect(clock.now()).toBe(NOON + 1000);
  });
});
