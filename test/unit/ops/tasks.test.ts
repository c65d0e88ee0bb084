import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NodeStore, Task } from '../../../src/domain/ports/node-store.ts';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';
import { NodeTasks, TASKS } from '../../../src/ops/tasks.ts';
import { localState } from '../../../src/store/sqlite/local-state.ts';

const LEASE_MS = 9000;

/** Simulates nodes that request leases from a store. All of them share one clock. */
function leases() {
  const clock = (): number => performance.now();
  const held = new Map<Task, { owner: string; until: number }>();
  const state = { isAway: false, asked: 0 };
  const store: Pick<NodeStore, 'isShared' | 'holdTasks' | 'releaseTasks'> = {
    isShared: true,
    holdTasks: (tasks, { owner, leaseMs }) => {
      state.asked += 1;
      if (state.isAway) return Promise.reject(new Error('The store is away.'));
      const claimed = tasks.flatMap((task) => {
        const before = held.get(task);
        const isOthers = before !== undefined && before.owner !== owner;
        if (isOthers && before.until > clock()) return [];
        held.set(task, { owner, until: clock() + leaseMs });
        return [{ task, takenFrom: isOthers ? before.owner : null }];
      });
      return Promise.resolve(claimed);
    },
    releaseTasks: (owner) => {
      for (const [task, lease] of held) if (lease.owner === owner) held.delete(task);
      return Promise.resolve();
    },
  };
  const node = (owner: string, over: Partial<typeof store> = {}) => {
    const events: ServiceEvent[] = [];
    const observe = (event: ServiceEvent): void => void events.push(event);
    const parts = {
      store: { ...store, ...over },
      owner,
      leaseMs: LEASE_MS,
      stopwatch: clock,
      observe,
    };
    const tasks = new NodeTasks(parts);
    return { tasks, events, held: () => TASKS.filter((task) => tasks.holds(task)) };
  };
  return { node, state };
}

describe('tasks that one node performs for all', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('stay with one node until it stops, and then move to another', async () => {
    const { node } = leases();
    const [one, other] = [node('one'), node('other')];
    await one.tasks.start();
    await other.tasks.start();
    for (let lease = 0; lease < 5; lease += 1) {
      expect([one.held(), other.held()]).toEqual([TASKS, []]);
      await vi.advanceTimersByTimeAsync(LEASE_MS);
    }
    await one.tasks.stop();
    await vi.advanceTimersByTimeAsync(LEASE_MS / 3);
    expect([one.held(), other.held()]).toEqual([[], TASKS]);
    expect(other.events).toEqual(
      TASKS.map((task) => ({ kind: 'leaderElected', task, takenFrom: null })),
    );
    await other.tasks.stop();
  });

  it('are each given to one node when all nodes request them at once', async () => {
    const { node } = leases();
    const nodes = Array.from({ length: 4 }, (_, index) => node(String(index)));
    await Promise.all(nodes.map(({ tasks }) => tasks.start()));
    expect(nodes.flatMap(({ held }) => held()).sort()).toEqual([...TASKS].sort());
    await Promise.all(nodes.map(({ tasks }) => tasks.stop()));
  });

  it('are taken over from an unresponsive node, which detects the expiry itself', async () => {
    const { node, state } = leases();
    const [one, other] = [node('one'), node('other')];
    await one.tasks.start();
    state.isAway = true;
    await vi.advanceTimersByTimeAsync(LEASE_MS);
    // The lease has expired, and this node cannot reach the store.
    expect(one.held()).toEqual([]);
    state.isAway = false;
    await other.tasks.start();
    expect(other.held()).toEqual(TASKS);
    expect(other.events).toEqual(
      TASKS.map((task) => ({ kind: 'leaderElected', task, takenFrom: 'one' })),
    );
    await vi.advanceTimersByTimeAsync(LEASE_MS / 3);
    expect(one.held()).toEqual([]);
    expect(one.events.filter(({ kind }) => kind === 'leaderLost')).toEqual(
      TASKS.map((task) => ({ kind: 'leaderLost', task })),
    );
    await one.tasks.stop();
    await other.tasks.stop();
  });

  it('stay with their node when the store is unavailable for less than a lease', async () => {
    const { node, state } = leases();
    const [one, other] = [node('one'), node('other')];
    await one.tasks.start();
    await other.tasks.start();
    state.isAway = true;
    await vi.advanceTimersByTimeAsync(LEASE_MS / 3);
    expect(one.held()).toEqual(TASKS);
    state.isAway = false;
    await vi.advanceTimersByTimeAsync(LEASE_MS * 2);
    expect([one.held(), other.held()]).toEqual([TASKS, []]);
    expect(one.events.map(({ kind }) => kind)).toEqual([
      ...TASKS.map(() => 'leaderElected'),
      'failure',
    ]);
    await one.tasks.stop();
    await other.tasks.stop();
  });

  it('are renewed three times within a lease until the node stops', async () => {
    const { node, state } = leases();
    const { tasks } = node('one');
    await tasks.start();
    await vi.advanceTimersByTimeAsync(LEASE_MS);
    expect(state.asked).toBe(4);
    await tasks.stop();
    await vi.advanceTimersByTimeAsync(LEASE_MS);
    expect(state.asked).toBe(4);
  });

  it('always belong to the only node of a SQLite store', async () => {
    const { node } = leases();
    const { tasks, held, events } = node(
      'one',
      localState(() => 0),
    );
    expect(held()).toEqual(TASKS);
    await tasks.start();
    await vi.advanceTimersByTimeAsync(100 * LEASE_MS);
    expect(held()).toEqual(TASKS);
    expect(events).toEqual([]);
    await tasks.stop();
  });
});
