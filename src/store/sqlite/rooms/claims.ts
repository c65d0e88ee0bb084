import type { WorkClaim } from '../../../domain/ports/work-store.ts';
import type { Work } from '../../../domain/records/records.ts';
import type { Instant } from '../../../kernel/time.ts';

interface Held {
  readonly owner: string;
  readonly until: Instant;
}

/**
 * Who has claimed which steps. One process has the database to itself, so that all who claim are in
 * it, and claims end with it: they are kept in its memory. An engine that many nodes share writes
 * owner and instant into the row. It holds as many as its owners have places for.
 */
export class Claims {
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

  /** Lets go of a step, if it is that owner who holds it. */
  release({ id }: Pick<Work, 'id'>, owner: string): void {
    if (this.#held.get(id)?.owner === owner) this.#held.delete(id);
  }
}
