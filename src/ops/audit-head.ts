import type { Store } from '../domain/ports/store.ts';
import type { Observe } from '../domain/records/events.ts';
import { HOUR_MS } from '../shared/time.ts';

/** Interval at which the head of the audit log is reported, in milliseconds. */
const REPORT_INTERVAL_MS = HOUR_MS;

/**
 * Reports the head of the audit log (sequence number and hash): at the start, every hour and at the
 * stop. Stop it before the store closes. Logs and metrics store a copy of the head outside this
 * machine. Operators can later compare it with the log to detect entries that were removed or
 * rewritten.
 */
export function logAuditHead({
  store,
  observe,
}: {
  readonly store: Pick<Store, 'auditHead'>;
  readonly observe: Observe;
}): { stop(): Promise<void> } {
  const report = async (): Promise<void> => {
    try {
      observe({ kind: 'auditHead', ...(await store.auditHead()) });
    } catch (error) {
      observe({ kind: 'failure', what: 'reading the head of the audit log', error });
    }
  };
  const timer = setInterval(() => void report(), REPORT_INTERVAL_MS);
  timer.unref();
  void report();
  return {
    stop: () => {
      clearInterval(timer);
      return report();
    },
  };
}
