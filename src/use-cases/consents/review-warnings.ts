import { dayOfInstant, formatAccount, formatPounds } from '../../domain/messages/format.ts';
import type { Account, DuplicateFile } from '../../domain/records/records.ts';
import type { Pence } from '../../shared/money.ts';
import { MAKE_SURE } from '../files/review-file.ts';

/** Smallest amount, in pence, for which the customer is warned to verify the payee. */
const LARGE_PENCE: Pence = 100_000_00;

/** A payment as the customer sees it, with its cost in pounds. */
export interface PricedPayment {
  /** Formatted amount, in the currency of the instruction. */
  readonly formatted: string;
  readonly amountPence: Pence;
}

/** Warns that the same file was uploaded before. */
export function duplicateWarning({ status, statusUpdatedAt }: DuplicateFile): string {
  const day = dayOfInstant(statusUpdatedAt);
  return status === 'AwaitingAuthorisation'
    ? `The same file has been waiting for approval since ${day}. Approving both pays it twice.`
    : `The same file was already approved on ${day}. Approving it again pays it again.`;
}

/**
 * Warns that the balance of an account is lower than the cost of a payment.
 *
 * @param formattedCost null if the cost must not be shown yet (rules, 7.15)
 */
export function balanceWarning(
  { number, balancePence }: Account,
  cost: Pence,
  formattedCost: string | null,
): readonly string[] {
  if (balancePence === null || cost <= balancePence) return [];
  return [
    `Account ${formatAccount(number)} has a balance of ${formatPounds(balancePence)}, but this ` +
      `costs ${formattedCost ?? 'more'}. Payments without sufficient funds on their day are not made.`,
  ];
}

/** Warns that a payment is large, so that the customer verifies the payee. */
export function largeWarning(payment: PricedPayment | null): readonly string[] {
  if (payment === null || payment.amountPence < LARGE_PENCE) return [];
  return [
    `${payment.formatted} is a large sum for one payment. ${MAKE_SURE} that the payee and the ` +
      'account are right.',
  ];
}
