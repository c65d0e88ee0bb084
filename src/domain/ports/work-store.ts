import type { Instant } from '../../shared/time.ts';
import type { Act } from '../records/audit.ts';
import type { FailingWork, Work, WorkFailure } from '../records/records.ts';

/** Whose steps are that are claimed, and for how long: what is not let go of by then is free. */
export interface WorkClaim {
  readonly owner: string;
  /** In milliseconds of the store's clock. */
  readonly leaseMs: number;
}

/** A step that somebody does now. */
export interface ClaimedWork extends Work {
  /** Who claimed it before, and was not heard of until the end of the lease; absent: nobody. */
  readonly takenFrom?: string;
}

/** The steps of execution that fall due: finding, claiming, resting and parking them. */
export interface WorkStore {
  /** Work that is due and has not failed, oldest first. */
  dueWork(now: Instant, limit: number): Promise<readonly Work[]>;
  /** When the next such work falls due, of that which is due after an instant, if one is given. */
  nextWorkAt(after?: Instant): Promise<Instant | undefined>;
  /** Work that failed and is to be tried again by now, in the order of that. */
  workToRetry(now: Instant, limit: number): Promise<readonly Work[]>;
  /** When failed work is to be tried again next, after an instant. */
  nextRetryAt(after: Instant): Promise<Instant | undefined>;
  /**
   * Some of what `dueWork`, of orders or of files, or (`failed`) `workToRetry` finds, for whoever
   * is to do it: nobody else is given a step that is claimed. That spares work and promises
   * nothing: what makes a step happen once is that it ends in the transaction that does it.
   */
  claimWork(
    which: 'orders' | 'files' | 'failed',
    now: Instant,
    limit: number,
    claim: WorkClaim,
  ): Promise<readonly ClaimedWork[]>;
  /** Holds those of these steps for longer that the owner still holds: from now on for a lease. */
  renewWork(works: readonly Work[], claim: WorkClaim): Promise<void>;
  /** Lets go of claimed steps, done or not. */
  releaseWork(works: readonly Work[], owner: string): Promise<void>;
  /** A step failed: notes why, and when it is to be tried again; null parks it. */
  postponeWork(
    work: Work,
    failure: { readonly at: Instant; readonly problem: string; readonly tryAt: Instant | null },
  ): Promise<void>;
  /** Work that failed, what is parked first, then what is tried again soonest; or one step. */
  listFailingWork(limit: number, id?: number): Promise<readonly FailingWork[]>;
  summariseFailingWork(): Promise<WorkFailure>;
  /** Takes parked work up again at once, one step or (null) all, so many at most; how many. */
  resumeWork(id: number | null, limit: number, act: Act): Promise<number>;
}
