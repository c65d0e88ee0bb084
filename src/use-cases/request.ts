import type { IdempotencyKey } from '../domain/ports/store.ts';
import type { Act } from '../domain/records/audit.ts';
import type { FaultList } from '../shared/errors.ts';

/** The body of a request with JSON content. */
export interface RequestBody {
  readonly text: string;
  /**
   * The parsed JSON value. Undefined if the text is not valid JSON. The list of faults then
   * contains the reason.
   */
  readonly value: unknown;
}

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
