import type { Store } from '../../domain/ports/store.ts';
import {
  StoredFileDamaged,
  StoreUnavailable,
  WorkersBusy,
} from '../../domain/ports/storage-errors.ts';
import type { Work } from '../../domain/records/records.ts';
import { logFirstFailure, type Attempt } from '../../domain/records/log-first-failure.ts';
import { shorten } from '../../shared/text.ts';
import { MINUTE_MS, SECOND_MS, type Clock, type Instant } from '../../shared/time.ts';
import { JobLeases, type ClaimParts } from './job-leases.ts';

/** Steps of orders that are taken together: the event loop waits no longer than for these. */
export const MAX_GROUP_STEPS = 64;
/** Groups that are under way at once: a scheme that is slow holds up one of them. */
const MAX_GROUPS_AT_ONCE = 8;
/** Steps of files that are under way at once, besides those that failed before. */
const MAX_FILE_STEPS_AT_ONCE = 14;
/** Steps that are tried again at once: however many fail, they are in nobody's way. */
const MAX_RETRIES_AT_ONCE = 2;

/** A step that fails so often, which takes a quarter of an hour, is left to the operators. */
export const MAX_TRIES = 20;
/** A step that failed is tried again after this, twice as long each time, up to the longest. */
const FIRST_RETRY_MS = SECOND_MS;
const LONGEST_RETRY_MS = MINUTE_MS;

/** Where the pool of threads has no place, a step asks again after this, in milliseconds. */
const BUSY_BACK_OFF_MS = 100;
/** Nothing is begun for this long once not even a failure can be written down. */
const PAUSE_MS = SECOND_MS;
/** How often a drain looks whether all is done: ever less, for others may have to do it, in ms. */
const FIRST_DRAIN_LOOK_MS = 1;
const LAST_DRAIN_LOOK_MS = 8;
/** Longest text of an error that is kept, in characters. */
const MAX_PROBLEM_CHARACTERS = 300;

interface Parts extends ClaimParts {
  readonly store: ClaimParts['store'] &
    Pick<Store, 'dueWork' | 'nextWorkAt' | 'nextRetryAt' | 'postponeWork'>;
  /**
   * How often it is looked at least whether there is something, in milliseconds: others may have
   * work fall due of which this runner is not told.
   */
  readonly lookEveryMs: number;
  /** Takes one step. */
  readonly execute: (work: Work, now: Instant) => Promise<void>;
  /** Takes steps of orders together; those that failed, and why. */
  readonly executeOrders: (
    works: readonly Work[],
    now: Instant,
  ) => Promise<readonly { readonly work: Work; readonly error: unknown }[]>;
  readonly clock: Clock;
  /** Milliseconds from any start, which nobody can set: for how long nothing is begun. */
  readonly stopwatch: Clock;
  /** Whether the clock can be believed: what is due by a wrong one must not be done. */
  readonly isClockGood: () => boolean;
}

/** How long a step rests that has failed so often, and so, in milliseconds; null: for good. */
export function backOffAfter(attempts: number, error?: unknown): number | null {
  if (error instanceof StoredFileDamaged) return null;
  // What is away comes back, however long that takes: it is not the step that needs an operator.
  if (attempts >= MAX_TRIES && !(error instanceof StoreUnavailable)) return null;
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
}

/**
 * Does the work that falls due. The work lies in the store and each step deletes its own row in
 * the transaction that does it, so that a crash, a restart or a second runner repeats nothing; it
 * is claimed first, so that a second runner does not even begin it. Steps of orders are taken in
 * groups, those of files and those that failed before each by itself; each of the three has places
 * of its own, so that none waits for another. A step that fails rests ever longer and is parked in
 * the end.
 */
export class WorkRunner {
  readonly #parts: Parts;
  readonly #attempt: Attempt;
  readonly #claims: JobLeases;
  readonly #groups = new Set<Promise<void>>();
  readonly #files = new Set<Promise<void>>();
  readonly #retried = new Set<Promise<void>>();
  #pausedUntilMs = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = true;
  /** Looking for due work, or told meanwhile to look once more. */
  #looking: 'no' | 'once' | 'again' = 'no';

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#attempt = logFirstFailure(parts.observe, 'looking for due work');
    this.#claims = new JobLeases(parts);
  }

  /** Begins to do what falls due, what a former process left over first. */
  start(): void {
    this.#isStopped = false;
    this.#claims.start();
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
   * does not wait for steps that failed and will be tried again. False when no step may begin: the
   * runner was stopped, the clock is in doubt, or the store cannot write.
   */
  async drain(withinMs: number): Promise<boolean> {
    const { store, clock } = this.#parts;
    for (
      let backOffMs = FIRST_DRAIN_LOOK_MS;
      ;
      backOffMs = Math.min(2 * backOffMs, LAST_DRAIN_LOOK_MS)
    ) {
      this.wake();
      await Promise.all([...this.#groups, ...this.#files]);
      if (!this.#mayBegin()) return false;
      const [due] = await store.dueWork(clock() + withinMs, 1);
      if (due === undefined && this.#groups.size + this.#files.size === 0) return true;
      await sleep(backOffMs);
    }
  }

  /** Lets the steps under way end and begins no more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.all([...this.#groups, ...this.#files, ...this.#retried]);
    this.#claims.stop();
  }

  #mayBegin(): boolean {
    const { stopwatch, isClockGood } = this.#parts;
    return !this.#isStopped && isClockGood() && stopwatch() >= this.#pausedUntilMs;
  }

  async #lookUntilQuiet(): Promise<void> {
    do {
      this.#looking = 'once';
      await this.#attempt(() => this.#look()).catch(() => {
        this.#wakeIn(PAUSE_MS);
      });
    } while (this.#isToLookAgain());
    this.#looking = 'no';
  }

  #isToLookAgain(): boolean {
    return this.#looking === 'again' && !this.#isStopped;
  }

  async #look(): Promise<void> {
    const { store, clock } = this.#parts;
    if (!this.#mayBegin()) {
      this.#wakeIn(PAUSE_MS);
      return;
    }
    const now = clock();
    await this.#beginGroup(now);
    await this.#fill(this.#files, MAX_FILE_STEPS_AT_ONCE, 'files', now);
    await this.#fill(this.#retried, MAX_RETRIES_AT_ONCE, 'failed', now);
    // What is due and has no place is begun when a step ends; here is waited for what is not due.
    const next = [await store.nextWorkAt(now), await store.nextRetryAt(now)];
    this.#wakeIn(Math.min(...next.map((at) => at ?? Infinity)) - now);
  }

  /** Claims steps of orders, as many as are taken together, and begins them. */
  async #beginGroup(now: Instant): Promise<void> {
    if (this.#groups.size >= MAX_GROUPS_AT_ONCE) return;
    const works = await this.#claim('orders', now, MAX_GROUP_STEPS);
    if (works.length === 0) return;
    this.#begin(this.#groups, works, this.#takeOrders(works, now));
    // There may be more, which are not for this turn of the event loop.
    if (works.length === MAX_GROUP_STEPS)
      setImmediate(() => {
        this.wake();
      });
  }

  /** Claims as many steps as there are places, and begins them. */
  async #fill(
    underWay: Set<Promise<void>>,
    most: number,
    which: 'files' | 'failed',
    now: Instant,
  ): Promise<void> {
    const places = most - underWay.size;
    if (places <= 0) return;
    for (const work of await this.#claim(which, now, places)) {
      this.#begin(underWay, [work], this.#take(work, now));
    }
  }

  /** None where the runner was stopped, or the clock came to be in doubt, meanwhile. */
  async #claim(
    which: 'orders' | 'files' | 'failed',
    now: Instant,
    limit: number,
  ): Promise<readonly Work[]> {
    const works = await this.#claims.claim(which, now, limit);
    if (this.#mayBegin()) return works;
    await this.#claims.release(works);
    return [];
  }

  /** Has steps under way until they are done; then it is looked what else is to be done. */
  #begin(underWay: Set<Promise<void>>, works: readonly Work[], taking: Promise<void>): void {
    const begun = taking
      .then(() => this.#claims.release(works))
      .then(() => {
        underWay.delete(begun);
        this.wake();
      });
    underWay.add(begun);
  }

  async #take(work: Work, now: Instant): Promise<void> {
    const { execute } = this.#parts;
    for (;;) {
      try {
        await execute(work, now);
        return;
      } catch (error) {
        if (error instanceof WorkersBusy) {
          // It has not begun, and so it has not failed.
          if (this.#isStopped) return;
          await sleep(BUSY_BACK_OFF_MS);
          continue;
        }
        await this.#fail(work, error);
        return;
      }
    }
  }

  async #takeOrders(works: readonly Work[], now: Instant): Promise<void> {
    const failed = await this.#parts
      .executeOrders(works, now)
      .catch((error: unknown) => works.map((work) => ({ work, error })));
    for (const { work, error } of failed) {
      // Where that cannot be written it cannot for the others either: they are as they were.
      if (!(await this.#fail(work, error))) return;
    }
  }

  /** Tells that a step failed, and has it rest; false where the store cannot write even that. */
  async #fail(work: Work, error: unknown): Promise<boolean> {
    const { store, clock, stopwatch, observe } = this.#parts;
    observe({ kind: 'failure', what: `${work.step} of ${work.paymentId}`, error });
    const at = clock();
    const attempts = work.attempts + 1;
    const backOffMs = backOffAfter(attempts, error);
    const problem = shorten(
      error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      MAX_PROBLEM_CHARACTERS,
    );
    try {
      await store.postponeWork(work, {
        at,
        problem,
        tryAt: backOffMs === null ? null : at + backOffMs,
      });
    } catch {
      // The store cannot write: nothing can be done by anybody, and nothing is held against this.
      this.#pausedUntilMs = stopwatch() + PAUSE_MS;
      return false;
    }
    if (backOffMs !== null) return true;
    const { id, step, paymentId } = work;
    observe({ kind: 'workParked', work: id, step, paymentId, attempts });
    return true;
  }

  #wakeIn(delayMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    const delay = Math.min(this.#parts.lookEveryMs, Math.max(0, delayMs));
    this.#timer = setTimeout(() => {
      this.wake();
    }, delay);
  }
}

function sleep(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}
