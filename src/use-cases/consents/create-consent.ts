import { largestCost } from '../../domain/execution/shares.ts';
import { lapseAfter } from '../../domain/lifecycle/lapse.ts';
import { approvalsRequired, needsMoreThanOne } from '../../domain/parties/mandates.ts';
import type { NewConsent } from '../../domain/ports/consents.ts';
import type { Consent } from '../../domain/records/records.ts';
import { formatCount } from '../../domain/messages/format.ts';
import type { FamilyVersion, RequestBody } from '../../families/common/family-version.ts';
import type { Family } from '../../families/common/family.ts';
import { expectDefined } from '../../shared/assert.ts';
import { type FaultList, Refusal } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/time.ts';
import { asksForSingle, recurringMessage } from './approval-rules.ts';
import type { TppRequest } from '../request.ts';
import { consentNow } from './find-consent.ts';
import { findRepeat, resourceOrRefusal } from '../idempotency.ts';
import type { UseCaseParts } from '../dependencies.ts';

const NAMED_ACCOUNT = 'Data.Initiation.DebtorAccount.Identification';

type Parts = Pick<UseCaseParts, 'store' | 'settings' | 'rates' | 'contracts'>;

/**
 * Creates a consent. If a request is repeated with the same idempotency key, returns the existing
 * consent in its current state, even if the request would be refused now.
 */
export async function createConsent(
  parts: Parts,
  version: FamilyVersion,
  body: RequestBody,
  request: TppRequest,
): Promise<Consent | Refusal> {
  const { store } = parts;
  const { key, act } = request;
  const mayRepeat = request.faults.isEmpty;
  const prepared = await prepareConsent(parts, version, body, request);
  if (prepared instanceof Refusal) {
    const repeat = mayRepeat ? await findRepeat(store, key, act.at) : undefined;
    if (repeat === undefined) return prepared;
    if (repeat instanceof Refusal) return repeat;
    return consentNow({ store }, expectDefined(await store.findConsent(repeat), repeat), act.at);
  }
  const consent = resourceOrRefusal(await store.createConsent(prepared, key, act));
  return consent instanceof Refusal ? consent : consentNow({ store }, consent, act.at);
}

/** Returns the consent that a request would create, or the refusal. Stores nothing. */
export async function prepareConsent(
  parts: Parts,
  version: FamilyVersion,
  body: RequestBody,
  { act, faults, clientId }: Omit<TppRequest, 'key'>,
): Promise<(NewConsent & Consent) | Refusal> {
  const { settings } = parts;
  const { family } = version;
  const now = act.at;
  const context = {
    ...settings,
    bankName: settings.bankName ?? null,
    hasContracts: parts.contracts !== null,
    now,
  };
  const request = body.value === undefined ? undefined : version.readConsent(body, context, faults);
  if (request !== undefined) await checkMandate(parts, family, request, faults, now);
  if (request === undefined || !faults.isEmpty) return faults.refusal();
  return {
    id: newId(family.consentIdPrefix, now),
    family: family.name,
    clientId,
    status: family.firstStatus,
    createdAt: now,
    statusUpdatedAt: now,
    lapsesAt: family.consumesConsent ? lapseAfter(settings.consentApprovalDays, now) : null,
    customerId: null,
    refusal: null,
    refusedBy: null,
    restrictions: null,
    ...request,
  };
}

/**
 * Adds a fault if the named account requires more approvals than the consent can get. A consent can
 * get only one approval if it has the AuthorisationType Single or covers several payments (rules,
 * 5.19). The total of a file is not known yet, so it is checked when the consent is approved.
 */
async function checkMandate(
  { store, settings, rates }: Pick<UseCaseParts, 'store' | 'settings' | 'rates'>,
  family: Family,
  { data, debtorAccount }: Pick<Consent, 'data' | 'debtorAccount'>,
  faults: FaultList,
  now: Instant,
): Promise<void> {
  const isSingle = asksForSingle({ data });
  if (debtorAccount === null || (family.consumesConsent && !isSingle)) return;
  const { mandate = [] } = (await store.findAccount(debtorAccount)) ?? {};
  if (mandate.length === 0) return;
  const paymentInstruction = family.instructionOf(data, 'consent', settings);
  if (paymentInstruction.kind === 'none') {
    if (!needsMoreThanOne(mandate, paymentInstruction.maxPence)) return;
    faults.add('fieldInvalid', recurringMessage(debtorAccount), NAMED_ACCOUNT);
    return;
  }
  const amountPence =
    paymentInstruction.kind === 'file' ? 1 : largestCost(paymentInstruction.order, rates, now);
  const required = approvalsRequired([{ mandate, amountPence }]);
  if (required === 1) return;
  const message =
    `Found Single. Account ${debtorAccount} needs ${formatCount(required, 'approval')} for this: ` +
    'ask for Any.';
  faults.add('fieldInvalid', message, 'Data.Authorisation.AuthorisationType');
}
