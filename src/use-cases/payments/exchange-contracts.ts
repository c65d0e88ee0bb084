import { lacksContract, type PaymentInstruction } from '../../domain/execution/order.ts';
import type { ApprovalProblem } from '../../domain/lifecycle/approval.ts';
import { isSameRate } from '../../domain/pricing/exchange.ts';
import type { Consent } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import { type Refusal, refuse } from '../../shared/errors.ts';
import type { Instant } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';

/** The bank's customer and the TPP that an exchange-rate contract must belong to. */
export interface ContractParties extends Pick<Consent, 'clientId'> {
  readonly consentId: string;
  readonly customerId: string;
}

type Parts = Pick<UseCaseParts, 'contracts' | 'store'>;

const NO_CONTRACT = 'The bank has no contract of the agreed exchange rate.';

/** Path of the contract id in the request body. */
const CONTRACT_ID = 'Data.Initiation.ExchangeRateInformation.ContractIdentification';

/**
 * Looks up the agreed exchange rate of an order in the bank's contracts (rules, 7.14). Returns the
 * order with the rate of the contract. Returns the order unchanged if it contains no agreed rate,
 * or if the bank has no such contract.
 */
export async function withContract<Some extends PaymentInstruction>(
  { contracts, store }: Parts,
  paymentInstruction: Some,
  { clientId, consentId, customerId }: ContractParties,
  now: Instant,
): Promise<Some> {
  if (paymentInstruction.kind !== 'order') return paymentInstruction;
  const { order } = paymentInstruction;
  const { exchange, currency, largestAmount: minor } = order;
  const claimed = exchange?.claimed ?? null;
  if (contracts === null || exchange === null || claimed === null) return paymentInstruction;
  const { organisation } = expectDefined(
    await store.findSoftwareOf(clientId),
    `the software of ${clientId}`,
  );
  const claim = {
    ...claimed,
    organisationId: organisation.id,
    customerId,
    consentId,
    currency: exchange.currency,
    amount: { minor, currency },
  };
  const agreed = await contracts.findContract(claim, now);
  if (agreed === undefined || !isSameRate(agreed, claim.rate)) return paymentInstruction;
  return { ...paymentInstruction, order: { ...order, exchange: { ...exchange, agreed } } };
}

/**
 * Returns a problem if no contract of the bank contains the agreed rate
 * (OBWriteInternationalConsent5).
 */
export function contractProblems(
  paymentInstruction: PaymentInstruction,
): readonly ApprovalProblem[] {
  if (paymentInstruction.kind !== 'order' || !lacksContract(paymentInstruction.order)) return [];
  return [{ reason: 'NARR', message: NO_CONTRACT }];
}

/**
 * Returns the refusal of a submission or a confirmation of funds if no contract of the bank
 * contains its agreed rate.
 */
export function contractRefusal(paymentInstruction: PaymentInstruction): Refusal | undefined {
  if (contractProblems(paymentInstruction).length === 0) return undefined;
  const message = `${NO_CONTRACT} Ask for a new consent with another rate.`;
  return refuse(400, 'fieldInvalid', message, { path: CONTRACT_ID });
}
