import type { ClaimedWork, WorkClaim } from '../../../domain/ports/work-store.ts';
import type { Work } from '../../../domain/records/records.ts';
import type { Instant } from '../../../shared/time.ts';
import type { DbCommand } from '../engine.ts';

/** Who has claimed which steps: each engine keeps that in its own way. */
export interface Claims {
  /** The first steps that are due and held by nobody, so many at most; held from now on. */
  claim(
    which: 'orders' | 'files' | 'failed',
    now: Instant,
    limit: number,
    claim: WorkClaim,
  ): DbCommand<readonly ClaimedWork[]>;
  /** Holds those of these steps for longer that the owner still holds. */
  renew(works: readonly Work[], claim: WorkClaim): DbCommand<void>;
  /** Lets go of those of these steps that the owner holds. */
  release(works: readonly Work[], owner: string): DbCommand<void>;
}
