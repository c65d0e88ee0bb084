import { tokenIn } from '../../test-client/answer.ts';
import type { Family } from '../../src/families/common/family.ts';
import { londonDate } from '../../src/shared/time.ts';
import { account } from './payment-file.ts';
import { dataOf, type Reply, type Tpp } from './tpp.ts';

type Json = Readonly<Record<string, unknown>>;

export const pounds = (Amount: string): Json => ({ Amount, Currency: 'GBP' });

/**
 * Creates a consent for a scheduled payment or standing order. The fields of `data` are sent beside
 * the Initiation.
 */
export function askConsent(
  tpp: Tpp,
  family: Family,
  initiation: Json,
  data: Json = {},
): Promise<Reply> {
  const Data = { Permission: 'Create', ...data, Initiation: initiation };
  return tpp.family(family).createConsent({ Data, Risk: {} });
}

/** Approves an order's consent with one of Northwind's accounts. Returns the submission token. */
export async function approve(tpp: Tpp, consentId: string, debtorAccount: string): Promise<string> {
  const decided = await tpp.decide(consentId, { debtorAccount });
  return tokenIn(decided);
}

/**
 * Submits an approved order with the same Initiation as its consent. Returns the response's data.
 */
export async function submitOrder(
  tpp: Tpp,
  family: Family,
  consentId: string,
  token: string,
): Promise<Json> {
  const client = tpp.family(family);
  const { Initiation } = dataOf(await client.readConsent(consentId));
  const body = { Data: { ConsentId: consentId, Initiation }, Risk: {} };
  return dataOf(await client.createPayment(body, token));
}

/** Creates a consent, approves it and submits the order. Returns the payment's id. */
export async function payOrder(
  tpp: Tpp,
  family: Family,
  initiation: Json,
  debtorAccount: string,
): Promise<string> {
  const consent = await askConsent(tpp, family, initiation);
  const consentId = dataOf(consent)['ConsentId'] as string;
  const token = await approve(tpp, consentId, debtorAccount);
  const submitted = await submitOrder(tpp, family, consentId, token);
  return submitted[family.paymentIdName] as string;
}

export async function statusOf(tpp: Tpp, family: Family, paymentId: string): Promise<unknown> {
  return dataOf(await tpp.family(family).readPayment(paymentId))['Status'];
}

interface Detail {
  readonly PaymentTransactionId: string;
  readonly StatusUpdateDateTime: string;
  readonly StatusDetail: {
    readonly LocalInstrument: string;
    readonly Status: string;
    readonly StatusReasonDescription: string;
  };
}

export async function detailsOf(
  tpp: Tpp,
  family: Family,
  paymentId: string,
  page = 1,
): Promise<readonly Detail[]> {
  const details = await tpp.family(family).readPaymentDetails(paymentId, page);
  return dataOf(details)['PaymentStatus'] as Detail[];
}

/** Reads an order's payments from payment-details. Returns each as its status and description. */
export async function storyOf(tpp: Tpp, family: Family, paymentId: string): Promise<string[]> {
  const details = await detailsOf(tpp, family, paymentId);
  return details.map(({ StatusDetail }) =>
    [StatusDetail.Status, StatusDetail.StatusReasonDescription].join(' '),
  );
}

interface Entry {
  readonly kind: string;
  readonly bookedAt: string;
  readonly amount: string;
  readonly reference: string;
}

/** Returns the entries of an account, at most 1000. */
export async function entriesOf(tpp: Tpp, number: string): Promise<readonly Entry[]> {
  const reply = await tpp.get(`/sandbox/accounts/${number}/entries?limit=1000`);
  return reply.json?.['entries'] as Entry[];
}

/** Returns the debits of an account, each as its day in London, amount and reference. */
export async function debitsOf(tpp: Tpp, number: string): Promise<string[]> {
  const entries = await entriesOf(tpp, number);
  return entries
    .filter(({ kind }) => kind === 'debit')
    .map(({ bookedAt, amount, reference }) =>
      [londonDate(Date.parse(bookedAt)), amount, reference].join(' '),
    );
}

/**
 * Returns a standing order without an end: 10.00 on the first date, then 20.00 on the 15th of each
 * month.
 */
export function standingOrder(others: Json = {}): Json {
  return {
    Frequency: 'IntrvlMnthDay:01:15',
    Reference: 'RENT',
    ...first('2026-12-15'),
    FirstPaymentAmount: pounds('10.00'),
    RecurringPaymentAmount: pounds('20.00'),
    CreditorAccount: account('20000000000001', 'Fresco Ltd'),
    ...others,
  };
}

/** Returns the first payment date of a standing order. */
export const first = (date: string): Json => ({ FirstPaymentDateTime: `${date}T09:00:00Z` });

/**
 * Returns the fields that end a standing order after a number of payments, the last one of 30.00.
 */
export function limitedTo(payments: number): Json {
  return { NumberOfPayments: String(payments), FinalPaymentAmount: pounds('30.00') };
}
