import type { Store } from '../../domain/ports/store.ts';
import { StoreUnavailable, WorkersBusy } from '../../domain/ports/storage-errors.ts';
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
import { backOffAfter, backOffInOutage } from './back-off.ts';
import { JobLeases, type LeaseParts } from './job-leases.ts';

/** Maximum number of order steps in a group. It limits how long a group blocks the event loop. */
export const MAX_GROUP_STEPS = 64;
/** Maximum number of groups that run at the same time. A slow scheme delays only one of them. */
const MAX_GROUPS_AT_ONCE = 8;
/** Maximum number of file steps that run at once, without retries. */
const MAX_FILE_STEPS_AT_ONCE = 14;
/** Maximum number of retries that run at the same time, so that they never delay other steps. */
const MAX_RETRIES_AT_ONCE = 2;

/** Time in milliseconds after which a step is started again if the worker pool was full. */
const BUSY_BACK_OFF_MS: Milliseconds = 100;
/** Pause of the runner, in milliseconds, if the store cannot even record that a step failed. */
const PAUSE_MS = SECOND_MS;
/**
 * Interval at which `drain` checks whether all work is done, in milliseconds. It grows from the
 * first value to the second, because other nodes may still have to finish their work.
 */
const FIRST_DRAIN_CHECK_MS: Milliseconds = 1;
const LONGEST_DRAIN_CHECK_MS: Milliseconds = 8;
/** Maximum length of a stored error message, in characters. */
const MAX_PROBLEM_CHARACTERS = 300;

interface Parts extends LeaseParts {
  readonly store: LeaseParts['store'] &
    Pick<Store, 'dueWork' | 'nextWorkAt' | 'nextRetryAt' | 'postponeWork'>;
  /**
   * Maximum time between two checks for due work, in milliseconds. Other nodes may add work and do
   * not notify this runner.
   */
  readonly pollIntervalMs: Milliseconds;
  /** Executes one step. */
  readonly execute: (work: Work, now: Instant) => Promise<void>;
  /** Executes several order steps as a group. Returns the failed steps with their errors. */
  readonly executeOrders: (
    works: readonly Work[],
    now: Instant,
  ) => Promise<readonly { readonly work: Work; readonly error: unknown }[]>;
  readonly clock: Clock;
  /** Monotonic clock in milliseconds, for measuring pauses. */
  readonly stopwatch: Stopwatch;
  /**
   * Returns false while the clock may be wrong. No step starts during that time, because it might
   * not be due.
   */
  readonly isClockGood: () => boolean;
}

/**
 * Executes work when it falls due. Each step is stored as a row. The transaction that executes the
 * step also deletes its row, so a crash, a restart or a second runner repeats nothing. A runner
 * claims steps before it starts them, so that other runners do not start them too.
 *
 * Order steps run in groups. File steps and retries run one by one. Each of these three kinds has
 * its own limit, so that none waits for another. A failed step is retried after growing delays, and
 * is finally parked.
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
  /** State of the search for due work. `again` means that `wake` was called during the search. */
  #searchState: 'no' | 'once' | 'again' = 'no';

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#attempt = logFirstFailure(parts.observe, 'checking for due work');
    this.#claims = new JobLeases(parts);
  }

  /** Starts executing due work, including work that an earlier process left. */
  start(): void {
    this.#isStopped = false;
    this.#claims.start();
    this.wake();
  }

  /** Checks for due work at once. */
  wake(): void {
    if (this.#isStopped) return;
    if (this.#searchState === 'no') void this.#searchUntilDone();
    else this.#searchState = 'again';
  }

  /**
   * Executes all work that falls due within `withinMs` milliseconds, and resolves when it is done.
   * Does not wait for retries. Returns false if no step may start, because the runner was stopped,
   * the clock may be wrong, or the store cannot write.
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

  /** True before the start, and as soon as the service stops. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Waits for the running steps and starts no more. */
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
    // If the limits leave due work unclaimed, it is claimed when a step ends. The timer is only for
    // work that falls due later.
    const next = [await store.nextWorkAt(now), await store.nextRetryAt(now)];
    this.#wakeIn(Math.min(...next.map((at) => at ?? Infinity)) - now);
  }

  /** Claims one group of order steps and starts it. */
  async #beginGroup(now: Instant): Promise<void> {
    if (this.#groups.size >= MAX_GROUPS_AT_ONCE) return;
    const works = await this.#claim('orders', now, MAX_GROUP_STEPS);
    if (works.length === 0) return;
    this.#begin(this.#groups, works, this.#executeOrders(works, now));
    // More steps may be due. Claim them in a later turn of the event loop.
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

  /** Claims steps. Returns none if the runner was stopped meanwhile or the clock may be wrong. */
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

  /** Keeps track of running steps until they end. Then checks for due work. */
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
          // The step was not started, so this does not count as a failure.
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
      // If the store cannot write, it cannot record the failures of the other steps either.
      if (!(await this.#fail(work, error))) return;
    }
  }

  /**
   * Reports a failed step, and schedules its retry or parks it. Returns false if the store cannot
   * write.
   */
  async #fail(work: Work, error: unknown): Promise<boolean> {
    const { store, clock, stopwatch, observe } = this.#parts;
    observe({ kind: 'failure', what: `${work.step} of ${work.paymentId}`, error });
    const at = clock();
    const isOutage = error instanceof StoreUnavailable;
    const attempts = work.attempts + 1;
    const backOffMs = isOutage ? backOffInOutage(at - work.dueAt) : backOffAfter(attempts, error);
    const problem = shorten(
      error instanceof Error ? `${error.name}: ${error.message}` : String(error),
      MAX_PROBLEM_CHARACTERS,
    );
    try {
      await store.postponeWork(work, {
        at,
        problem,
        tryAt: backOffMs === null ? null : at + backOffMs,
        isOutage,
      });
    } catch {
      // The store cannot write, so no step can succeed. This step is not charged with the failure.
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
