import { orderOf } from '../../domain/execution/order.ts';
import { whyLapsed } from '../../domain/lifecycle/lapse.ts';
import { priceOf } from '../../domain/pricing/pricing.ts';
import type { Consent } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import { Refusal } from '../../shared/errors.ts';
import type { Pence } from '../../shared/money.ts';
import { contractRefusal, withContract } from '../payments/exchange-contracts.ts';
import { type Asker, type ConsentParts, findConsent, notYours } from './find-consent.ts';
import { wrongStatus } from '../idempotency.ts';
import type { EngineParts } from '../dependencies.ts';

/**
 * The authorised consent whose funds may be asked about: only with the customer's token for this
 * very consent (rules, 5.7).
 */
export async function consentForFunds(
  parts: ConsentParts,
  id: string,
  asker: Asker & { readonly boundTo: string | null },
): Promise<Consent | Refusal> {
  const consent = await findConsent(parts, id, asker);
  if (consent instanceof Refusal) return consent;
  if (consent.id !== asker.boundTo) return notYours();
  if (consent.status === 'Authorised') return consent;
  return wrongStatus(consent.status, whyLapsed(consent));
}

/**
 * Whether the account of an authorised consent could pay what the consent says, charges and
 * exchange included.
 */
export async function confirmFunds(
  parts: Pick<EngineParts, 'store' | 'holidays' | 'rates' | 'contracts' | 'paymentSource'>,
  id: string,
  asker: Asker & { readonly boundTo: string | null },
): Promise<boolean | Refusal> {
  const consent = await consentForFunds(parts, id, asker);
  if (consent instanceof Refusal) return consent;
  const parties = {
    ...{ clientId: consent.clientId, consentId: id },
    customerId: expectDefined(consent.customerId, `the customer of consent ${id}`),
  };
  const paymentInstruction = await withContract(
    parts,
    parts.paymentSource.ofConsent(consent),
    parties,
    asker.now,
  );
  const refused = contractRefusal(paymentInstruction);
  if (refused !== undefined) return refused;
  const order = orderOf(paymentInstruction);
  const first = expectDefined(order.nextPayment(null, parts.holidays), 'its payment');
  const { amountPence, chargePence } = priceOf(order, first.amount, parts.rates, asker.now);
  return hasFunds(parts, consent, amountPence + chargePence);
}

/**
 * Whether the account that an authorised consent debits could pay so much at this moment: not if
 * it belongs to another customer by now.
 */
export async function hasFunds(
  { store }: Pick<EngineParts, 'store'>,
  { id, debtorAccount, customerId }: Consent,
  pence: Pence,
): Promise<boolean> {
  const number = expectDefined(debtorAccount, `the debtor account of ${id}`);
  const account = expectDefined(await store.findAccount(number), number);
  const isOwn = account.customerId === customerId;
  return isOwn && !account.closed && account.balancePence >= pence;
}
