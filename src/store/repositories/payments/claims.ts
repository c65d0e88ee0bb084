import type { ClaimedWork, WorkClaim } from '../../../domain/ports/work-store.ts';
import type { Work } from '../../../domain/records/records.ts';
import type { Instant } from '../../../shared/time.ts';
import type { DbCommand } from '../engine.ts';

/**
 * Claims on steps of work. A claim belongs to one owner until its lease ends. SQLite holds claims
 * in memory, and PostgreSQL stores them in rows.
 */
export interface Claims {
  /** Claims up to `limit` unclaimed due steps, oldest first. */
  claim(
    which: 'orders' | 'files' | 'failed',
    now: Instant,
    limit: number,
    claim: WorkClaim,
  ): DbCommand<readonly ClaimedWork[]>;
  /** Extends the leases of the steps that the owner still holds. */
  renew(works: readonly Work[], claim: WorkClaim): DbCommand<void>;
  /** Releases the steps that the owner holds. */
  release(works: readonly Work[], owner: string): DbCommand<void>;
}
