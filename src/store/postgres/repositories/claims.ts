import type { Work } from '../../../domain/records/records.ts';
import type { Instant, Milliseconds } from '../../../shared/time.ts';
import type { Claims } from '../../repositories/payments/claims.ts';
import { WORK } from '../../repositories/payments/work.ts';
import { NOW_MS } from '../engine.ts';
import { sql } from '../../repositories/engine.ts';

/** Claims on jobs, stored in the rows of the jobs so that all nodes see them. */
export const claimsInRows: Claims = {
  *claim(which, now, limit, { owner, leaseMs }) {
    const parameters = { now, limit, owner, leaseMs };
    const source = which === 'orders' ? 'order' : 'file';
    const claimed =
      which === 'failed'
        ? yield* SQL.failed.all(parameters)
        : yield* SQL.fresh.all({ ...parameters, source });
    return claimed.map(({ takenFrom, ...work }) =>
      takenFrom === null || takenFrom === owner ? work : { ...work, takenFrom },
    );
  },
  *renew(works, { owner, leaseMs }) {
    yield* SQL.renew.write({ ids: idsOf(works), owner, leaseMs });
  },
  *release(works, owner) {
    yield* SQL.release.write({ ids: idsOf(works), owner });
  },
};

const idsOf = (works: readonly Work[]): string => JSON.stringify(works.map(({ id }) => id));

interface ClaimParameters {
  readonly now: Instant;
  readonly limit: number;
  readonly owner: string;
  readonly leaseMs: Milliseconds;
}

/** A job. If another owner's claim on it had expired, `takenFrom` names that owner. */
type ClaimedWork = Work & { readonly takenFrom: string | null };

/**
 * Returns SQL that claims jobs which have no claim, or whose claim has expired. It skips jobs that
 * another node is claiming at this moment. MATERIALIZED makes PostgreSQL select the jobs only
 * once. Without it, a join could select them again for each row and exceed the limit.
 */
const claimSql = (condition: string): string =>
  `WITH found AS MATERIALIZED (
     SELECT id AS free, claimed_by AS takenFrom FROM work
     WHERE ${condition} AND try_at <= @now AND claimed_until <= ${NOW_MS}
     ORDER BY try_at, id LIMIT @limit FOR UPDATE SKIP LOCKED),
   claimed AS (
     UPDATE work SET claimed_by = @owner, claimed_until = ${NOW_MS} + CAST(@leaseMs AS BIGINT)
     FROM found WHERE work.id = free
     RETURNING ${WORK}, try_at, takenFrom)
   SELECT id, step, paymentId, batch, source, cursor, dueAt, attempts, takenFrom
   FROM claimed ORDER BY try_at, id`;

/**
 * SQL condition that selects the given jobs if the owner has claimed them. It skips jobs that
 * another transaction is completing.
 */
const HELD_IDS = `id IN (
  SELECT id FROM work
  WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(@ids)) AND claimed_by = @owner
  FOR UPDATE SKIP LOCKED)`;

const SQL = {
  fresh: sql<ClaimParameters & { readonly source: Work['source'] }, ClaimedWork>(
    claimSql('attempts = 0 AND source = @source'),
  ),
  failed: sql<ClaimParameters, ClaimedWork>(claimSql('attempts > 0 AND parked_at IS NULL')),
  renew: sql<Pick<ClaimParameters, 'owner' | 'leaseMs'> & { readonly ids: string }>(
    `UPDATE work SET claimed_until = ${NOW_MS} + CAST(@leaseMs AS BIGINT) WHERE ${HELD_IDS}`,
  ),
  release: sql<{ readonly ids: string; readonly owner: string }>(
    `UPDATE work SET claimed_by = NULL, claimed_until = 0 WHERE ${HELD_IDS}`,
  ),
};
