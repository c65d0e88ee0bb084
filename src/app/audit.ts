import { serviceActor, type AuditEntry } from '../domain/records/audit.ts';
import type { Core } from './core.ts';

/**
 * Records an action of the service itself in the audit log. If the store fails, the error is logged
 * and not thrown.
 */
export async function recordServiceAct(
  {
    store,
    clock,
    observe,
  }: Pick<Core, 'store' | 'observe'> & {
    readonly clock: Pick<Core['clock'], 'now'>;
  },
  part: string,
  entry: AuditEntry,
): Promise<void> {
  await store.record({ at: clock.now(), by: serviceActor(part) }, entry).catch((error: unknown) => {
    observe({ kind: 'failure', what: `recording ${entry.action}`, error });
  });
}
