import type { WorkClaim } from '../../../domain/ports/work-store.ts';
import type { Work } from '../../../domain/records/records.ts';
import type { Clock, Instant } from '../../../shared/time.ts';
import type { Claims } from '../../repositories/payments/claims.ts';
import type { WorkList } from '../../repositories/payments/work.ts';

/**
 * Creates claims that are held in memory. All owners are in this process, because no other process
 * can open the database. The claims are lost when the process ends.
 */
export function createInMemoryClaims(work: WorkList, machineClock: Clock): Claims {
  const leases = new StepLeases();
  return {
    *claim(which, now, limit, claim) {
      // The query also finds steps that are already claimed, because their rows exist until they
      // are executed. Under load these are most of them, so it reads only the ids.
      const maxFound = limit + leases.size;
      const found =
        which === 'failed'
          ? yield* work.idsToRetry(now, maxFound)
          : yield* work.idsDueOf(which === 'orders' ? 'order' : 'file', now, maxFound);
      const claimed = leases.claim(found, limit, claim, machineClock());
      return claimed.length === 0 ? [] : yield* work.findAll(claimed);
    },
    *renew(steps, claim) {
      leases.renew(steps, claim, machineClock());
    },
    *release(steps, owner) {
      leases.release(steps, owner);
    },
  };
}

interface Lease {
  readonly owner: string;
  readonly until: Instant;
}

/**
 * The current leases of steps. There are at most as many leases as steps that run at the same time.
 */
export class StepLeases {
  readonly #held = new Map<Work['id'], Lease>();

  /** Number of steps that are leased. A query may find them although they cannot be claimed. */
  get size(): number {
    return this.#held.size;
  }

  /** Leases the first steps that are free at the time `at`, up to `limit`. */
  claim(
    found: readonly Work['id'][],
    limit: number,
    { owner, leaseMs }: WorkClaim,
    at: Instant,
  ): readonly Work['id'][] {
    const isFree = (id: Work['id']) => (this.#held.get(id)?.until ?? at) <= at;
    const claimed = found.filter(isFree).slice(0, limit);
    for (const id of claimed) this.#held.set(id, { owner, until: at + leaseMs });
    return claimed;
  }

  /** Extends those leases that the owner holds. */
  renew(steps: readonly Pick<Work, 'id'>[], { owner, leaseMs }: WorkClaim, at: Instant): void {
    for (const id of this.#of(steps, owner)) this.#held.set(id, { owner, until: at + leaseMs });
  }

  /** Ends those leases that the owner holds. */
  release(steps: readonly Pick<Work, 'id'>[], owner: string): void {
    for (const id of this.#of(steps, owner)) this.#held.delete(id);
  }

  #of(steps: readonly Pick<Work, 'id'>[], owner: string): readonly Work['id'][] {
    return steps.map(({ id }) => id).filter((id) => this.#held.get(id)?.owner === owner);
  }
}
