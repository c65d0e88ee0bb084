import { KnownPayees } from '../domain/parties/payees.ts';
import type {
  CreditStatus,
  FileStatuses,
  FoundPayment,
  FoundPayments,
  SearchRequest,
  PaymentFilter,
  TableRequest,
} from '../domain/ports/file-search.ts';
import type { ExecutionGroup, FileFacts, FilePayment } from '../domain/records/payment.ts';
import { PAYMENT_HEADS, paymentCells } from '../domain/messages/payment-table.ts';
import { expectDefined } from '../shared/assert.ts';
import { CSV_BEGINNING, csvRow } from '../shared/csv.ts';
import { withVisits, type StoredFileJobs } from './stored-file-jobs.ts';
import type { PaymentView } from './types.ts';

/** Returns one page of the payments that match a search, in the requested order. */
export function searchPayments(
  file: FileFacts,
  { skip, limit, ...sought }: SearchRequest,
  shelf: StoredFileJobs,
): FoundPayments {
  const { payments, ...told } = findPayments(file, sought, shelf);
  return { payments: payments.slice(skip, skip + limit), found: payments.length, ...told };
}

/** Returns all payments that match a search as a CSV table in UTF-8. */
export function tabulatePayments(
  file: FileFacts,
  { account, ...sought }: TableRequest,
  shelf: StoredFileJobs,
): Uint8Array {
  const rows = findPayments(file, sought, shelf).payments.map((payment) =>
    csvRow(paymentCells(payment, account)),
  );
  return new TextEncoder().encode(`${CSV_BEGINNING}${csvRow(PAYMENT_HEADS)}${rows.join('')}`);
}

/** Returns all payments that match a search, in the requested order. */
function findPayments(
  file: FileFacts,
  { text, only, sort, statuses, earlier }: PaymentFilter,
  shelf: StoredFileJobs,
): Omit<FoundPayments, 'found'> {
  const sought = plain(text);
  const statusOf = statusLookup(statuses);
  // Read the earlier file first: the thread holds the bytes of only one file at a time.
  const known = earlier === null ? null : payeesOf(earlier, shelf);
  const counts = { paid: 0, notPaid: 0, open: 0 };
  const news = { newPayee: 0, newAccount: 0 };
  const payments: FoundPayment[] = [];
  withVisits(file, shelf, (visitFrom) => {
    visitFrom(0, (seen) => {
      const status = statusOf(seen);
      counts[status.kind] += 1;
      const change = known?.newsOf(seen) ?? null;
      if (change !== null) news[change] += 1;
      if (only === 'notPaid' && status.kind !== 'notPaid') return true;
      if (only === 'changed' && change === null) return true;
      const payment = { ...seen.toPayment(), status, news: change };
      if (sought === '' || wordsOf(payment).some((words) => words.includes(sought))) {
        payments.push(payment);
      }
      return true;
    });
  });
  return { payments: payments.sort(ORDERS[sort]), counts, news };
}

function payeesOf(file: FileFacts, shelf: StoredFileJobs): KnownPayees {
  const payees = new KnownPayees();
  withVisits(file, shelf, (visitFrom) => {
    visitFrom(0, (payment) => {
      payees.add(payment);
      return true;
    });
  });
  return payees;
}

/** Returns a function that looks up the status of a payment: its own, or that of its group. */
function statusLookup({ groups, exceptions }: FileStatuses) {
  const ofPayments = new Map(exceptions);
  const ofGroups = new Map(groups.map((group) => [nameOf(group), group.status]));
  return (payment: PaymentView): CreditStatus =>
    ofPayments.get(payment.index) ??
    expectDefined(ofGroups.get(nameOf(payment)), `how payment ${String(payment.index)} stands`);
}

function nameOf({ instrument, date }: Pick<ExecutionGroup, 'instrument' | 'date'>): string {
  return `${instrument} ${date ?? ''}`;
}

/**
 * Normalises a text for comparison: lower case, without £ signs and commas, and without spaces or
 * hyphens between digits.
 */
function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[£,]/g, '')
    .replaceAll(/(\d)[ -](?=\d)/g, '$1');
}

function wordsOf({ creditor, creditorName, reference, amountPence }: FilePayment) {
  return [creditorName, reference, creditor, (amountPence / 100).toFixed(2)].map(plain);
}

/** Sort orders. Payments that compare as equal keep the order of the file. */
const ORDERS: Readonly<
  Record<SearchRequest['sort'], (one: FilePayment, other: FilePayment) => number>
> = {
  place: (one, other) => one.index - other.index,
  amount: (one, other) => other.amountPence - one.amountPence || one.index - other.index,
  payee: (one, other) =>
    compareNames(plain(one.creditorName), plain(other.creditorName)) || one.index - other.index,
};

function compareNames(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
