import type { Store } from '../../domain/ports/store.ts';
import { WorkersBusy } from '../../domain/ports/storage-errors.ts';
import type { Work } from '../../domain/records/records.ts';
import { logFirstFailure, type FailureLogger } from '../../domain/records/log-first-failure.ts';
import { shorten } from '../../shared/text.ts';
import {
  SECOND_MS,
  type Clock,
  type Instant,
  type Milliseconds,
  type Stopwatch,
} from '../../shared/time.ts';
import { backOffAfter } from './back-off.ts';
import { JobLeases, type LeaseParts } from './job-leases.ts';

/**
 * Maximum number of order steps in a group, which limits the time that a group blocks the event
 * loop.
 */
export const MAX_GROUP_STEPS = 64;
/** Maximum number of groups that run at once. A slow scheme blocks one of them. */
const MAX_GROUPS_AT_ONCE = 8;
/** Maximum number of file steps that run at once, without retries. */
const MAX_FILE_STEPS_AT_ONCE = 14;
/** Maximum number of retries that run at once. Failing steps therefore never delay others. */
const MAX_RETRIES_AT_ONCE = 2;

/** Delay before a step is started again because the worker pool was full, in milliseconds. */
const BUSY_BACK_OFF_MS: Milliseconds = 100;
/** Pause of the runner, in milliseconds, if the store cannot even write that a step failed. */
const PAUSE_MS = SECOND_MS;
/**
 * Delays between two checks of `drain`, in milliseconds: the first, and the longest. They grow
 * because other nodes may have to finish the work.
 */
const FIRST_DRAIN_CHECK_MS: Milliseconds = 1;
const LONGEST_DRAIN_CHECK_MS: Milliseconds = 8;
/** Maximum length of a stored error message, in characters. */
const MAX_PROBLEM_CHARACTERS = 300;

interface Parts extends LeaseParts {
  readonly store: LeaseParts['store'] &
    Pick<Store, 'dueWork' | 'nextWorkAt' | 'nextRetryAt' | 'postponeWork'>;
  /**
   * Maximum time between two checks for due work, in milliseconds. Other nodes may add work without
   * notifying this runner.
   */
  readonly pollIntervalMs: Milliseconds;
  /** Executes one step. */
  readonly execute: (work: Work, now: Instant) => Promise<void>;
  /** Executes order steps as a group. Returns the failed ones with their errors. */
  readonly executeOrders: (
    works: readonly Work[],
    now: Instant,
  ) => Promise<readonly { readonly work: Work; readonly error: unknown }[]>;
  readonly clock: Clock;
  /** Monotonic clock in milliseconds, for pauses. */
  readonly stopwatch: Stopwatch;
  /**
   * Returns false while the clock is in doubt. No step begins then, because it might not be due.
   */
  readonly isClockGood: () => boolean;
}

/**
 * Executes the work that falls due. Work is stored as rows, and each step deletes its own row in
 * the transaction that does it. A crash, a restart or a second runner therefore repeats nothing. A
 * runner claims steps first, so that other runners do not begin them.
 *
 * Order steps run in groups, file steps and retries one by one. Each of these three kinds has its
 * own limit, so that none waits for another. A failed step is retried after a growing delay, and
 * parked in the end.
 */
export class WorkRunner {
  readonly #parts: Parts;
  readonly #attempt: FailureLogger;
  readonly #claims: JobLeases;
  readonly #groups = new Set<Promise<void>>();
  readonly #files = new Set<Promise<void>>();
  readonly #retried = new Set<Promise<void>>();
  #pausedUntilMs = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = true;
  /** State of the search for due work. `again`: `wake` was called during the search. */
  #searchState: 'no' | 'once' | 'again' = 'no';

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#attempt = logFirstFailure(parts.observe, 'checking for due work');
    this.#claims = new JobLeases(parts);
  }

  /** Starts to execute due work, including the work of a former process. */
  start(): void {
    this.#isStopped = false;
    this.#claims.start();
    this.wake();
  }

  /** Checks for due work now. */
  wake(): void {
    if (this.#isStopped) return;
    if (this.#searchState === 'no') void this.#searchUntilDone();
    else this.#searchState = 'again';
  }

  /**
   * Executes all work that falls due within `withinMs` milliseconds and resolves when it is done.
   * Does not wait for retries. Returns false if no step may begin: the runner was stopped, the
   * clock is in doubt, or the store cannot write.
   */
  async drain(withinMs: Milliseconds): Promise<boolean> {
    const { store, clock } = this.#parts;
    for (
      let backOffMs = FIRST_DRAIN_CHECK_MS;
      ;
      backOffMs = Math.min(2 * backOffMs, LONGEST_DRAIN_CHECK_MS)
    ) {
      this.wake();
      await Promise.all([...this.#groups, ...this.#files]);
      if (!this.#mayBegin()) return false;
      const [due] = await store.dueWork(clock() + withinMs, 1);
      if (due === undefined && this.#groups.size + this.#files.size === 0) return true;
      await sleep(backOffMs);
    }
  }

  /** Waits for the running steps and begins no more. */
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

  async #searchUntilDone(): Promise<void> {
    do {
      this.#searchState = 'once';
      await this.#attempt(() => this.#search()).catch(() => {
        this.#wakeIn(PAUSE_MS);
      });
    } while (this.#mustSearchAgain());
    this.#searchState = 'no';
  }

  #mustSearchAgain(): boolean {
    return this.#searchState === 'again' && !this.#isStopped;
  }

  async #search(): Promise<void> {
    const { store, clock } = this.#parts;
    if (!this.#mayBegin()) {
      this.#wakeIn(PAUSE_MS);
      return;
    }
    const now = clock();
    await this.#beginGroup(now);
    await this.#fill(this.#files, MAX_FILE_STEPS_AT_ONCE, 'files', now);
    await this.#fill(this.#retried, MAX_RETRIES_AT_ONCE, 'failed', now);
    // Due work above the limits is claimed when a step ends. The timer is for work that falls due
    // later.
    const next = [await store.nextWorkAt(now), await store.nextRetryAt(now)];
    this.#wakeIn(Math.min(...next.map((at) => at ?? Infinity)) - now);
  }

  /** Claims one group of order steps and starts it. */
  async #beginGroup(now: Instant): Promise<void> {
    if (this.#groups.size >= MAX_GROUPS_AT_ONCE) return;
    const works = await this.#claim('orders', now, MAX_GROUP_STEPS);
    if (works.length === 0) return;
    this.#begin(this.#groups, works, this.#executeOrders(works, now));
    // There may be more. Claims them in a later turn of the event loop.
    if (works.length === MAX_GROUP_STEPS)
      setImmediate(() => {
        this.wake();
      });
  }

  /** Claims as many steps as the limit allows and starts them. */
  async #fill(
    running: Set<Promise<void>>,
    limit: number,
    which: 'files' | 'failed',
    now: Instant,
  ): Promise<void> {
    const free = limit - running.size;
    if (free <= 0) return;
    for (const work of await this.#claim(which, now, free)) {
      this.#begin(running, [work], this.#execute(work, now));
    }
  }

  /** Returns no steps if the runner was stopped, or the clock came into doubt, during the claim. */
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

  /** Tracks running steps until they end, then checks for due work. */
  #begin(running: Set<Promise<void>>, works: readonly Work[], execution: Promise<void>): void {
    const begun = execution
      .then(() => this.#claims.release(works))
      .then(() => {
        running.delete(begun);
        this.wake();
      });
    running.add(begun);
  }

  async #execute(work: Work, now: Instant): Promise<void> {
    const { execute } = this.#parts;
    for (;;) {
      try {
        await execute(work, now);
        return;
      } catch (error) {
        if (error instanceof WorkersBusy) {
          // The step has not begun, so this is not a failure.
          if (this.#isStopped) return;
          await sleep(BUSY_BACK_OFF_MS);
          continue;
        }
        await this.#fail(work, error);
        return;
      }
    }
  }

  async #executeOrders(works: readonly Work[], now: Instant): Promise<void> {
    const failed = await this.#parts
      .executeOrders(works, now)
      .catch((error: unknown) => works.map((work) => ({ work, error })));
    for (const { work, error } of failed) {
      // The store cannot write, so the failures of the others cannot be stored either.
      if (!(await this.#fail(work, error))) return;
    }
  }

  /**
   * Reports a failed step and schedules its retry or parks it. Returns false if the store cannot
   * write.
   */
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
      // The store cannot write, so no step can succeed. This failure does not count against the
      // step.
      this.#pausedUntilMs = stopwatch() + PAUSE_MS;
      return false;
    }
    if (backOffMs !== null) return true;
    const { id, step, paymentId } = work;
    observe({ kind: 'workParked', work: id, step, paymentId, attempts });
    return true;
  }

  #wakeIn(delayMs: Milliseconds): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    const delay = Math.min(this.#parts.pollIntervalMs, Math.max(0, delayMs));
    this.#timer = setTimeout(() => {
      this.wake();
    }, delay);
  }
}

function sleep(delayMs: Milliseconds): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}
