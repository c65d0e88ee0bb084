import { evictOldest } from '../../shared/evict-oldest.ts';
import type { Instant } from '../../shared/time.ts';
import { TokenBuckets } from '../../shared/token-bucket.ts';
import type { AuditEntry } from './audit.ts';
import type { Observe } from './events.ts';

/**
 * The rate at which refused requests of one caller are recorded. Without a limit, a caller could
 * fill the audit log.
 */
const WRITTEN = { perSecond: 0.1, burst: 100 };

/** Maximum number of callers whose rates are tracked at the same time. */
export const MAX_CALLERS = 10_000;

/**
 * Limits the refused requests of each caller in the audit log. When an entry was omitted, an event
 * reports it, and the caller's next recorded entry contains the number of omitted ones.
 */
export class AuditThrottle {
  readonly #observe: Observe;
  readonly #written = new TokenBuckets(WRITTEN, MAX_CALLERS);
  readonly #leftOut = new Map<string, number>();

  constructor(observe: Observe) {
    this.#observe = observe;
  }

  /**
   * Returns the audit entry to write. Returns undefined if the entry is omitted, because the caller
   * has exceeded the rate.
   */
  pass(caller: string, entry: AuditEntry, now: Instant): AuditEntry | undefined {
    const leftOut = this.#leftOut.get(caller) ?? 0;
    if (this.#written.secondsToWait(caller, now) > 0) {
      // Deleting and setting the caller moves it to the end of the eviction order, so that it
      // evicts no other caller.
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
