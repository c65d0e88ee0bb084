import type { Instant, Milliseconds } from '../../shared/time.ts';
import type { Act } from '../records/audit.ts';
import type { FailingWork, Work, WorkFailure } from '../records/records.ts';

/** The owner and duration of a claim on work. The claim ends when its lease expires. */
export interface WorkClaim {
  readonly owner: string;
  /** Duration of the lease in milliseconds, by the store's clock. */
  readonly leaseMs: Milliseconds;
}

/** An execution step that an owner has claimed. */
export interface ClaimedWork extends Work {
  /**
   * The previous owner, if its lease expired and it had not released the step. Absent if there was
   * none.
   */
  readonly takenFrom?: string;
}

/** A failure of a step, and what happens next. */
export interface StepFailure {
  readonly at: Instant;
  readonly problem: string;
  /** Time of the retry. Null if the step is parked. */
  readonly tryAt: Instant | null;
  /** True if the storage was unavailable. The step's attempts then become 1 or stay as they are. */
  readonly isOutage?: boolean;
}

/**
 * The queue of execution steps. Workers find and claim steps here, and postpone or park those that
 * fail.
 */
export interface WorkStore {
  /** Returns due work that has not failed, the oldest first. */
  dueWork(now: Instant, limit: number): Promise<readonly Work[]>;
  /**
   * Returns the due time of the next work that has not failed. If `after` is given, only later
   * times count.
   */
  nextWorkAt(after?: Instant): Promise<Instant | undefined>;
  /** Returns failed work whose retry is due, in the order of the retry times. */
  workToRetry(now: Instant, limit: number): Promise<readonly Work[]>;
  /** Returns the time of the next retry after the given instant. */
  nextRetryAt(after: Instant): Promise<Instant | undefined>;
  /**
   * Claims due work of orders or files (see `dueWork`), or failed work (see `workToRetry`). Other
   * owners do not get a claimed step until its lease expires. Claims only avoid duplicate work.
   * Each step takes effect exactly once, because the transaction that performs it also deletes it.
   */
  claimWork(
    which: 'orders' | 'files' | 'failed',
    now: Instant,
    limit: number,
    claim: WorkClaim,
  ): Promise<readonly ClaimedWork[]>;
  /** Renews the leases of those steps that the owner still holds. */
  renewWork(works: readonly Work[], claim: WorkClaim): Promise<void>;
  /** Releases claimed steps, whether they are done or not. */
  releaseWork(works: readonly Work[], owner: string): Promise<void>;
  /**
   * Records the failure of a step and the time of its retry. If `tryAt` is null, the step is
   * parked.
   */
  postponeWork(work: Work, failure: StepFailure): Promise<void>;
  /**
   * Returns failed work: parked steps first, then the others by retry time. If `id` is given,
   * returns that step only.
   */
  listFailingWork(limit: number, id?: number): Promise<readonly FailingWork[]>;
  /** Returns the numbers of the batches of a payment that have a parked step. */
  parkedBatchesOf(paymentId: string): Promise<readonly number[]>;
  summariseFailingWork(): Promise<WorkFailure>;
  /**
   * Resumes one parked step, or at most `limit` parked steps if `id` is null. Returns how many it
   * resumed.
   */
  resumeWork(id: number | null, limit: number, act: Act): Promise<number>;
}
