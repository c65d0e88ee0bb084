import type { ClaimedWork, WorkStore } from '../../domain/ports/work-store.ts';
import type { Observe } from '../../domain/records/events.ts';
import type { Work } from '../../domain/records/records.ts';
import type { Instant, Milliseconds } from '../../shared/time.ts';

/** Number of renewals in the time of one lease, for as long as a step is running. */
const RENEWALS = 3;

export interface LeaseParts {
  readonly store: Pick<WorkStore, 'claimWork' | 'renewWork' | 'releaseWork'>;
  /** Name of this runner. Unique, and different after each restart. */
  readonly owner: string;
  /**
   * Duration of a lease in milliseconds. If it is not renewed, other runners may claim its step.
   */
  readonly leaseMs: Milliseconds;
  readonly observe: Observe;
}

/**
 * Leases of the steps that one runner has claimed. While it renews them, no other runner claims
 * these steps.
 */
export class JobLeases {
  readonly #parts: LeaseParts;
  readonly #claimed = new Set<Work>();
  #renewing: NodeJS.Timeout | undefined;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
  }

  /** Starts to renew the leases. */
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

  /** Ends the leases of steps, done or not. */
  async release(works: readonly Work[]): Promise<void> {
    const { store, owner } = this.#parts;
    for (const work of works) this.#claimed.delete(work);
    // If the store cannot write this, the leases expire.
    if (works.length > 0) await store.releaseWork(works, owner).catch(() => undefined);
  }

  async #renew(): Promise<void> {
    const { store, owner, leaseMs } = this.#parts;
    if (this.#claimed.size === 0) return;
    // If the store cannot write this, other runners may begin the steps too. Each takes effect only
    // once.
    await store.renewWork([...this.#claimed], { owner, leaseMs }).catch(() => undefined);
  }
}
