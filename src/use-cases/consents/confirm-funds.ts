import { orderOf } from '../../domain/execution/order.ts';
import { lapseRefusal } from '../../domain/lifecycle/lapse.ts';
import { priceOf } from '../../domain/pricing/pricing.ts';
import type { Consent } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import { Refusal } from '../../shared/errors.ts';
import type { Pence } from '../../shared/money.ts';
import { contractRefusal, withContract } from '../payments/exchange-contracts.ts';
import { type Requester, type ConsentParts, findConsent, notYours } from './find-consent.ts';
import { wrongStatus } from '../idempotency.ts';
import type { UseCaseParts } from '../dependencies.ts';

/**
 * Returns the authorised consent for which a TPP requests a confirmation of funds. Refuses a token
 * that was not issued for this consent (rules, 5.7).
 */
export async function consentForFunds(
  parts: ConsentParts,
  id: string,
  requester: Requester & { readonly boundTo: string | null },
): Promise<Consent | Refusal> {
  const consent = await findConsent(parts, id, requester);
  if (consent instanceof Refusal) return consent;
  if (consent.id !== requester.boundTo) return notYours();
  if (consent.status === 'Authorised') return consent;
  return wrongStatus(consent.status, lapseRefusal(consent));
}

/**
 * Returns true if the debtor account has enough funds for the first payment of the consent,
 * including charges and currency exchange.
 */
export async function confirmFunds(
  parts: Pick<
    UseCaseParts,
    'store' | 'coreBanking' | 'holidays' | 'rates' | 'contracts' | 'paymentSource'
  >,
  id: string,
  requester: Requester & { readonly boundTo: string | null },
): Promise<boolean | Refusal> {
  const consent = await consentForFunds(parts, id, requester);
  if (consent instanceof Refusal) return consent;
  const parties = {
    clientId: consent.clientId,
    consentId: id,
    customerId: expectDefined(consent.customerId, `the customer of consent ${id}`),
  };
  const paymentInstruction = await withContract(
    parts,
    parts.paymentSource.ofConsent(consent),
    parties,
    requester.now,
  );
  const refused = contractRefusal(paymentInstruction);
  if (refused !== undefined) return refused;
  const order = orderOf(paymentInstruction);
  const first = expectDefined(order.nextPayment(null, parts.holidays), 'its payment');
  const { amountPence, chargePence } = priceOf(order, first.amount, parts.rates, requester.now);
  return hasFunds(parts, consent, amountPence + chargePence);
}

/**
 * Returns true if the debtor account of an authorised consent now has at least this balance.
 * Returns false if the account was closed, blocked or transferred to another customer.
 *
 * @throws CoreUnavailable if the core banking system keeps the account and does not answer
 */
export async function hasFunds(
  { store, coreBanking }: Pick<UseCaseParts, 'store' | 'coreBanking'>,
  { id, debtorAccount, customerId }: Consent,
  pence: Pence,
): Promise<boolean> {
  const number = expectDefined(debtorAccount, `the debtor account of ${id}`);
  const account = expectDefined(await store.findAccount(number), number);
  if (account.customerId !== customerId || account.state !== 'open') return false;
  if (coreBanking !== null) return coreBanking.hasFunds(number, pence);
  return expectDefined(account.balancePence, 'the balance of an account') >= pence;
}
