import type { IdempotencyKey } from '../domain/ports/store.ts';
import type { Act } from '../domain/records/audit.ts';
import type { FaultList } from '../shared/errors.ts';

/** The body of a JSON request. */
export interface RequestBody {
  readonly text: string;
  /** What the strict reader made of it; undefined when it is not JSON, as the faults then tell. */
  readonly value: unknown;
}

/** Who asks, with which idempotency key, in which act, and what was found wrong so far. */
export interface TppRequest {
  readonly clientId: string;
  readonly key: IdempotencyKey;
  readonly act: Act;
  readonly faults: FaultList;
}
