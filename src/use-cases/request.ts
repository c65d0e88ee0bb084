import type { IdempotencyKey } from '../domain/ports/store.ts';
import type { Act } from '../domain/records/audit.ts';
import type { FaultList } from '../shared/errors.ts';

/**
 * A write request of a TPP, with its client, its idempotency key, its audit context and the faults
 * found so far.
 */
export interface TppRequest {
  readonly clientId: string;
  readonly key: IdempotencyKey;
  readonly act: Act;
  readonly faults: FaultList;
}
