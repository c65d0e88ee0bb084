import { evictOldest } from '../../shared/evict-oldest.ts';
import type { Instant } from '../../shared/time.ts';
import { TokenBuckets } from '../../shared/token-bucket.ts';
import type { AuditEntry } from './audit.ts';
import type { Observe } from './events.ts';

/**
 * Rate of recorded refusals for one caller. Without a limit, a refused caller could fill the log.
 */
const WRITTEN = { perSecond: 0.1, burst: 100 };

/** Maximum number of callers that are tracked at once. */
export const MAX_CALLERS = 10_000;

/**
 * Limits the refusals that each caller adds to the audit log. The next recorded entry of the caller
 * contains the number of omitted ones, and an event reports each omission.
 */
export class AuditThrottle {
  readonly #observe: Observe;
  readonly #written = new TokenBuckets(WRITTEN, MAX_CALLERS);
  readonly #leftOut = new Map<string, number>();

  constructor(observe: Observe) {
    this.#observe = observe;
  }

  /** Returns the entry to write, or undefined if it is omitted. */
  pass(caller: string, entry: AuditEntry, now: Instant): AuditEntry | undefined {
    const leftOut = this.#leftOut.get(caller) ?? 0;
    if (this.#written.secondsToWait(caller, now) > 0) {
      // Moves the caller to the end of the eviction order, without evicting another.
      this.#leftOut.delete(caller);
      evictOldest(this.#leftOut, MAX_CALLERS);
      this.#leftOut.set(caller, leftOut + 1);
      this.#observe({ kind: 'auditEntryLeftOut', action: entry.action });
      return undefined;
    }
    this.#written.take(caller, now);
    this.#leftOut.delete(caller);
    return leftOut === 0 ? entry : { ...entry, detail: { ...entry.detail, leftOut } };
  }
}
