import type { ScreeningCase } from '../../src/domain/records/screening.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { eventually } from './eventually.ts';
import type { RunningService } from './service.ts';

/** Waits until a payment is held, and returns its case. */
export function heldCase({ store }: RunningService, paymentId: string): Promise<ScreeningCase> {
  return eventually(async () => {
    const [found] = await store.casesOf([paymentId]);
    return expectDefined(found, 'the case');
  });
}

/** Returns the actions in the audit log about a payment. */
export async function actionsOf(
  { auditLog }: RunningService,
  paymentId: string,
): Promise<readonly string[]> {
  const entries = await auditLog();
  return entries.filter(({ subject }) => subject === paymentId).map(({ action }) => action);
}
