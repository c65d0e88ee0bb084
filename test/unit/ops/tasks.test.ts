import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NodeStore, Task } from '../../../src/domain/ports/node-store.ts';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';
import { NodeTasks, TASKS } from '../../../src/ops/tasks.ts';
import { localState } from '../../../src/store/sqlite/local-state.ts';

const LEASE_MS = 9000;

/** Leases that several nodes ask for; their stopwatches and the store's clock are one. */
function leases() {
  const clock = (): number => performance.now();
  const held = new Map<Task, { owner: string; until: number }>();
  const state = { isAway: false, asked: 0 };
  const store: Pick<NodeStore, 'isShared' | 'holdTasks' | 'releaseTasks'> = {
    isShared: true,
    holdTasks: (tasks, { owner, leaseMs }) => {
      state.asked += 1;
      if (state.isAway) return Promise.reject(new Error('The store is away.'));
      const taken = tasks.flatMap((task) => {
        const before = held.get(task);
        const isOthers = before !== undefined && before.owner !== owner;
        if (isOthers && before.until > clock()) return [];
        held.set(task, { owner, until: clock() + leaseMs });
        return [{ task, takenFrom: isOthers ? before.owner : null }];
      });
      return Promise.resolve(taken);
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

describe('the tasks of nodes', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('are with one node as long as it lives, and with another once it stops', async () => {
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

  it("are nobody's twice when all ask at once", async () => {
    const { node } = leases();
    const nodes = Array.from({ length: 4 }, (_, place) => node(String(place)));
    await Promise.all(nodes.map(({ tasks }) => tasks.start()));
    expect(nodes.flatMap(({ held }) => held()).sort()).toEqual([...TASKS].sort());
    await Promise.all(nodes.map(({ tasks }) => tasks.stop()));
  });

  it('are taken over from one that is not heard of, which finds out by itself', async () => {
    const { node, state } = leases();
    const [one, other] = [node('one'), node('other')];
    await one.tasks.start();
    state.isAway = true;
    await vi.advanceTimersByTimeAsync(LEASE_MS);
    // The lease is over, and nobody has told this node.
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

  it('stay where they are when the store is away for less than a lease', async () => {
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

  it('are asked for three times within a lease, until the node stops', async () => {
    const { node, state } = leases();
    const { tasks } = node('one');
    await tasks.start();
    await vi.advanceTimersByTimeAsync(LEASE_MS);
    expect(state.asked).toBe(4);
    await tasks.stop();
    await vi.advanceTimersByTimeAsync(LEASE_MS);
    expect(state.asked).toBe(4);
  });

  it('are all with the node that has the store to itself, however long it sleeps', async () => {
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
