import type { Created, IdempotencyKey, Store } from '../domain/ports/store.ts';
import type { Consent } from '../domain/records/records.ts';
import { refuse, type Refusal } from '../shared/errors.ts';
import type { Instant } from '../shared/time.ts';

/**
 * The id of what an equal request made with the same key within 24 hours, undefined when there was
 * none; a refusal when the key was used for another body (rules, 3.3 and 3.4).
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

/** What a command created or found again, or why it did neither. */
export function resourceOrRefusal<Resource>(created: Created<Resource>): Resource | Refusal {
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

/** 400 for a request that a consent of this status does not allow; why, where that is told. */
export function wrongStatus(status: Consent['status'], why: string | null = null): Refusal {
  return refuse(400, 'invalidConsentStatus', notAllowedAs(status, why));
}

export function notAllowedAs(status: Consent['status'], why: string | null = null): string {
  const message = `The consent is ${status}, which does not allow this request.`;
  return why === null ? message : `${message} ${why}`;
}

/** 400 for a key that names another request already (docs/decisions, 4). */
function keyReused(): Refusal {
  const message = 'This idempotency key was used for another request within the last 24 hours.';
  return refuse(400, 'headerInvalid', message, { path: 'x-idempotency-key' });
}
