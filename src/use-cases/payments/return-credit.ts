import type { ReturnResult } from '../../domain/execution/credit-return.ts';
import type { Act } from '../../domain/records/audit.ts';
import type { ReasonCode } from '../../domain/records/payment.ts';
import type { Payment } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import { type Refusal, refuse } from '../../shared/errors.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { findCredit } from './find-credit.ts';

/** Reasons for which a creditor's bank returns a credit. */
export const RETURN_REASONS = ['AC01', 'AC04', 'AC06', 'NARR'] as const satisfies ReasonCode[];

/** A credit that the creditor's bank returns. */
interface ReturnRequest {
  /** Position of the credit in its file, or among the executed payments of its order, from 0. */
  readonly index: number;
  readonly reason: (typeof RETURN_REASONS)[number];
}

/**
 * Gives a credit that the scheme had accepted back to the debtor, because the creditor's bank
 * returned it (rules, 13.10). Refuses a credit that was not accepted, or that came back already.
 */
export async function returnCredit(
  parts: UseCaseParts,
  payment: Payment,
  { index, reason }: ReturnRequest,
  act: Act,
): Promise<'returned' | Refusal> {
  const { store, observe } = parts;
  const found = await findCredit(parts, payment, index);
  if (found === undefined) return refuse(400, 'fieldInvalid', PROBLEMS.none, { path: 'index' });
  const { batch, credit } = found;
  const debit = {
    ...{ index, amountPence: credit.amountPence },
    account: expectDefined(credit.debtor ?? payment.debtorAccount, 'the account that was debited'),
    reference: credit.reference,
    counterparty: credit.creditorName,
  };
  const returned = await store.returnCredit(batch, { debit, reason }, act);
  if (returned.kind !== 'returned') {
    return refuse(400, 'fieldInvalid', PROBLEMS[returned.kind], { path: 'index' });
  }
  const { groupStatus } = returned;
  observe({ kind: 'creditReturned', paymentId: payment.id, index, reason, groupStatus });
  return 'returned';
}

const PROBLEMS: Readonly<Record<Exclude<ReturnResult['kind'], 'returned'> | 'none', string>> = {
  none: 'The payment has no credit with this index, or has not been released for execution.',
  notAccepted: 'The scheme has not accepted this credit, so it cannot be returned.',
  alreadyBack: 'This credit was rejected or returned before.',
  notOwned:
    'The account that was debited is closed or belongs to another customer now. An operator of ' +
    'the bank must decide about the money.',
  own: 'This credit is to an account at this bank, so no other bank can return it.',
};
