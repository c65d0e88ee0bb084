import { describe, expect, it } from 'vitest';
import { createSandboxClock } from '../../../src/sandbox/clock.ts';
import { DAY_MS } from '../../../src/kernel/time.ts';

function setUp(offsetMs = 0) {
  const machine = { now: 1_000_000 };
  const clock = createSandboxClock({ system: () => machine.now, offsetMs });
  return { machine, clock };
}

describe('the clock of the sandbox', () => {
  it('is real time until it is moved', () => {
    const { machine, clock } = setUp();
    expect(clock.now()).toBe(1_000_000);
    machine.now += 5;
    expect(clock.now()).toBe(1_000_005);
    expect(clock.offsetMs()).toBe(0);
  });

  it('moves forward and goes on ticking', () => {
    const { machine, clock } = setUp();
    expect(clock.moveTo(1_000_000 + DAY_MS)).toBe(true);
    expect(clock.now()).toBe(1_000_000 + DAY_MS);
    machine.now += 7;
    expect(clock.now()).toBe(1_000_007 + DAY_MS);
    expect(clock.offsetMs()).toBe(DAY_MS);
  });

  it('never moves back', () => {
    const { clock } = setUp(DAY_MS);
    expect(clock.moveTo(1_000_000 + DAY_MS - 1)).toBe(false);
    expect(clock.now()).toBe(1_000_000 + DAY_MS);
    expect(clock.moveTo(1_000_000 + DAY_MS)).toBe(true);
  });

  it('takes up its offset again after a restart', () => {
    const { clock } = setUp();
    clock.moveTo(5_000_000);
    expect(setUp(clock.offsetMs()).clock.now()).toBe(5_000_000);
  });
});
