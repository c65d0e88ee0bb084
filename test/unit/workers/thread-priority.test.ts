import { describe, expect, it } from 'vitest';
import { lowerThreadPriority, type Niceness } from '../../../src/workers/thread-priority.ts';

/** A thread with this niceness, which may only be increased, as for users other than root. */
function threadOf(niceness: number): Niceness & { niceness: number } {
  return {
    niceness,
    get() {
      return this.niceness;
    },
    set(wanted) {
      if (wanted < this.niceness) throw new Error('uv_os_setpriority returned EACCES');
      this.niceness = wanted;
    },
  };
}

describe('a file worker thread', () => {
  it.each([
    [0, 5],
    [-3, 5],
    [5, 5],
    // With a niceness above 5, and not as root, an earlier version exited after `ready`.
    [10, 10],
    [19, 19],
  ])('with niceness %i continues with %i', (before, after) => {
    const thread = threadOf(before);
    lowerThreadPriority(thread);
    expect(thread.niceness).toBe(after);
  });

  it('runs even if niceness can be neither read nor set', () => {
    const fail = (): never => {
      throw new Error('uv_os_getpriority returned EPERM');
    };
    expect(() => {
      lowerThreadPriority({ get: fail, set: fail });
      lowerThreadPriority({ get: () => 0, set: fail });
    }).not.toThrow();
  });
});
