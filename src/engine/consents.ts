import type { IdempotencyKey, Store } from '../domain/ports.ts';
import type { Consent } from '../domain/records.ts';
import type { Family, RuleContext } from '../families/family.ts';
import { present } from '../kernel/assert.ts';
import { Refusal, refuse, type FaultList } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { memberText } from '../kernel/json.ts';
import { findRepeat, resourceOrRefusal } from './idempotency.ts';

/** The body of a JSON request. */
export interface RequestBody {
  readonly text: string;
  /** What the strict reader made of it; undefined when it is not JSON, as the faults then tell. */
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
  const repeat = faults.isEmpty ? await findRepeat(store, key, context.now) : undefined;
  if (repeat instanceof Refusal) return repeat;
  if (repeat !== undefined) return present(await store.findConsent(repeat), repeat);

  const asked =
    body.value === undefined ? undefined : family.readConsent(body.value, context, faults);
  if (asked === undefined || !faults.isEmpty) return faults.refusal();
  const created = await store.createConsent(
    {
      id: newId(family.consentIdPrefix, context.now),
      family: family.name,
      clientId,
      status: family.firstStatus,
      data: present(memberText(body.text, ['Data']), 'Data'),
      risk: memberText(body.text, ['Risk']) ?? null,
      debtorAccount: asked.debtorAccount,
    },
    key,
    context.now,
  );
  return resourceOrRefusal(created);
}

/**
 * A TPP's own consent, of any family when none is given: 400 when there is none of that id, 403
 * when it is another's.
 */
export async function findConsent(
  store: Store,
  id: string,
  clientId: string,
  family?: Family,
): Promise<Consent | Refusal> {
  const consent = await store.findConsent(id);
  const isOfAnother = family !== undefined && consent?.family !== family.name;
  if (consent === undefined || isOfAnother) {
    return refuse(400, 'notFound', 'There is no consent of this id.', { path: 'ConsentId' });
  }
  return consent.clientId === clientId ? consent : notYours();
}

/** 403 for what belongs to another TPP, or to another consent than the token is good for. */
export function notYours(): Refusal {
  const message = 'The token does not give access to this resource.';
  return refuse(403, 'headerInvalid', message, { path: 'Authorization' });
}
