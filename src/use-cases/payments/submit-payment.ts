import { valueAt } from '../../contract/faults.ts';
import type { ExceededLimit, Spending } from '../../domain/execution/spending.ts';
import { lapseRefusal } from '../../domain/lifecycle/lapse.ts';
import type { Consent } from '../../domain/records/records.ts';
import { restrictionsOf } from '../../domain/records/restrictions.ts';
import { formatNumber } from '../../domain/messages/format.ts';
import type { FamilyVersion, RequestBody } from '../../families/common/family-version.ts';
import type { PaymentView } from '../../families/common/view.ts';
import { ConsentId } from '../../families/common/shared.ts';
import { expectDefined } from '../../shared/assert.ts';
import { FaultList, Refusal, refuse } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { memberText } from '../../shared/json/json.ts';
import { displayAmount } from '../../shared/money.ts';
import { pathText } from '../../shared/text.ts';
import { formatInstant } from '../../shared/time.ts';
import type { TppRequest } from '../request.ts';
import { addDifferences, differencesOf, type Difference } from '../difference.ts';
import { type Requester, findConsent, notYours } from '../consents/find-consent.ts';
import { findRepeat, notAllowedAs, resourceOrRefusal } from '../idempotency.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { viewPayment } from '../views.ts';
import { planPayment, type MissingApprovals } from './plan-payment.ts';
import { storeRelease } from './plan-release.ts';

interface Submission extends TppRequest {
  /** The consent that the access token was issued for. Null if it was issued for no consent. */
  readonly boundTo: string | null;
}

/**
 * Submits the payment of an authorised consent. If several requests submit it at the same time,
 * only one succeeds (rules, 5.2). Returns the data of the response. If a request is repeated with
 * the same idempotency key, this is the current state of the payment, even if the request would be
 * refused now. An Initiation that equals the one in the consent is not validated again, because it
 * was valid when the consent was created (docs/decisions, 64).
 */
export async function submitPayment(
  parts: UseCaseParts,
  version: FamilyVersion,
  body: RequestBody,
  request: Submission,
): Promise<PaymentView | Refusal> {
  const { store } = parts;
  const { key, act, faults, boundTo } = request;
  const mayRepeat = faults.isEmpty;
  const submitted = await submitNewPayment(parts, version, body, request);
  if (!mayRepeat || !(submitted instanceof Refusal)) return submitted;
  const repeat = await findRepeat(store, key, act.at);
  if (repeat === undefined) return submitted;
  if (repeat instanceof Refusal) return repeat;
  const payment = expectDefined(await store.findPayment(repeat), repeat);
  return payment.consentId === boundTo ? viewPayment(parts, payment) : notYours();
}

async function submitNewPayment(
  parts: UseCaseParts,
  version: FamilyVersion,
  body: RequestBody,
  request: Submission,
): Promise<PaymentView | Refusal> {
  const { key, act, faults, clientId, boundTo } = request;
  const { store, holidays, settings } = parts;
  const { family } = version;
  const now = act.at;
  if (body.value === undefined) return faults.refusal();
  const consent = await consentOf(parts, version, body.value, { clientId, now, boundTo }, faults);
  if (consent instanceof Refusal) return consent;
  const differences = differencesFromConsent(version, consent, body.text);
  const isConsented = consent !== undefined && differences.initiation.length === 0;
  version.readPayment(body, faults, isConsented);
  const isWhole = faults.isEmpty;
  addDifferences(Object.values(differences).flat(), faults);
  if (consent !== undefined && consent.status !== 'Authorised') {
    faults.add('invalidConsentStatus', notAllowedAs(consent.status, lapseRefusal(consent)));
  }
  if (consent !== undefined && restrictionsOf(consent).isPaused) {
    faults.add('failsControlParameters', PAUSED, pathText(CONSENT_ID));
  }
  if (!isWhole || consent?.status !== 'Authorised') return faults.refusal();
  const stored = version.storedRequest(body);
  const broken = new FaultList();
  const rules = { holidays, ...settings, now };
  const spending = family.spendingOf(consent, stored.data, rules, broken);
  faults.addAll(broken, (path) => version.pathOf(path, body.value));
  if (faults.total > 0) {
    // The request is refused in any case. Check the limits only so that all faults are reported
    // together.
    return overLimits(spending, await store.exceededLimits(consent.id, spending), faults);
  }
  const payment = {
    id: newId(family.paymentIdPrefix, now),
    family: family.name,
    consentId: consent.id,
    clientId,
    ...stored,
    consumesConsent: family.consumesConsent,
    spending,
    restrictions: consent.restrictions,
  };
  const planned = await planPayment(parts, payment, consent, now);
  if (planned instanceof Refusal) return planned;
  if ('needed' in planned) return approvalRefusal(planned);
  const submitted = await storeRelease(parts, planned, (release) =>
    store.submitPayment(release, key, act),
  );
  switch (submitted.outcome) {
    case 'overLimits':
      return overLimits(spending, submitted.limits, faults);
    case 'changed':
      return submitNewPayment(parts, version, body, request);
    case 'booked':
      return { ...(await viewPayment(parts, submitted.value, consent)), isNew: true };
    default: {
      const created = resourceOrRefusal(submitted);
      if (created instanceof Refusal) return created;
      const isNew = submitted.outcome === 'created';
      return { ...(await viewPayment(parts, created, consent)), isNew };
    }
  }
}

/**
 * Returns the refusal of a payment that needs more approvals than its consent or the remaining time
 * allows.
 */
function approvalRefusal({ outcome, needed: { required, approveBy } }: MissingApprovals): Refusal {
  const why = {
    tooLate:
      `by ${formatInstant(approveBy)}, and that time has passed. Create a consent with a later ` +
      'CompletionDateTime or a later execution date.',
    notSingle: 'now, but its consent has the AuthorisationType Single. Create a consent with Any.',
    recurring: 'now, but its consent has only one. Create a consent for this payment alone.',
  };
  const message = `This payment needs ${formatNumber(required)} approvals ${why[outcome]}`;
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
      `Found ${displayAmount(pence)}. Payments from ${first} to ${last} are limited to ` +
      `${displayAmount(maximumPence)} in total, of which ${left} is left.`;
    faults.add('failsControlParameters', message, path);
  }
  return faults.refusal();
}

const CONSENT_ID = ['Data', 'ConsentId'];

const PAUSED =
  'The customer has paused this consent at the bank. Submit the payment again after the customer ' +
  'resumes it.';

/**
 * Returns the consent that the payment request names. If there is no such consent, adds a fault and
 * returns undefined. Refuses with 403 if the token was issued for another consent.
 */
async function consentOf(
  parts: UseCaseParts,
  version: FamilyVersion,
  body: unknown,
  { boundTo, ...requester }: Omit<Requester, 'version'> & { readonly boundTo: string | null },
  faults: FaultList,
): Promise<Consent | Refusal | undefined> {
  const id = ConsentId.safeParse(valueAt(body, CONSENT_ID)).data;
  if (id === undefined) return undefined;
  const consent = await findConsent(parts, id, { ...requester, version });
  if (!(consent instanceof Refusal)) {
    if (consent.id !== boundTo) return notYours();
    if (consent.apiVersion === version.apiVersion || version.paysEarlierConsents) return consent;
    const message =
      `This consent was created with ${consent.apiVersion}. ` +
      'Submit its payment with the same version.';
    return refuse(400, 'consentMismatch', message, { path: pathText(CONSENT_ID) });
  }
  if (consent.status !== 400) return consent;
  for (const { message } of consent.faults) faults.add('notFound', message, pathText(CONSENT_ID));
  return undefined;
}

interface Differences {
  readonly initiation: readonly Difference[];
  readonly risk: readonly Difference[];
}

/**
 * Returns the fields of Initiation and Risk whose values differ between the request and the
 * consent.
 */
function differencesFromConsent(
  version: FamilyVersion,
  consent: Consent | undefined,
  body: string,
): Differences {
  if (consent === undefined) return { initiation: [], risk: [] };
  const initiation = ['Data', 'Initiation'];
  const { sent, risk } = version.sentOf(consent, 'consent');
  return {
    initiation: differencesOf(
      memberText(sent, ['Initiation']),
      memberText(body, initiation),
      initiation,
    ),
    risk: differencesOf(risk ?? undefined, memberText(body, ['Risk']), ['Risk']),
  };
}
