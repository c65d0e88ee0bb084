import type { ExceededLimit, Store } from '../domain/store.ts';
import type { Consent, Payment } from '../domain/records.ts';
import type { Family } from '../families/family.ts';
import { present } from '../kernel/assert.ts';
import { Refusal, refuse, type FaultList } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { displayAmount } from '../kernel/money.ts';
import { memberText } from '../kernel/json.ts';
import type { Pipeline } from '../pipeline/index.ts';
import { findConsent, notYours, type Asked, type RequestBody } from './consents.ts';
import { firstDifference } from './difference.ts';
import { findRepeat, resourceOrRefusal, wrongStatus } from './idempotency.ts';

/**
 * Submits the payment of an authorised consent, once. `boundTo` is the consent that the token is
 * good for. Of any number of simultaneous submissions one succeeds (rules, 5.2).
 */
export async function submitPayment(
  store: Store,
  pipeline: Pipeline,
  family: Family,
  body: RequestBody,
  request: Asked & { readonly boundTo: string | null },
): Promise<Payment | Refusal> {
  const { key, act, faults, clientId, boundTo } = request;
  const now = act.at;
  const repeat = faults.isEmpty ? await findRepeat(store, key, now) : undefined;
  if (repeat instanceof Refusal) return repeat;
  if (repeat !== undefined) {
    const payment = present(await store.findPayment(repeat), repeat);
    return payment.consentId === boundTo ? payment : notYours();
  }
  const asked = body.value === undefined ? undefined : family.readPayment(body.value, faults);
  if (asked === undefined || !faults.isEmpty) return faults.refusal();

  const { consentId } = asked;
  const consent = await findConsent(store, consentId, { clientId, now, family });
  if (consent instanceof Refusal) return consent;
  if (consent.id !== boundTo) return notYours();
  if (consent.status !== 'Authorised') return wrongStatus(consent.status);
  const data = present(memberText(body.text, ['Data']), 'Data');
  const risk = memberText(body.text, ['Risk']) ?? null;
  const mismatch = differenceFromConsent(consent, data, risk);
  if (mismatch !== undefined) {
    const message = 'This differs from what the customer consented to.';
    return refuse(400, 'consentMismatch', message, { path: mismatch });
  }
  const spending = family.spendingOf(consent, data, now, faults);
  if (faults.total > 0) {
    // Judged only to tell all that is wrong together: the request is refused whatever comes of it.
    return overLimits(await store.exceededLimits(consentId, spending), faults);
  }
  const submitted = await pipeline.submitPayment(
    {
      id: newId(family.paymentIdPrefix, now),
      family: family.name,
      consentId,
      clientId,
      data,
      risk,
      consumesConsent: family.consumesConsent,
      spending,
    },
    key,
    act,
  );
  return submitted.outcome === 'overLimits'
    ? overLimits(submitted.limits, faults)
    : resourceOrRefusal(submitted);
}

function overLimits(limits: readonly ExceededLimit[], faults: FaultList): Refusal {
  for (const { path, maximumPence, spentPence, first, last } of limits) {
    const left = displayAmount(Math.max(0, maximumPence - spentPence));
    const message =
      `From ${first} to ${last} payments may come to ${displayAmount(maximumPence)}, ` +
      `of which ${left} is left.`;
    faults.add('failsControlParameters', message, path);
  }
  return faults.refusal();
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
    const message = 'There is no payment of this id.';
    return refuse(400, 'notFound', message, { path: family.paymentIdName });
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
    ['Data', 'Initiation'],
  );
  return initiation ?? firstDifference(consent.risk ?? undefined, risk ?? undefined, ['Risk']);
}
