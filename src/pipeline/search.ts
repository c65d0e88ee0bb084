import type { FoundPayments, SearchRequest } from '../domain/ports/files.ts';
import type { FileFacts, FilePayment } from '../domain/records/payment.ts';
import { withVisits, type Shelf } from './kept.ts';

/** Payments of a kept file that a text is found in, in the order asked for. */
export function searchPayments(
  file: FileFacts,
  { text, sort, skip, limit }: SearchRequest,
  shelf: Shelf,
): FoundPayments {
  const sought = plain(text);
  const found: FilePayment[] = [];
  withVisits(file, shelf, (visitFrom) => {
    visitFrom(0, (seen) => {
      const payment = seen.toPayment();
      if (sought === '' || wordsOf(payment).some((words) => words.includes(sought))) {
        found.push(payment);
      }
      return true;
    });
  });
  found.sort(ORDERS[sort]);
  return { payments: found.slice(skip, skip + limit), found: found.length };
}

/** As people write it, and as it is compared: without signs that stand between figures. */
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

/** Of equal ones the earlier first. */
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
