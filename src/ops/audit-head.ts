import type { Store } from '../domain/ports/store.ts';
import type { Observe } from '../domain/records/events.ts';
import { HOUR_MS } from '../shared/time.ts';

/** How often the end of the audit log is told, in milliseconds. */
const TELLING_MS = HOUR_MS;

/**
 * Tells where the audit log ends: at once, every hour, and when it is stopped, which is to be
 * before the store closes. Logs and metrics carry it away: who holds it there can tell later
 * whether anything before it was cut off or written anew.
 */
export function logAuditHead({
  store,
  observe,
}: {
  readonly store: Pick<Store, 'auditHead'>;
  readonly observe: Observe;
}): { stop(): Promise<void> } {
  const tell = async (): Promise<void> => {
    try {
      observe({ kind: 'auditHead', ...(await store.auditHead()) });
    } catch (error) {
      observe({ kind: 'failure', what: 'reading the end of the audit log', error });
    }
  };
  const timer = setInterval(() => void tell(), TELLING_MS);
  timer.unref();
  void tell();
  return {
    stop: () => {
      clearInterval(timer);
      return tell();
    },
  };
}
