import type { Created, IdempotencyKey, Store } from '../domain/ports.ts';
import type { Consent } from '../domain/records.ts';
import type { Family, RuleContext } from '../families/family.ts';
import { Refusal, refuse, type FaultList } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { memberText } from '../kernel/json.ts';
import { present } from '../kernel/assert.ts';

/** A request's body: its text and what the strict reader made of it. */
export interface RequestBody {
  readonly text: string;
  readonly value: unknown;
}

/** Who asks, with which idempotency key, when, and what was found wrong so far. */
export interface Request {
  readonly clientId: string;
  readonly key: IdempotencyKey;
  readonly context: RuleContext;
  readonly faults: FaultList;
}

/** Registers a consent. An equal request with the same key gets the consent as it now stands. */
export async function createConsent(
  store: Store,
  family: Family,
  body: RequestBody,
  request: Request,
): Promise<Consent | Refusal> {
  const { key, context, faults, clientId } = request;
  const used = await store.findKey(key, context.now);
  if (used !== undefined && faults.isEmpty) {
    if (used.bodyHash !== key.bodyHash) return keyReused();
    return present(await store.findConsent(used.resourceId), used.resourceId);
  }
  if (body.value !== undefined) family.checkConsent(body.value, context, faults);
  if (!faults.isEmpty) return new Refusal(400, faults.faults, { total: faults.total });
  const created = await store.createConsent(
    {
      id: newId(family.consentIdPrefix, context.now),
      family: family.name,
      clientId,
      status: family.firstStatus,
      data: present(memberText(body.text, ['Data']), 'Data'),
      risk: memberText(body.text, ['Risk']) ?? null,
      debtorAccount: family.debtorAccountOf(body.value),
    },
    key,
    context.now,
  );
  return valueOf(created);
}

/** A TPP's own consent of a family: 400 when there is none of that id, 403 when another's. */
export async function findConsent(
  store: Store,
  family: Family,
  id: string,
  clientId: string,
): Promise<Consent | Refusal> {
  const consent = await store.findConsent(id);
  if (consent?.family !== family.name) {
    return refuse(400, 'notFound', 'There is no consent of this id.', 'ConsentId');
  }
  return consent.clientId === clientId ? consent : notYours();
}

export function notYours(): Refusal {
  const message = 'The token does not give access to this resource.';
  return refuse(403, 'headerInvalid', message, 'Authorization');
}

export function keyReused(): Refusal {
  const message = 'This idempotency key was used for another request within the last 24 hours.';
  return refuse(400, 'headerInvalid', message, 'x-idempotency-key');
}

/** What a command created or found again, or why it did neither. */
export function valueOf<T>(created: Created<T>): T | Refusal {
  switch (created.outcome) {
    case 'created':
    case 'repeated':
      return created.value;
    case 'keyReused':
      return keyReused();
    case 'wrongStatus':
      return refuse(
        400,
        'invalidConsentStatus',
        `The consent is ${created.status}, which does not allow this request.`,
      );
  }
}
