import { serviceActor, type AuditEntry } from '../domain/records/audit.ts';
import type { Core } from './core.ts';

/**
 * Records what a part of the service does by itself. A disk that does not take it is a failure to
 * be told of, and the service goes on.
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
