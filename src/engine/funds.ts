import type { ExchangeRates, Holidays } from '../domain/ports.ts';
import type { Consent } from '../domain/records.ts';
import type { Store } from '../domain/store.ts';
import { familyNamed } from '../families/index.ts';
import { present } from '../kernel/assert.ts';
import { Refusal, refuse } from '../kernel/errors.ts';
import { memberText } from '../kernel/json.ts';
import type { Pence } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import { quoteOf } from '../pipeline/quote.ts';
import { findConsent, notYours, type Asker } from './consents.ts';
import { wrongStatus } from './idempotency.ts';

/**
 * The authorised consent whose funds may be asked about: only with the customer's token for this
 * very consent (rules, 5).
 */
export async function consentForFunds(
  store: Store,
  id: string,
  asker: Asker & { readonly boundTo: string | null },
): Promise<Consent | Refusal> {
  const consent = await findConsent(store, id, asker);
  if (consent instanceof Refusal) return consent;
  if (consent.id !== asker.boundTo) return notYours();
  return consent.status === 'Authorised' ? consent : wrongStatus(consent.status);
}

/** A refusal when a request gives another reference than the consent, where that has one. */
export function referenceMismatch({ data }: Consent, reference: string): Refusal | undefined {
  const path = ['Initiation', 'RemittanceInformation', 'Reference'];
  const consented = memberText(data, path);
  if (consented === undefined || JSON.parse(consented) === reference) return undefined;
  const message = `Expected ${consented}, as in the consent.`;
  return refuse(400, 'consentMismatch', message, { path: 'Data.Reference' });
}

/** Whether the account could pay what the consent says, charges and exchange included. */
export async function hasConsentedAmount(
  parts: { readonly store: Store; readonly holidays: Holidays; readonly rates: ExchangeRates },
  consent: Consent,
  now: Instant,
): Promise<boolean> {
  const order = present(familyNamed(consent.family).orderOf(consent.data), 'the order');
  const first = present(order.nextPayment(null, parts.holidays), 'its payment');
  const { amountPence, chargePence } = quoteOf(order, first.amount, parts.rates, now);
  return hasFunds(parts.store, consent, amountPence + chargePence);
}

/** Whether the account that an authorised consent debits could pay so much at this moment. */
export async function hasFunds(
  store: Store,
  { id, debtorAccount }: Consent,
  pence: Pence,
): Promise<boolean> {
  const number = present(debtorAccount, `the debtor account of ${id}`);
  const account = present(await store.findAccount(number), number);
  return !account.closed && account.balancePence >= pence;
}
