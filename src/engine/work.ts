import type { Observe } from '../domain/events.ts';
import type { Store } from '../domain/store.ts';
import type { Work } from '../domain/records.ts';
import { SECOND_MS, type Clock, type Instant } from '../kernel/time.ts';

/** Steps that are under way at once. */
const MAX_STEPS_AT_ONCE = 16;
/** A step that failed is tried again after this. */
const RETRY_MS = SECOND_MS;
/** The longest sleep: clocks may be set, and timers cannot wait for months. */
const MAX_SLEEP_MS = 60 * SECOND_MS;
/** How often a drain looks whether all is done, in milliseconds. */
const DRAIN_LOOK_MS = 1;

interface Parts {
  readonly store: Pick<Store, 'dueWork' | 'nextWorkAt'>;
  readonly execute: (work: Work, now: Instant) => Promise<void>;
  readonly clock: Clock;
  readonly observe: Observe;
}

/**
 * Does the work that falls due. The work lies in the store and each step deletes its own row in
 * the transaction that does it, so that a crash, a restart or a second runner repeats nothing.
 */
export class WorkRunner {
  readonly #parts: Parts;
  readonly #underWay = new Map<number, Promise<void>>();
  readonly #failedAt = new Map<number, Instant>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = true;
  /** Looking for due work, or told meanwhile to look once more. */
  #looking: 'no' | 'once' | 'again' = 'no';

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Begins to do what falls due, what a former process left over first. */
  start(): void {
    this.#isStopped = false;
    this.wake();
  }

  /** Something new may be due: looks now. */
  wake(): void {
    if (this.#isStopped) return;
    if (this.#looking === 'no') void this.#lookUntilQuiet();
    else this.#looking = 'again';
  }

  /**
   * Does all that falls due within so many milliseconds from now; answers when it is done, but
   * does not wait for steps that failed and will be tried again. False when it was stopped.
   */
  async drain(withinMs: number): Promise<boolean> {
    const { store, clock } = this.#parts;
    for (;;) {
      this.wake();
      await Promise.all(this.#underWay.values());
      if (this.#isStopped) return false;
      const due = await store.dueWork(clock() + withinMs, this.#failedAt.size + 1);
      const isDone = due.every((work) => this.#failedAt.has(work.id));
      if (isDone && this.#underWay.size === 0) return true;
      await new Promise((resolve) => setTimeout(resolve, DRAIN_LOOK_MS));
    }
  }

  /** Lets the steps under way end and begins no more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#underWay.values());
  }

  async #lookUntilQuiet(): Promise<void> {
    do {
      this.#looking = 'once';
      try {
        await this.#look();
      } catch (error) {
        this.#parts.observe({ kind: 'failure', what: 'looking for due work', error });
        this.#sleep(RETRY_MS);
      }
    } while (this.#isToLookAgain());
    this.#looking = 'no';
  }

  #isToLookAgain(): boolean {
    return this.#looking === 'again' && !this.#isStopped;
  }

  async #look(): Promise<void> {
    const { store, clock } = this.#parts;
    const now = clock();
    const passedOver = this.#underWay.size + this.#failedAt.size;
    for (const work of await store.dueWork(now, MAX_STEPS_AT_ONCE + passedOver)) {
      if (this.#isStopped || this.#underWay.size >= MAX_STEPS_AT_ONCE) break;
      const isResting = now - (this.#failedAt.get(work.id) ?? -Infinity) < RETRY_MS;
      if (!this.#underWay.has(work.id) && !isResting) this.#begin(work, now);
    }
    const next = await store.nextWorkAt();
    if (next === undefined || this.#underWay.size > 0) return;
    this.#sleep(Math.max(this.#failedAt.size > 0 ? RETRY_MS : 0, next - clock()));
  }

  #begin(work: Work, now: Instant): void {
    const { execute, clock, observe } = this.#parts;
    const step = execute(work, now)
      .then(() => {
        this.#failedAt.delete(work.id);
      })
      .catch((error: unknown) => {
        this.#failedAt.set(work.id, clock());
        observe({ kind: 'failure', what: `${work.step} of ${work.paymentId}`, error });
      })
      .then(() => {
        this.#underWay.delete(work.id);
        this.wake();
      });
    this.#underWay.set(work.id, step);
  }

  #sleep(delayMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(
      () => {
        this.wake();
      },
      Math.min(MAX_SLEEP_MS, Math.max(0, delayMs)),
    );
  }
}
