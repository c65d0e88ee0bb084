import { statusLookup, type CreditStatus } from '../domain/lifecycle/file-statuses.ts';
import { KnownPayees } from '../domain/parties/payees.ts';
import type {
  FoundPayment,
  FoundPayments,
  SearchRequest,
  PaymentFilter,
  TableRequest,
} from '../domain/ports/file-search.ts';
import { receivedTexts } from '../domain/schemes/payee-texts.ts';
import type { FileFacts, FilePayment } from '../domain/records/payment.ts';
import { PAYMENT_HEADS, paymentCells } from '../domain/messages/payment-table.ts';
import { CSV_BYTE_ORDER_MARK, csvRow } from '../shared/csv.ts';
import { withStoredFile, type StoredFileAccess } from './stored-file-jobs.ts';

/** Returns one page of the payments that match a search, in the requested order. */
export function searchPayments(
  file: FileFacts,
  { skip, limit, ...criteria }: SearchRequest,
  storedFiles: StoredFileAccess,
): FoundPayments {
  const { payments, ...totals } = findPayments(file, criteria, storedFiles);
  return { payments: payments.slice(skip, skip + limit), found: payments.length, ...totals };
}

/** Returns all payments that match a search as a CSV table in UTF-8. */
export function tabulatePayments(
  file: FileFacts,
  { account, ...criteria }: TableRequest,
  storedFiles: StoredFileAccess,
): Uint8Array {
  const rows = findPayments(file, criteria, storedFiles).payments.map((payment) =>
    csvRow(paymentCells(payment, account)),
  );
  return new TextEncoder().encode(`${CSV_BYTE_ORDER_MARK}${csvRow(PAYMENT_HEADS)}${rows.join('')}`);
}

type Criteria = PaymentFilter & Pick<SearchRequest, 'countsCut'>;

/** Returns all payments that match a search, in the requested order. */
function findPayments(
  file: FileFacts,
  { text, only, sort, statuses, earlier, countsCut = false }: Criteria,
  storedFiles: StoredFileAccess,
): Omit<FoundPayments, 'found'> {
  const criteria = normalise(text);
  const statusOf = statusLookup(statuses);
  // The earlier file is read first, because the thread keeps the bytes of only one file in memory
  // at a time.
  const earlierPayees = earlier === null ? null : readPayees(earlier, storedFiles);
  const counts = { paid: 0, notPaid: 0, open: 0 };
  const news = { newPayee: 0, newAccount: 0 };
  const payments: FoundPayment[] = [];
  let cut = 0;
  withStoredFile(file, storedFiles, (visitFrom) => {
    visitFrom(0, (view) => {
      const status = statusOf(view);
      counts[status.kind] += 1;
      const change = earlierPayees?.newsOf(view) ?? null;
      if (change !== null) news[change] += 1;
      if (only === 'notPaid' && status.kind !== 'notPaid') return true;
      if (only === 'changed' && change === null) return true;
      const payment = { ...view.toPayment(), status, news: change };
      if (criteria === '' || searchableTexts(payment).some((field) => field.includes(criteria))) {
        payments.push(payment);
        if (countsCut && isCut(payment)) cut += 1;
      }
      return true;
    });
  });
  return { payments: payments.sort(ORDERS[sort]), counts, news, cut };
}

function isCut(payment: FilePayment): boolean {
  const { name, reference } = receivedTexts(payment.instrument, payment);
  return name.isCut || reference.isCut;
}

function readPayees(file: FileFacts, storedFiles: StoredFileAccess): KnownPayees {
  const payees = new KnownPayees();
  withStoredFile(file, storedFiles, (visitFrom) => {
    visitFrom(0, (payment) => {
      payees.remember(payment);
      return true;
    });
  });
  return payees;
}

/**
 * Normalises a text for comparison: lower case, without £ signs and commas, and without spaces or
 * hyphens between digits.
 */
function normalise(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[£,]/g, '')
    .replaceAll(/(\d)[ -](?=\d)/g, '$1');
}

function searchableTexts({ creditor, creditorName, reference, amountPence }: FilePayment) {
  return [creditorName, reference, creditor, (amountPence / 100).toFixed(2)].map(normalise);
}

/** Sort orders. Payments that compare as equal keep the order of the file. */
const ORDERS: Readonly<
  Record<SearchRequest['sort'], (one: FoundPayment, other: FoundPayment) => number>
> = {
  place: (one, other) => one.index - other.index,
  amount: (one, other) => other.amountPence - one.amountPence || one.index - other.index,
  payee: (one, other) =>
    compareNames(normalise(one.creditorName), normalise(other.creditorName)) ||
    one.index - other.index,
  status: (one, other) =>
    STATUSES.indexOf(one.status.kind) - STATUSES.indexOf(other.status.kind) ||
    one.index - other.index,
};

/** The statuses in the order `status`. */
const STATUSES: readonly CreditStatus['kind'][] = ['notPaid', 'open', 'paid'];

function compareNames(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
