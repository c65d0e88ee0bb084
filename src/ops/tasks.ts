import type { HeldTask, NodeStore, Task } from '../domain/ports/node-store.ts';
import type { Observe } from '../domain/records/events.ts';
import { logFirstFailure, type FailureLogger } from '../domain/records/log-first-failure.ts';
import { startInterval, type Interval } from '../shared/interval.ts';
import type { Clock } from '../shared/time.ts';

/** Every task that one node does for all. */
export const TASKS: readonly Task[] = ['directory', 'sweeps', 'files'];

/** A lease is renewed so many times before it would end. */
const RENEWALS = 3;

interface Parts {
  readonly store: Pick<NodeStore, 'isShared' | 'holdTasks' | 'releaseTasks'>;
  /** What no other process is called, not even the one before a restart. */
  readonly owner: string;
  /** For how long others leave a task to this node once it is not heard of, in milliseconds. */
  readonly leaseMs: number;
  /** Milliseconds from any start, which nobody can set. */
  readonly stopwatch: Clock;
  readonly observe: Observe;
}

/**
 * Which tasks this node does for all: it asks for each of them again and again, and has those that
 * nobody else has. One that is paused, or cut off from the store, finds by its own stopwatch that
 * its leases are over. What it began before it may still end, so that a task is never what makes
 * something happen once: it spares work, and rows decide.
 */
export class NodeTasks {
  readonly #parts: Parts;
  /** Until when each is held, by the stopwatch. */
  readonly #untilMs = new Map<Task, number>();
  readonly #attempt: FailureLogger;
  #asking: Interval | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#attempt = logFirstFailure(parts.observe, 'asking which tasks this node has');
  }

  /** Asks for the tasks; answers when it is known which ones are ours. To be stopped. */
  async start(): Promise<void> {
    const { store, leaseMs } = this.#parts;
    if (!store.isShared) return;
    await this.#ask();
    this.#asking = startInterval(leaseMs / RENEWALS, () => this.#ask());
  }

  /** Whether this node is the one to do it now. */
  holds(task: Task): boolean {
    const { store, stopwatch } = this.#parts;
    return !store.isShared || stopwatch() < (this.#untilMs.get(task) ?? -Infinity);
  }

  /** Leaves the tasks to others; to be called when nothing of them is under way any more. */
  async stop(): Promise<void> {
    const { store, owner } = this.#parts;
    await this.#asking?.stop();
    if (!store.isShared) return;
    this.#untilMs.clear();
    // Where that cannot be written the leases end by themselves.
    await store.releaseTasks(owner).catch(() => undefined);
  }

  async #ask(): Promise<void> {
    const { store, owner, leaseMs, stopwatch } = this.#parts;
    // The lease begins when the store hears of it, which is not before.
    const untilMs = stopwatch() + leaseMs;
    const held = this.#attempt(() => store.holdTasks(TASKS, { owner, leaseMs }));
    await held.then(
      (tasks) => {
        this.#note(tasks, untilMs);
      },
      () => undefined,
    );
  }

  #note(held: readonly HeldTask[], untilMs: number): void {
    const { observe } = this.#parts;
    for (const task of TASKS) {
      const found = held.find((one) => one.task === task);
      if (found === undefined) {
        if (this.#untilMs.delete(task)) observe({ kind: 'taskLost', task });
        continue;
      }
      const isNew = !this.#untilMs.has(task);
      this.#untilMs.set(task, untilMs);
      if (isNew || found.takenFrom !== null) observe({ kind: 'taskTaken', ...found });
    }
  }
}
