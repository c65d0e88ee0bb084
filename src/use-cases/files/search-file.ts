import type { FileStatuses } from '../../domain/lifecycle/file-statuses.ts';
import type { AccountNumber } from '../../domain/parties/accounts.ts';
import type {
  FoundPayments,
  PaymentFilter,
  SearchRequest,
} from '../../domain/ports/file-search.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { Instant } from '../../shared/time.ts';
import type { UseCaseParts } from '../dependencies.ts';
import { readWithPrevious, type PreviousFile } from './previous-file.ts';

type Parts = Pick<UseCaseParts, 'workers' | 'observe'>;

/** The filter, the order and the range of the payments on a page. */
export type FilePageRequest = Omit<SearchRequest, 'statuses' | 'earlier'>;

/** The filter and the order of the payments in a table. */
export type FileTableRequest = Omit<PaymentFilter, 'statuses' | 'earlier'>;

/** A file with the statuses of its payments. */
export interface SearchableFile {
  readonly facts: FileFacts;
  readonly statuses: FileStatuses;
  /** The file with which the payees are compared. Null if they are not compared. */
  readonly earlier: PreviousFile | null;
  /** The account to debit for payments that do not name one. Null if it is not known yet. */
  readonly account: AccountNumber | null;
}

/** Result of searching a file for payments. */
export interface FileSearchResult extends FoundPayments {
  /** Time at which the previous file was submitted. Null if payees were not compared. */
  readonly since: Instant | null;
}

/** Returns the payments of a file that match a search. */
export async function searchFile(
  parts: Parts,
  { facts, statuses, earlier: previous }: SearchableFile,
  request: FilePageRequest,
): Promise<FileSearchResult> {
  const { result, since } = await readWithPrevious(parts, previous, (earlier) =>
    parts.workers.search(facts, { ...request, statuses, earlier }),
  );
  return { ...result, since };
}

/** Returns all payments of a file that match a filter as CSV. */
export async function tabulateFile(
  parts: Parts,
  { facts, statuses, earlier: previous, account }: SearchableFile,
  request: FileTableRequest,
): Promise<Uint8Array> {
  const { result } = await readWithPrevious(parts, previous, (earlier) =>
    parts.workers.tabulate(facts, { ...request, statuses, earlier, account }),
  );
  return result;
}
