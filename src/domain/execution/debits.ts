import { expectDefined } from '../../shared/assert.ts';
import type { Pence } from '../../shared/money.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { Debit, RefusedPayment } from '../ports/booking.ts';
import type { ExecutionGroup, FileFacts, SinglePayment } from '../records/payment.ts';
import type { Payment } from '../records/records.ts';
import type { Quote } from './order.ts';

/**
 * The payment whose account is debited. `debtorAccount` is used for payments in a file that name no
 * account.
 */
export type Payer = Pick<Payment, 'id' | 'debtorAccount'>;

/**
 * Returns the debits of a BULK group: one for each debtor account. A Faster Payments group has one
 * debit for the full amount. The reference of each debit is RemittanceInformation.Unstructured of
 * the file's first payment (rules, 6.20), or the payment's id if that is empty.
 *
 * @param undebited payments of the group that are not debited
 */
export function bulkDebits(
  group: ExecutionGroup,
  file: FileFacts,
  payment: Payer,
  undebited: readonly Pick<RefusedPayment, 'debtor' | 'amountPence'>[] = [],
): Debit[] {
  const shares = new Map<AccountNumber, { amountPence: Pence; payments: number }>();
  for (const share of group.debtors) {
    const account = debtorOf(share.account, payment);
    const sum = shares.get(account) ?? { amountPence: 0, payments: 0 };
    shares.set(account, {
      amountPence: sum.amountPence + share.totalPence,
      payments: sum.payments + share.payments,
    });
  }
  for (const { debtor, amountPence } of undebited) {
    const sum = expectDefined(shares.get(debtor), `the share of ${debtor}`);
    shares.set(debtor, {
      amountPence: sum.amountPence - amountPence,
      payments: sum.payments - 1,
    });
  }
  const debited = [...shares].filter(([, { payments }]) => payments > 0);
  const reference = file.debitReference === '' ? payment.id : file.debitReference;
  return debited.map(([account, { amountPence, payments }]) => ({
    index: null,
    account,
    amountPence,
    reference,
    counterparty: `${String(payments)} ${group.instrument} ${payments === 1 ? 'payment' : 'payments'}`,
  }));
}

/**
 * Returns the number of payments that a common debit of `bulkDebits` covers. Returns null for other
 * entries, for example a charge.
 */
export function paymentsIn({ counterparty }: Pick<Debit, 'counterparty'>): number | null {
  const payments = Number.parseInt(counterparty, 10);
  return Number.isNaN(payments) ? null : payments;
}

/**
 * Returns the debits of a slice of a BATCH file. Each payment has its own debit, with its own
 * reference.
 */
export function batchDebits(payments: readonly SinglePayment[], payment: Payer): Debit[] {
  return payments.map((credit) => ({
    index: credit.index,
    account: debtorOf(credit.debtor, payment),
    amountPence: credit.amountPence,
    reference: credit.unstructured || credit.reference || credit.endToEndIdentification,
    counterparty: credit.creditorName,
  }));
}

/**
 * Returns the debits of a single payment: its amount and, if the bank charges for it, the charge.
 */
export function singleDebits(
  credit: SinglePayment,
  { amountPence, chargePence }: Pick<Quote, 'amountPence' | 'chargePence'>,
  payment: Payer,
): Debit[] {
  const debits = batchDebits([{ ...credit, amountPence }], payment);
  if (chargePence === 0) return debits;
  const charge = {
    index: null,
    account: debtorOf(credit.debtor, payment),
    amountPence: chargePence,
    reference: payment.id,
    counterparty: `Charge for ${credit.instrument}`,
  };
  return [...debits, charge];
}

/**
 * Returns the account to debit: the one that the payment in the file names, otherwise the account
 * of the consent or the one that the customer chose.
 */
function debtorOf(account: AccountNumber | null, payment: Payer): AccountNumber {
  return expectDefined(account ?? payment.debtorAccount, `debtor account of ${payment.id}`);
}
