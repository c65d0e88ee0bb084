import type { LocatedPayments, LocateRequest, SearchTexts } from '../domain/ports/search-index.ts';
import type { FileFacts, FilePayment } from '../domain/records/payment.ts';
import { PaymentTexts, termMatcher } from '../domain/search/match.ts';
import { withStoredFile, type StoredFileAccess } from './stored-file-jobs.ts';

/** Passes the texts of each payment of a stored file to a visitor, in the order of the file. */
export function visitTexts(
  file: FileFacts,
  storedFiles: StoredFileAccess,
  visit: (texts: SearchTexts) => void,
): void {
  withStoredFile(file, storedFiles, (visitFrom) => {
    visitFrom(0, (payment) => {
      visit(new PaymentTexts(payment));
      return true;
    });
  });
}

/** Returns at most `limit` payments of a stored file that match, from `cursor` on. */
export function locatePayments(
  file: FileFacts,
  { terms, cursor, limit }: LocateRequest,
  storedFiles: StoredFileAccess,
): LocatedPayments {
  const matches = termMatcher(terms);
  const payments: FilePayment[] = [];
  let nextCursor: number | null = null;
  withStoredFile(file, storedFiles, (visitFrom) => {
    visitFrom(cursor, (payment) => {
      if (!matches(new PaymentTexts(payment))) return true;
      if (payments.length === limit) {
        nextCursor = payment.index;
        return false;
      }
      payments.push(payment.toPayment());
      return true;
    });
  });
  return { payments, nextCursor };
}
