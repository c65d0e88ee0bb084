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
  readonly reason: ReasonCode;
}

/** The result of a return. `none`: the payment has no such credit. */
type BookedReturn = ReturnResult | { readonly kind: 'none' };

/**
 * Gives a credit that the scheme had accepted back to the debtor, because the creditor's bank
 * returned it (rules, 13.10). Refuses a credit that was not accepted, or that came back already.
 */
export async function returnCredit(
  parts: UseCaseParts,
  payment: Payment,
  request: ReturnRequest,
  act: Act,
): Promise<'returned' | Refusal> {
  const { kind } = await bookReturn(parts, payment, request, act);
  if (kind === 'returned') return 'returned';
  return refuse(400, 'fieldInvalid', PROBLEMS[kind], { path: 'index' });
}

/** Books a returned credit, unless the result names a reason against it. */
export async function bookReturn(
  parts: UseCaseParts,
  payment: Payment,
  { index, reason }: ReturnRequest,
  act: Act,
): Promise<BookedReturn> {
  const { store, observe } = parts;
  const found = await findCredit(parts, payment, index);
  if (found === undefined) return { kind: 'none' };
  const { batch, credit } = found;
  const debit = {
    index,
    amountPence: credit.amountPence,
    account: expectDefined(credit.debtor ?? payment.debtorAccount, 'the account that was debited'),
    reference: credit.reference,
    counterparty: credit.creditorName,
  };
  const result = await store.returnCredit(batch, { debit, reason }, act);
  if (result.kind === 'returned') {
    const { groupStatus } = result;
    observe({ kind: 'creditReturned', paymentId: payment.id, index, reason, groupStatus });
  }
  return result;
}

const PROBLEMS: Readonly<Record<Exclude<BookedReturn['kind'], 'returned'>, string>> = {
  none: 'The payment has no credit with this index, or has not been released for execution.',
  notAccepted: 'The scheme has not accepted this credit, so it cannot be returned.',
  alreadyBack: 'This credit was rejected or returned before.',
  notOwned:
    'The account that was debited is closed or belongs to another customer now. An operator of ' +
    'the bank must decide about the money.',
  own: 'This credit is to an account at this bank, so no other bank can return it.',
};
