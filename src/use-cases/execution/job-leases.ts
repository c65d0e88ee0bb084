import type { ClaimedWork, WorkStore } from '../../domain/ports/work-store.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { Work } from '../../domain/records/records.ts';
import type { Instant } from '../../shared/time.ts';

/** A claim is renewed so many times before it would end, for as long as its step is under way. */
const RENEWALS = 3;

export interface ClaimParts {
  readonly store: Pick<WorkStore, 'claimWork' | 'renewWork' | 'releaseWork'>;
  /** Who claims work here: a name that no other runner has, not even the one before a restart. */
  readonly owner: string;
  /** How long a step is left to whoever claimed it once they are not heard of, in milliseconds. */
  readonly leaseMs: number;
  readonly observe: Observe;
}

/** The steps that one runner has claimed, which nobody else takes for as long as it is heard of. */
export class JobLeases {
  readonly #parts: ClaimParts;
  readonly #claimed = new Set<Work>();
  #renewing: NodeJS.Timeout | undefined;

  constructor(parts: ClaimParts) {
    this.#parts = parts;
  }

  /** Renews from now on what is claimed. */
  start(): void {
    const everyMs = this.#parts.leaseMs / RENEWALS;
    this.#renewing ??= setInterval(() => void this.#renew(), everyMs).unref();
  }

  stop(): void {
    clearInterval(this.#renewing);
    this.#renewing = undefined;
  }

  async claim(
    which: 'orders' | 'files' | 'failed',
    now: Instant,
    limit: number,
  ): Promise<readonly ClaimedWork[]> {
    const { store, owner, leaseMs, observe } = this.#parts;
    const works = await store.claimWork(which, now, limit, { owner, leaseMs });
    for (const work of works) {
      this.#claimed.add(work);
      const { id, step, paymentId, takenFrom } = work;
      if (takenFrom === undefined) continue;
      observe({ kind: 'workTakenOver', work: id, step, paymentId, takenFrom });
    }
    return works;
  }

  /** Lets go of steps, done or not. */
  async release(works: readonly Work[]): Promise<void> {
    const { store, owner } = this.#parts;
    for (const work of works) this.#claimed.delete(work);
    // Where that cannot be written, the claims end with their lease.
    if (works.length > 0) await store.releaseWork(works, owner).catch(() => undefined);
  }

  async #renew(): Promise<void> {
    const { store, owner, leaseMs } = this.#parts;
    if (this.#claimed.size === 0) return;
    // Where that cannot be written, others may begin the steps too; each happens once all the same.
    await store.renewWork([...this.#claimed], { owner, leaseMs }).catch(() => undefined);
  }
}
