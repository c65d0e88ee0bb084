import { describe, expect, it } from 'vitest';
import { lowerThreadPriority, type Niceness } from '../../../src/workers/thread-priority.ts';

/** A thread of this niceness that may only be made nicer, as nobody but root may do otherwise. */
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

describe('a thread that works on files', () => {
  it.each([
    [0, 5],
    [-3, 5],
    [5, 5],
    // Where the service ran with more than 5, and not as root, it ended after `ready`.
    [10, 10],
    [19, 19],
  ])('of niceness %i goes on with %i', (before, after) => {
    const thread = threadOf(before);
    lowerThreadPriority(thread);
    expect(thread.niceness).toBe(after);
  });

  it('works where niceness can be neither told nor set', () => {
    const fail = (): never => {
      throw new Error('uv_os_getpriority returned EPERM');
    };
    expect(() => {
      lowerThreadPriority({ get: fail, set: fail });
      lowerThreadPriority({ get: () => 0, set: fail });
    }).not.toThrow();
  });
});
