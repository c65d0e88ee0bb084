import { evictOldest } from '../../shared/evict-oldest.ts';
import type { Instant } from '../../shared/time.ts';
import { TokenBuckets } from '../../shared/token-bucket.ts';
import type { AuditEntry } from './audit.ts';
import type { Observe } from './events.ts';

/** Refusals of one caller that are written down: whoever is refused could fill the log at will. */
const WRITTEN = { perSecond: 0.1, burst: 100 };

/** Callers whose refusals are counted at once. */
export const MAX_CALLERS = 10_000;

/**
 * Decides which refusals go into the audit log. None is lost without a trace: the caller's next
 * entry tells how many were left out before it, and the operators hear of each.
 */
export class AuditThrottle {
  readonly #observe: Observe;
  readonly #written = new TokenBuckets(WRITTEN, MAX_CALLERS);
  readonly #leftOut = new Map<string, number>();

  constructor(observe: Observe) {
    this.#observe = observe;
  }

  /** The entry as it is to be written; undefined when it is left out. */
  pass(caller: string, entry: AuditEntry, now: Instant): AuditEntry | undefined {
    const leftOut = this.#leftOut.get(caller) ?? 0;
    if (this.#written.secondsToWait(caller, now) > 0) {
      // One that is counted already takes nobody's place.
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
