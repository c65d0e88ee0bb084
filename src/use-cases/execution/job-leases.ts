import type { ClaimedWork, WorkStore } from '../../domain/ports/work-store.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { Work } from '../../domain/records/records.ts';
import type { Instant, Milliseconds } from '../../shared/time.ts';

/** Number of times that a lease is renewed within its duration. */
const RENEWALS = 3;

export interface LeaseParts {
  readonly store: Pick<WorkStore, 'claimWork' | 'renewWork' | 'releaseWork'>;
  /** Unique name of this runner. It changes with each restart. */
  readonly owner: string;
  /**
   * Duration of a lease in milliseconds. If a lease is not renewed in time, another runner may
   * claim its step.
   */
  readonly leaseMs: Milliseconds;
  readonly observe: Observe;
}

/**
 * Holds the leases of the steps that one runner has claimed, and renews them. Until a lease ends,
 * no other runner can claim its step.
 */
export class JobLeases {
  readonly #parts: LeaseParts;
  readonly #claimed = new Set<Work>();
  #renewing: NodeJS.Timeout | undefined;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
  }

  /** Starts renewing the leases. */
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
      observe({ kind: 'jobTakenOver', work: id, step, paymentId, takenFrom });
    }
    return works;
  }

  /** Ends the leases of these steps, whether the steps were executed or not. */
  async release(works: readonly Work[]): Promise<void> {
    const { store, owner } = this.#parts;
    for (const work of works) this.#claimed.delete(work);
    // If the store cannot write now, the leases simply expire.
    if (works.length > 0) await store.releaseWork(works, owner).catch(() => undefined);
  }

  async #renew(): Promise<void> {
    const { store, owner, leaseMs } = this.#parts;
    if (this.#claimed.size === 0) return;
    // If the store cannot write now, other runners may start the same steps. Each step still takes
    // effect only once.
    await store.renewWork([...this.#claimed], { owner, leaseMs }).catch(() => undefined);
  }
}
