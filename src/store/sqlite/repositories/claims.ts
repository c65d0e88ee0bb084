import type { WorkClaim } from '../../../domain/ports/work-store.ts';
import type { Work } from '../../../domain/records/records.ts';
import type { Clock, Instant } from '../../../shared/time.ts';
import type { Claims } from '../../repositories/payments/claims.ts';
import type { WorkList } from '../../repositories/payments/work.ts';

/** Claims that end with the process, which has the database to itself: all who claim are in it. */
export function createInMemoryClaims(work: WorkList, machineClock: Clock): Claims {
  const held = new StepLeases();
  return {
    *claim(which, now, limit, claim) {
      // Those that are held are found as well: their rows are there until they are done.
      const maxFound = limit + held.size;
      const found =
        which === 'failed'
          ? yield* work.toRetry(now, maxFound)
          : yield* work.dueOf(which === 'orders' ? 'order' : 'file', now, maxFound);
      return held.take(found, limit, claim, machineClock());
    },
    *renew(steps, claim) {
      held.renew(steps, claim, machineClock());
    },
    *release(steps, owner) {
      held.release(steps, owner);
    },
  };
}

interface Held {
  readonly owner: string;
  readonly until: Instant;
}

/** Who has claimed which steps: as many as their owners have places for. */
export class StepLeases {
  readonly #held = new Map<Work['id'], Held>();

  /** Steps that are held by somebody: so many are found in vain at most. */
  get size(): number {
    return this.#held.size;
  }

  /** The first of these that nobody holds at that instant, so many at most; held from now on. */
  take(
    found: readonly Work[],
    limit: number,
    { owner, leaseMs }: WorkClaim,
    at: Instant,
  ): readonly Work[] {
    const isFree = ({ id }: Work) => (this.#held.get(id)?.until ?? at) <= at;
    const taken = found.filter(isFree).slice(0, limit);
    for (const { id } of taken) this.#held.set(id, { owner, until: at + leaseMs });
    return taken;
  }

  /** Holds those for longer that the owner holds. */
  renew(steps: readonly Pick<Work, 'id'>[], { owner, leaseMs }: WorkClaim, at: Instant): void {
    for (const id of this.#of(steps, owner)) this.#held.set(id, { owner, until: at + leaseMs });
  }

  /** Lets go of those that the owner holds. */
  release(steps: readonly Pick<Work, 'id'>[], owner: string): void {
    for (const id of this.#of(steps, owner)) this.#held.delete(id);
  }

  #of(steps: readonly Pick<Work, 'id'>[], owner: string): readonly Work['id'][] {
    return steps.map(({ id }) => id).filter((id) => this.#held.get(id)?.owner === owner);
  }
}
