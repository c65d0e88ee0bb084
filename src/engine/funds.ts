import type { z } from 'zod';
import { addZodFaults, describe, valueAt } from '../contract/faults.ts';
import type { SterlingAmount } from '../contract/fields.ts';
import { whyLapsed } from '../domain/lifecycle/lapse.ts';
import type { ExchangeRates, Holidays } from '../domain/ports/bank.ts';
import type { Store } from '../domain/ports/store.ts';
import { priceOf } from '../domain/pricing/pricing.ts';
import type { SchemeLimits } from '../domain/records/payment.ts';
import type { Consent } from '../domain/records/records.ts';
import { AmountRequest } from '../families/common/funds.ts';
import { ConsentId } from '../families/common/shared.ts';
import { familyNamed } from '../families/index.ts';
import { present } from '../kernel/assert.ts';
import { Refusal, refuse, type FaultList } from '../kernel/errors.ts';
import { memberString } from '../kernel/json.ts';
import { parseAmount, type Pence } from '../kernel/money.ts';
import type { Instant } from '../kernel/time.ts';
import { findConsent, notYours, type Asker } from './consents.ts';
import { wrongStatus } from './idempotency.ts';

const CONSENTED_REFERENCE = ['Initiation', 'RemittanceInformation', 'Reference'];

/**
 * The authorised consent whose funds may be asked about: only with the customer's token for this
 * very consent (rules, 5.7).
 */
export async function consentForFunds(
  store: Store,
  id: string,
  asker: Asker & { readonly boundTo: string | null },
): Promise<Consent | Refusal> {
  const consent = await findConsent(store, id, asker);
  if (consent instanceof Refusal) return consent;
  if (consent.id !== asker.boundTo) return notYours();
  if (consent.status === 'Authorised') return consent;
  return wrongStatus(consent.status, whyLapsed(consent));
}

interface FundsParts {
  readonly store: Store;
  readonly holidays: Holidays;
  readonly rates: ExchangeRates;
  readonly schemeLimits: SchemeLimits;
}

/** Whether the account could pay what the consent says, charges and exchange included. */
export async function hasConsentedAmount(
  parts: FundsParts,
  consent: Consent,
  now: Instant,
): Promise<boolean> {
  const family = familyNamed(consent.family);
  const asked = family.orderOf(consent.data, 'consent', parts.schemeLimits);
  const order = present(asked, 'the order');
  const first = present(order.nextPayment(null, parts.holidays), 'its payment');
  const { amountPence, chargePence } = priceOf(order, first.amount, parts.rates, now);
  return hasFunds(parts.store, consent, amountPence + chargePence);
}

/** Whether the account that an authorised consent debits could pay so much at this moment. */
async function hasFunds(
  store: Store,
  { id, debtorAccount }: Consent,
  pence: Pence,
): Promise<boolean> {
  const number = present(debtorAccount, `the debtor account of ${id}`);
  const account = present(await store.findAccount(number), number);
  return !account.closed && account.balancePence >= pence;
}

/** What a TPP asks about an amount, and the answer. */
export interface AmountConfirmation {
  readonly reference: string;
  readonly amount: z.infer<typeof SterlingAmount>;
  readonly isAvailable: boolean;
}

/** Whether the account of an authorised consent has an amount that the TPP names (rules, 8.15). */
export async function confirmAmount(
  store: Store,
  id: string,
  body: unknown,
  asker: Asker & { readonly boundTo: string | null; readonly faults: FaultList },
): Promise<AmountConfirmation | Refusal> {
  const { faults } = asker;
  const read = AmountRequest.safeParse(body);
  if (!read.success && body !== undefined) addZodFaults(faults, read.error, body);
  const named = ConsentId.safeParse(valueAt(body, ['Data', 'ConsentId'])).data;
  if (named !== undefined && named !== id) {
    faults.add(
      'fieldInvalid',
      `Found ${describe(named)}. Expected ${id}, as in the address.`,
      'Data.ConsentId',
    );
  }
  if (!read.success || !faults.isEmpty) return faults.refusal();
  const consent = await consentForFunds(store, id, asker);
  if (consent instanceof Refusal) return consent;
  const { Reference: reference, InstructedAmount: amount } = read.data.Data;
  // The standard wants the consent's reference (OBVRPFundsConfirmationRequest), where it has one.
  const consented = memberString(consent.data, CONSENTED_REFERENCE) ?? reference;
  if (reference !== consented) {
    const message = `Found ${describe(reference)}. Expected ${describe(consented)}, the consent's.`;
    return refuse(400, 'consentMismatch', message, { path: 'Data.Reference' });
  }
  const pence = present(parseAmount(amount.Amount), amount.Amount);
  return { reference, amount, isAvailable: await hasFunds(store, consent, pence) };
}
