import type { Store } from '../domain/ports.ts';
import type { Consent, Payment } from '../domain/records.ts';
import type { Family } from '../families/family.ts';
import { present } from '../kernel/assert.ts';
import { Refusal, refuse } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { memberText } from '../kernel/json.ts';
import type { Pipeline } from '../pipeline/index.ts';
import {
  findConsent,
  keyReused,
  notYours,
  valueOf,
  type Request,
  type RequestBody,
} from './consents.ts';
import { firstDifference } from './difference.ts';

/**
 * Submits the payment of an authorised consent, once. `boundTo` is the consent that the token is
 * good for. Of any number of simultaneous submissions one succeeds (rules, 5).
 */
export async function submitPayment(
  store: Store,
  pipeline: Pipeline,
  family: Family,
  body: RequestBody,
  request: Request & { readonly boundTo: string | null },
): Promise<Payment | Refusal> {
  const { key, context, faults, clientId } = request;
  const used = await store.findKey(key, context.now);
  if (used !== undefined && faults.isEmpty) {
    if (used.bodyHash !== key.bodyHash) return keyReused();
    const payment = present(await store.findPayment(used.resourceId), used.resourceId);
    return payment.consentId === request.boundTo ? payment : notYours();
  }
  if (body.value !== undefined) family.checkPayment(body.value, faults);
  if (!faults.isEmpty) return new Refusal(400, faults.faults, { total: faults.total });

  const data = present(memberText(body.text, ['Data']), 'Data');
  const consentId = JSON.parse(present(memberText(data, ['ConsentId']), 'ConsentId')) as string;
  const consent = await findConsent(store, family, consentId, clientId);
  if (consent instanceof Refusal) return consent;
  if (consent.id !== request.boundTo) return notYours();
  if (consent.status !== 'Authorised') {
    return valueOf<Payment>({ outcome: 'wrongStatus', status: consent.status });
  }
  const risk = memberText(body.text, ['Risk']) ?? null;
  const mismatch = differenceFromConsent(consent, data, risk);
  if (mismatch !== undefined) {
    const message = 'This differs from what the customer consented to.';
    return refuse(400, 'consentMismatch', message, mismatch);
  }
  const created = await pipeline.submitPayment(
    {
      id: newId(family.paymentIdPrefix, context.now),
      family: family.name,
      consentId,
      clientId,
      data,
      risk,
    },
    key,
    context.now,
  );
  return valueOf(created);
}

/** A TPP's own payment of a family: 400 when there is none of that id, 403 when another's. */
export async function findPayment(
  store: Store,
  family: Family,
  id: string,
  clientId: string,
): Promise<Payment | Refusal> {
  const payment = await store.findPayment(id);
  if (payment?.family !== family.name) {
    return refuse(400, 'notFound', 'There is no payment of this id.', family.paymentIdName);
  }
  return payment.clientId === clientId ? payment : notYours();
}

/** Path of the first field of Initiation or Risk that is not the consent's, by value. */
function differenceFromConsent(
  consent: Consent,
  data: string,
  risk: string | null,
): string | undefined {
  const initiation = firstDifference(
    memberText(consent.data, ['Initiation']),
    memberText(data, ['Initiation']),
    'Data.Initiation',
  );
  return initiation ?? firstDifference(consent.risk ?? undefined, risk ?? undefined, 'Risk');
}
