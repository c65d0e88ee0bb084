import { statusLookup } from '../../domain/lifecycle/file-statuses.ts';
import {
  CONSENT_STATUSES,
  formatOperatorStatus,
  formatPaymentType,
  heldStatus,
  PARKED,
} from '../../domain/messages/operator-text.ts';
import type { SearchTexts } from '../../domain/ports/search-index.ts';
import type { FileFacts, FilePayment, PaymentParties } from '../../domain/records/payment.ts';
import type { MatchedPayment } from '../../domain/records/operator-search.ts';
import type { Batch, Consent, Payment } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Instant } from '../../shared/time.ts';
import { consentNow } from '../consents/find-consent.ts';
import type { ScreeningCase } from '../../domain/records/screening.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { fileReference } from '../files/file-metadata.ts';
import { paymentNow } from '../payments/approve-payment.ts';
import { fileTexts, orderTexts } from '../search/texts.ts';
import { operatorStatusesOf } from './operator-statuses.ts';

type Parts = Pick<UseCaseParts, 'store' | 'paymentSource'>;

/** A consent with its payment, as it is now. */
export interface LoadedPayment {
  readonly consent: Consent;
  /** Undefined if it was not submitted, and for a VRP consent. */
  readonly payment: Payment | undefined;
  readonly at: Instant;
  /** An open case of it, or of a part of it. Undefined if it is not held. */
  readonly held: ScreeningCase | undefined;
  /** True if one of its steps is parked. */
  readonly isParked: boolean;
  /** The file and its batches. Undefined for a payment without a file. */
  readonly file: { readonly facts: FileFacts; readonly batches: readonly Batch[] } | undefined;
}

/** Loads a consent with the payment that consumed it, in their current state. */
export async function loadConsent(
  parts: Parts,
  consentId: string,
  now: Instant,
): Promise<LoadedPayment | undefined> {
  const { store, paymentSource } = parts;
  const stored = await store.findConsent(consentId);
  if (stored === undefined) return undefined;
  const consent = await consentNow({ store }, stored, now);
  const submitted = await store.findPaymentOf(consentId);
  const payment = submitted && (await paymentNow({ store }, submitted, now));
  const loaded = {
    consent,
    payment,
    at: consent.createdAt,
    ...(await obstaclesOf(parts, payment)),
  };
  if (paymentSource.ofConsent(consent).kind !== 'file') return { ...loaded, file: undefined };
  const facts = await store.findFile(consentId);
  const batches = payment === undefined ? [] : await store.batchesOf(payment.id);
  return { ...loaded, file: facts && { facts, batches } };
}

/** Loads a payment with its consent, in their current state. */
export async function loadPayment(
  parts: Parts,
  paymentId: string,
  now: Instant,
): Promise<LoadedPayment | undefined> {
  const found = await parts.store.findPayment(paymentId);
  const loaded = found && (await loadConsent(parts, found.consentId, now));
  if (found === undefined || loaded === undefined) return undefined;
  if (loaded.payment !== undefined) return loaded;
  const payment = await paymentNow(parts, found, now);
  return { ...loaded, payment, at: payment.createdAt, ...(await obstaclesOf(parts, payment)) };
}

async function obstaclesOf(
  { store }: Parts,
  payment: Payment | undefined,
): Promise<Pick<LoadedPayment, 'held' | 'isParked'>> {
  if (payment === undefined) return { held: undefined, isParked: false };
  const [held, parked] = await Promise.all([
    store.casesOf([payment.id]),
    store.parkedBatchesOf(payment.id),
  ]);
  return { held: held[0], isParked: parked.length > 0 };
}

/** Returns the searchable texts of a loaded payment, without those of payments in a file. */
export function textsOf({ paymentSource }: Parts, loaded: LoadedPayment): SearchTexts {
  const { consent, payment, file } = loaded;
  const debtorAccount = payment?.debtorAccount ?? consent.debtorAccount;
  if (file !== undefined) {
    return fileTexts({ facts: file.facts, debtorAccount, reference: fileReference(consent) });
  }
  const instruction = instructionOf(paymentSource, loaded);
  if (instruction.kind !== 'order') return { fields: [], names: [] };
  return orderTexts(instruction.order, debtorAccount);
}

/** Returns a payment without a file, or a file as a whole. */
export function wholePayment({ paymentSource }: Parts, loaded: LoadedPayment): MatchedPayment {
  const { consent, file } = loaded;
  const common = { ...commonOf(loaded), status: statusOf(loaded) };
  if (file !== undefined) {
    const { payments, totalPence: minor } = file.facts;
    const reference = fileReference(consent);
    return { ...common, ...NO_PARTIES, payments, reference, amount: { minor, currency: 'GBP' } };
  }
  const instruction = instructionOf(paymentSource, loaded);
  if (instruction.kind !== 'order') return { ...common, ...NO_PARTIES };
  const { parties, amounts, currency, instrument } = instruction.order;
  const minor = expectDefined(amounts[0], 'an amount');
  return { ...common, ...partiesOf(parties), instrument, amount: { minor, currency } };
}

/** Returns a payment of a loaded file, with its own status. */
export async function paymentOfFile(
  parts: Parts,
  loaded: LoadedPayment,
  credit: FilePayment,
): Promise<MatchedPayment> {
  const { consent, payment, file } = loaded;
  const { index, amountPence: minor, instrument, debtor } = credit;
  const common = commonOf(loaded);
  const shown = {
    ...common,
    ...partiesOf(credit),
    row: index + 1,
    instrument,
    amount: { minor, currency: 'GBP' },
    debtorAccount: debtor ?? common.debtorAccount,
  };
  if (payment === undefined) return { ...shown, status: CONSENT_STATUSES[consent.status] };
  const { facts, batches } = expectDefined(file, 'the file');
  const outcomes = await parts.store.outcomes(payment.id, index, index + 1);
  const progress = { batches, outcomes };
  const lookUp = statusLookup(await operatorStatusesOf(parts, payment, facts, progress));
  return { ...shown, status: lookUp(credit).text };
}

function instructionOf(source: Parts['paymentSource'], { consent, payment }: LoadedPayment) {
  return payment === undefined ? source.ofConsent(consent) : source.ofPayment(payment);
}

function statusOf({ consent, payment, held, isParked }: LoadedPayment): string {
  if (payment === undefined) return CONSENT_STATUSES[consent.status];
  if (held !== undefined) return heldStatus(held).meaning;
  return isParked ? PARKED : formatOperatorStatus(payment);
}

function commonOf({ consent, payment, at }: LoadedPayment) {
  const { id: consentId, family: paymentType, clientId } = consent;
  const debtorAccount = payment?.debtorAccount ?? consent.debtorAccount;
  const paymentId = payment?.id ?? null;
  return {
    consentId,
    paymentId,
    paymentType,
    paymentTypeText: formatPaymentType(paymentType),
    clientId,
    row: null,
    payments: 1,
    debtorAccount,
    at,
  };
}

const NO_PARTIES = {
  creditorName: null,
  creditorAccount: null,
  amount: null,
  endToEndIdentification: null,
  instructionIdentification: null,
  reference: null,
  instrument: null,
};

function partiesOf(parties: PaymentParties) {
  const { reference, unstructured, endToEndIdentification, instructionIdentification } = parties;
  return {
    creditorName: parties.creditorName,
    creditorAccount: parties.creditor,
    endToEndIdentification: textOrNull(endToEndIdentification),
    instructionIdentification: textOrNull(instructionIdentification),
    reference: textOrNull(reference === '' ? unstructured : reference),
  };
}

function textOrNull(text: string): string | null {
  return text === '' ? null : text;
}
