import type { Instant, Milliseconds } from '../../shared/time.ts';
import type { Act } from '../records/audit.ts';
import type { FailingWork, Work, WorkFailure } from '../records/records.ts';

/** Owner and duration of a claim on work. The claim ends when its lease expires. */
export interface WorkClaim {
  readonly owner: string;
  /** In milliseconds of the store's clock. */
  readonly leaseMs: Milliseconds;
}

/** A step of work that an owner has claimed. */
export interface ClaimedWork extends Work {
  /** The previous owner, if its lease expired without a release. Absent if there was none. */
  readonly takenFrom?: string;
}

/** Queue of the steps of execution: finds, claims, postpones and parks them. */
export interface WorkStore {
  /** Returns due work that has not failed, oldest first. */
  dueWork(now: Instant, limit: number): Promise<readonly Work[]>;
  /** Returns the due time of the next such work, after an instant if one is given. */
  nextWorkAt(after?: Instant): Promise<Instant | undefined>;
  /** Returns failed work whose retry is due, in the order of the retry times. */
  workToRetry(now: Instant, limit: number): Promise<readonly Work[]>;
  /** Returns the time of the next retry after an instant. */
  nextRetryAt(after: Instant): Promise<Instant | undefined>;
  /**
   * Claims due work of orders or files (see `dueWork`), or failed work (see `workToRetry`). Other
   * owners do not get a claimed step until its lease expires. Claims only avoid duplicate work. A
   * step happens exactly once because the transaction that performs it also deletes it.
   */
  claimWork(
    which: 'orders' | 'files' | 'failed',
    now: Instant,
    limit: number,
    claim: WorkClaim,
  ): Promise<readonly ClaimedWork[]>;
  /** Renews the leases of those steps that the owner still holds. */
  renewWork(works: readonly Work[], claim: WorkClaim): Promise<void>;
  /** Releases claimed steps, done or not. */
  releaseWork(works: readonly Work[], owner: string): Promise<void>;
  /** Records the failure of a step and the time of its retry. A null `tryAt` parks it. */
  postponeWork(
    work: Work,
    failure: { readonly at: Instant; readonly problem: string; readonly tryAt: Instant | null },
  ): Promise<void>;
  /**
   * Returns failed work: parked steps first, then by retry time. With `id`, returns that step only.
   */
  listFailingWork(limit: number, id?: number): Promise<readonly FailingWork[]>;
  summariseFailingWork(): Promise<WorkFailure>;
  /** Resumes one parked step, or at most `limit` steps if `id` is null. Returns how many. */
  resumeWork(id: number | null, limit: number, act: Act): Promise<number>;
}
