import { expectDefined } from '../../shared/assert.ts';
import type { Pence } from '../../shared/money.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { Debit } from '../ports/booking.ts';
import type { ExecutionGroup, FileFacts, SinglePayment } from '../records/payment.ts';
import type { Payment } from '../records/records.ts';
import type { Quote } from './order.ts';

/** The payment that is debited, and the account for payments that name none. */
type Payer = Pick<Payment, 'id' | 'debtorAccount'>;

/**
 * Returns the debits of a BULK group: one for each debtor account. For Faster Payments that is one
 * for the full amount. The reference is RemittanceInformation.Unstructured of the first payment
 * (rules, 6.20), or the payment's id if it is empty.
 */
export function bulkDebits(group: ExecutionGroup, file: FileFacts, payment: Payer): Debit[] {
  const shares = new Map<AccountNumber, { amountPence: Pence; payments: number }>();
  for (const share of group.debtors) {
    const account = debtorOf(share.account, payment);
    const sum = shares.get(account) ?? { amountPence: 0, payments: 0 };
    shares.set(account, {
      amountPence: sum.amountPence + share.totalPence,
      payments: sum.payments + share.payments,
    });
  }
  const reference = file.debitReference === '' ? payment.id : file.debitReference;
  return [...shares].map(([account, { amountPence, payments }]) => ({
    index: null,
    account,
    amountPence,
    reference,
    counterparty: `${String(payments)} ${group.instrument} ${payments === 1 ? 'payment' : 'payments'}`,
  }));
}

/** Returns the debits of a BATCH slice: one for each payment, with that payment's own reference. */
export function batchDebits(payments: readonly SinglePayment[], payment: Payer): Debit[] {
  return payments.map((credit) => ({
    index: credit.index,
    account: debtorOf(credit.debtor, payment),
    amountPence: credit.amountPence,
    reference: credit.unstructured || credit.reference || credit.endToEndIdentification,
    counterparty: credit.creditorName,
  }));
}

/** Returns the debits of a single payment: its amount, and the bank's charge if there is credit. */
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
 * Returns the account to debit: the named one, otherwise that of the consent or the customer's
 * choice.
 */
function debtorOf(account: AccountNumber | null, payment: Payer): AccountNumber {
  return expectDefined(account ?? payment.debtorAccount, `debtor account of ${payment.id}`);
}
