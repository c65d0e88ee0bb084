import { valueAt } from '../../contract/faults.ts';
import type { ExceededLimit, Spending } from '../../domain/execution/spending.ts';
import { whyLapsed } from '../../domain/lifecycle/lapse.ts';
import type { Consent, Payment } from '../../domain/records/records.ts';
import { formatNumber } from '../../domain/messages/format.ts';
import type { Family } from '../../families/common/family.ts';
import { ConsentId } from '../../families/common/shared.ts';
import { expectDefined } from '../../shared/assert.ts';
import { type FaultList, Refusal, refuse } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { memberText } from '../../shared/json/json.ts';
import { displayAmount } from '../../shared/money.ts';
import { pathText } from '../../shared/text.ts';
import { formatInstant } from '../../shared/time.ts';
import type { TppRequest, RequestBody } from '../request.ts';
import { differencesOf, type Difference } from '../difference.ts';
import { type Asker, findConsent, notYours } from '../consents/find-consent.ts';
import { findRepeat, notAllowedAs, resourceOrRefusal } from '../idempotency.ts';
import type { EngineParts } from '../dependencies.ts';
import { planPayment, type NeedsMore } from './plan-payment.ts';

interface Submitting extends TppRequest {
  /** The consent that the token is good for. */
  readonly boundTo: string | null;
}

/**
 * Submits the payment of an authorised consent, once. Of any number of simultaneous submissions one
 * succeeds (rules, 5.2). An equal request with the same key gets the payment as it now stands, also
 * when it would be refused by now. An Initiation that is the consent's was judged with it, by the
 * rules of its day (docs/decisions, 64).
 */
export async function submitPayment(
  parts: EngineParts,
  family: Family,
  body: RequestBody,
  request: Submitting,
): Promise<Payment | Refusal> {
  const { store } = parts;
  const { key, act, faults, boundTo } = request;
  const mayRepeat = faults.isEmpty;
  const submitted = await submitAnew(parts, family, body, request);
  if (!mayRepeat || !(submitted instanceof Refusal)) return submitted;
  const repeat = await findRepeat(store, key, act.at);
  if (repeat === undefined) return submitted;
  if (repeat instanceof Refusal) return repeat;
  const payment = expectDefined(await store.findPayment(repeat), repeat);
  return payment.consentId === boundTo ? payment : notYours();
}

async function submitAnew(
  parts: EngineParts,
  family: Family,
  body: RequestBody,
  { key, act, faults, clientId, boundTo }: Submitting,
): Promise<Payment | Refusal> {
  const { store, holidays, settings } = parts;
  const now = act.at;
  if (body.value === undefined) return faults.refusal();
  const consent = await consentOf(parts, family, body.value, { clientId, now, boundTo }, faults);
  if (consent instanceof Refusal) return consent;
  const differences = differencesFromConsent(consent, body.text);
  const isRepeated = consent !== undefined && differences.initiation.length === 0;
  family.readPayment(body.value, faults, isRepeated);
  const isWhole = faults.isEmpty;
  addDifferences(Object.values(differences).flat(), faults);
  if (consent !== undefined && consent.status !== 'Authorised') {
    faults.add('invalidConsentStatus', notAllowedAs(consent.status, whyLapsed(consent)));
  }
  if (!isWhole || consent?.status !== 'Authorised') return faults.refusal();
  const data = expectDefined(memberText(body.text, ['Data']), 'Data');
  const spending = family.spendingOf(consent, data, { holidays, ...settings, now }, faults);
  if (faults.total > 0) {
    // Judged only to tell all that is wrong together: the request is refused whatever comes of it.
    return overLimits(spending, await store.exceededLimits(consent.id, spending), faults);
  }
  const payment = {
    id: newId(family.paymentIdPrefix, now),
    family: family.name,
    consentId: consent.id,
    clientId,
    data,
    risk: memberText(body.text, ['Risk']) ?? null,
    consumesConsent: family.consumesConsent,
    spending,
  };
  const submitted = await planPayment(parts, payment, consent, key, act);
  if (submitted instanceof Refusal) return submitted;
  switch (submitted.outcome) {
    case 'overLimits':
      return overLimits(spending, submitted.limits, faults);
    case 'booked':
      return submitted.value;
    case 'tooLate':
    case 'notSingle':
    case 'recurring':
      return needsMore(submitted);
    default:
      return resourceOrRefusal(submitted);
  }
}

/** More have to approve the payment than its consent allows for, or when they could no more. */
function needsMore({ outcome, needed: { required, approveBy } }: NeedsMore): Refusal {
  const why = {
    tooLate:
      `by ${formatInstant(approveBy)}, and that is over. Ask for a new consent with a later ` +
      'CompletionDateTime, or for a later day.',
    notSingle: 'by now, and its consent asks for Single. Ask for a new consent with Any.',
    recurring: 'by now, and one approved its consent. Ask for a consent to this payment alone.',
  };
  const message = `${formatNumber(required)} must approve this payment ${why[outcome]}`;
  return refuse(400, 'invalidConsentStatus', message, { path: pathText(CONSENT_ID) });
}

function overLimits(
  { pence }: Spending,
  limits: readonly ExceededLimit[],
  faults: FaultList,
): Refusal {
  for (const { path, maximumPence, spentPence, first, last } of limits) {
    const left = displayAmount(Math.max(0, maximumPence - spentPence));
    const message =
      `Found ${displayAmount(pence)}. From ${first} to ${last} payments may come to ` +
      `${displayAmount(maximumPence)}, ` +
      `of which ${left} is left.`;
    faults.add('failsControlParameters', message, path);
  }
  return faults.refusal();
}

const CONSENT_ID = ['Data', 'ConsentId'];

/**
 * The consent that the body of a payment names. Undefined when it names none that there is, which
 * the faults then tell; 403 when the token is not good for it.
 */
async function consentOf(
  parts: EngineParts,
  family: Family,
  body: unknown,
  { boundTo, ...asker }: Omit<Asker, 'family'> & { readonly boundTo: string | null },
  faults: FaultList,
): Promise<Consent | Refusal | undefined> {
  const id = ConsentId.safeParse(valueAt(body, CONSENT_ID)).data;
  if (id === undefined) return undefined;
  const consent = await findConsent(parts, id, { ...asker, family });
  if (!(consent instanceof Refusal)) return consent.id === boundTo ? consent : notYours();
  if (consent.status !== 400) return consent;
  for (const { message } of consent.faults) faults.add('notFound', message, pathText(CONSENT_ID));
  return undefined;
}

interface Differences {
  readonly initiation: readonly Difference[];
  readonly risk: readonly Difference[];
}

/** The fields of Initiation and Risk that are not the consent's, by value. */
function differencesFromConsent(consent: Consent | undefined, body: string): Differences {
  if (consent === undefined) return { initiation: [], risk: [] };
  const initiation = ['Data', 'Initiation'];
  return {
    initiation: differencesOf(
      memberText(consent.data, ['Initiation']),
      memberText(body, initiation),
      initiation,
    ),
    risk: differencesOf(consent.risk ?? undefined, memberText(body, ['Risk']), ['Risk']),
  };
}

/** Adds what differs from the consent, but for what has a fault of its own. */
function addDifferences(differences: readonly Difference[], faults: FaultList): void {
  const told = new Set(faults.faults.map(({ path }) => path));
  for (const { path, consented, submitted } of differences) {
    if (told.has(path)) continue;
    const message = `Found ${submitted}. Expected ${consented}, as the customer consented to it.`;
    faults.add('consentMismatch', message, path);
  }
}
