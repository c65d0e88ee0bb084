import { reveal } from '../../shared/unsafe-unicode.ts';
import { formatAmount } from '../../shared/money.ts';
import type { AccountNumber } from '../parties/accounts.ts';
import type { FoundPayment } from '../ports/file-search.ts';
import { formatAccount, formatPayeeNews, formatScheme } from './format.ts';

/** A column of the payment table: its heading, and a function that formats its cells. */
interface Column {
  readonly head: string;
  readonly of: (payment: FoundPayment, account: AccountNumber | null) => string;
}

const COLUMNS: readonly Column[] = [
  { head: 'Place in the file', of: ({ index }) => String(index + 1) },
  { head: 'Payee', of: ({ creditorName }) => reveal(creditorName) },
  // A spreadsheet would treat 14 digits as a number, so the account is written with hyphens and a
  // space.
  { head: 'Account', of: ({ creditor }) => formatAccount(creditor) },
  { head: 'Amount', of: ({ amountPence }) => formatAmount(amountPence) },
  { head: 'Currency', of: () => 'GBP' },
  { head: 'Reference', of: ({ reference }) => reveal(reference) },
  { head: 'Note', of: ({ unstructured }) => reveal(unstructured) },
  { head: 'End-to-end reference', of: ({ endToEndIdentification: id }) => reveal(id) },
  { head: 'Instruction', of: ({ instructionIdentification: id }) => reveal(id) },
  { head: 'Sent by', of: ({ instrument }) => formatScheme(instrument) },
  { head: 'Day asked for', of: ({ date }) => date ?? '' },
  {
    head: 'From account',
    of: ({ debtor }, account) => {
      const paying = debtor ?? account;
      return paying === null ? '' : formatAccount(paying);
    },
  },
  { head: 'Status', of: ({ status }) => status.text },
  { head: 'Since the last file', of: ({ news }) => (news === null ? '' : formatPayeeNews(news)) },
];

/** The column headings of the payment table. */
export const PAYMENT_HEADS: readonly string[] = COLUMNS.map(({ head }) => head);

/**
 * Returns the table cells of one payment. Amounts are in pounds with two decimals, and days are in
 * ISO 8601 format.
 *
 * @param account the account to debit if the payment names none. Null if not known yet
 */
export function paymentCells(
  payment: FoundPayment,
  account: AccountNumber | null,
): readonly string[] {
  return COLUMNS.map(({ of }) => of(payment, account));
}
