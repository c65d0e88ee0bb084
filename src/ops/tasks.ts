import type { HeldTask, NodeStore, Task } from '../domain/ports/node-store.ts';
import type { Observe } from '../domain/records/events.ts';
import { logFirstFailure, type FailureLogger } from '../domain/records/log-first-failure.ts';
import { startInterval, type Interval } from '../shared/interval.ts';
import type { Milliseconds, Stopwatch } from '../shared/time.ts';

/** Tasks that a single node performs for all nodes. */
export const TASKS: readonly Task[] = [
  ...(['core', 'directory', 'sweeps', 'files', 'hub', 'screening', 'search', 'events'] as const),
];

/** Number of renewals within the duration of a lease. */
const RENEWALS = 3;

interface Parts {
  readonly store: Pick<NodeStore, 'isShared' | 'holdTasks' | 'releaseTasks'>;
  /** Unique identifier of this process. It changes with every restart. */
  readonly owner: string;
  /**
   * Duration of a lease, in milliseconds. Other nodes take a task over when its lease has expired.
   */
  readonly leaseMs: Milliseconds;
  /** Monotonic clock: milliseconds since an arbitrary start. It cannot be set. */
  readonly stopwatch: Stopwatch;
  readonly observe: Observe;
}

/**
 * The tasks that this node performs for all nodes. The node requests a lease for each task
 * periodically and gets the leases that no other node holds. A node that was paused or lost the
 * store detects by its own stopwatch that its leases have expired. Work that it started before may
 * still finish. A lease therefore only saves duplicate work. Database rows guarantee that something
 * happens once.
 */
export class NodeTasks {
  readonly #parts: Parts;
  /** Stopwatch time at which each lease ends. */
  readonly #untilMs = new Map<Task, number>();
  readonly #attempt: FailureLogger;
  #renewal: Interval | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#attempt = logFirstFailure(parts.observe, 'renewing the leases on tasks');
  }

  /**
   * Requests the tasks, and resolves when the store has answered. Renews the leases until `stop`.
   */
  async start(): Promise<void> {
    const { store, leaseMs } = this.#parts;
    if (!store.isShared) return;
    await this.#renew();
    this.#renewal = startInterval(leaseMs / RENEWALS, () => this.#renew());
  }

  /** Returns true if this node performs the task now. */
  holds(task: Task): boolean {
    const { store, stopwatch } = this.#parts;
    return !store.isShared || stopwatch() < (this.#untilMs.get(task) ?? -Infinity);
  }

  /** Releases the leases. Call it only when no work of a task is running any more. */
  async stop(): Promise<void> {
    const { store, owner } = this.#parts;
    await this.#renewal?.stop();
    if (!store.isShared) return;
    this.#untilMs.clear();
    // If the release cannot be written, the leases expire by themselves.
    await store.releaseTasks(owner).catch(() => undefined);
  }

  async #renew(): Promise<void> {
    const { store, owner, leaseMs, stopwatch } = this.#parts;
    // The store starts the lease after this moment, so this estimate never ends too late.
    const untilMs = stopwatch() + leaseMs;
    const held = this.#attempt(() => store.holdTasks(TASKS, { owner, leaseMs }));
    await held.then(
      (tasks) => this.#update(tasks, untilMs),
      () => undefined,
    );
  }

  #update(held: readonly HeldTask[], untilMs: Milliseconds): void {
    const { observe } = this.#parts;
    for (const task of TASKS) {
      const lease = held.find((candidate) => candidate.task === task);
      if (lease === undefined) {
        if (this.#untilMs.delete(task)) observe({ kind: 'leaderLost', task });
        continue;
      }
      const isNew = !this.#untilMs.has(task);
      this.#untilMs.set(task, untilMs);
      if (isNew || lease.takenFrom !== null) observe({ kind: 'leaderElected', ...lease });
    }
  }
}
