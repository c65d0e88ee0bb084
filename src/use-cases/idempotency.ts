import type { CreateResult, IdempotencyKey, Store } from '../domain/ports/store.ts';
import type { Consent } from '../domain/records/records.ts';
import { refuse, type Refusal } from '../shared/errors.ts';
import type { Instant } from '../shared/time.ts';

/**
 * Returns the id of the resource that the same request with the same idempotency key created within
 * the last 24 hours. Returns undefined if the key is new, and a refusal if it was used with another
 * body (rules, 3.3 and 3.4).
 */
export async function findRepeat(
  store: Store,
  key: IdempotencyKey,
  now: Instant,
): Promise<string | Refusal | undefined> {
  const used = await store.findKey(key, now);
  if (used === undefined) return undefined;
  return used.bodyHash === key.bodyHash ? used.resourceId : keyReused();
}

/**
 * Returns the resource that a command created, or found because the request was repeated. Otherwise
 * returns a refusal.
 */
export function resourceOrRefusal<Resource>(created: CreateResult<Resource>): Resource | Refusal {
  switch (created.outcome) {
    case 'created':
    case 'repeated':
      return created.value;
    case 'keyReused':
      return keyReused();
    case 'wrongStatus':
      return wrongStatus(created.status);
  }
}

/**
 * Returns the refusal (400) of a request that the status of the consent does not allow. `why` is an
 * additional reason, if the TPP may know it.
 */
export function wrongStatus(status: Consent['status'], why: string | null = null): Refusal {
  return refuse(400, 'invalidConsentStatus', notAllowedAs(status, why));
}

export function notAllowedAs(status: Consent['status'], why: string | null = null): string {
  const message = `The consent has status ${status}, which does not allow this request.`;
  return why === null ? message : `${message} ${why}`;
}

/**
 * Returns the refusal (400) of an idempotency key that was already used for another request
 * (docs/decisions, 4).
 */
function keyReused(): Refusal {
  const message = 'This idempotency key was used for another request within the last 24 hours.';
  return refuse(400, 'headerInvalid', message, { path: 'x-idempotency-key' });
}
