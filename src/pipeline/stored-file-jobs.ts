import {
  type CreditAnswer,
  type CreditPassRequest,
  type CreditPassResult,
  exceptionFinder,
  mayBeException,
} from '../domain/execution/credit-pass.ts';
import type { ByteSource, Slice, SliceRequest } from '../domain/ports/files.ts';
import {
  type ExecutionGroup,
  type FileFacts,
  type FilePayment,
  PAYMENTS_PER_PAGE,
} from '../domain/records/payment.ts';
import { expectDefined } from '../shared/assert.ts';
import type { PaymentView, PaymentVisitor, ReaderOf } from './types.ts';
import { storedFileCheck } from './validate.ts';

/** Access to the bytes of stored files, and the readers that parse them. */
export interface StoredFileAccess {
  readonly verified: {
    /**
     * Verifies the stored bytes against their SHA-256 and passes them to `use`. Throws
     * StoredFileDamaged.
     */
    withFile<Result>(file: FileFacts, use: (source: ByteSource) => Result): Result;
  };
  readonly readerOf: ReaderOf;
}

/** Passes the payments of a stored file to a visitor, starting at a cursor. */
export type VisitFrom = (cursor: number, visit: PaymentVisitor) => void;

/**
 * Minimum number of payments between two requested ones for which seeking is faster than reading
 * all of them.
 */
const JUMP_PAYMENTS = 2 * PAYMENTS_PER_PAGE;

/** Returns at most `limit` payments of a stored file from `cursor` on, of one group or of all. */
export function slicePayments(
  file: FileFacts,
  request: SliceRequest,
  storedFiles: StoredFileAccess,
): Slice {
  const { cursor, limit, group } = request;
  const payments: FilePayment[] = [];
  let nextCursor: number | null = null;
  withStoredFile(file, storedFiles, (visitFrom) => {
    visitFrom(cursor, (payment) => {
      if (payments.length >= limit) {
        nextCursor = payment.index;
        return false;
      }
      if (group === null || isOfGroup(payment, group)) payments.push(payment.toPayment());
      return true;
    });
  });
  return { payments, nextCursor };
}

/** Scans the credits of a group and returns the few that are exceptions. */
export function passCredits(
  file: FileFacts,
  request: CreditPassRequest,
  storedFiles: StoredFileAccess,
): CreditPassResult {
  const { only } = request;
  // Only payments without a batch of their own can be in the list.
  return withStoredFile(file, storedFiles, (visitFrom) =>
    only === null ? passAll(request, visitFrom) : passSome(only, request, visitFrom),
  );
}

function passAll(request: CreditPassRequest, visitFrom: VisitFrom): CreditPassResult {
  const exceptions: CreditAnswer[] = [];
  const answerTo = exceptionFinder(request);
  const mayBe = mayBeException(request);
  const leftOut = new Set(request.leftOut);
  let nextCursor: number | null = null;
  visitFrom(request.cursor, (payment) => {
    if (exceptions.length >= request.limit) {
      nextCursor = payment.index;
      return false;
    }
    const isLikely = mayBe(payment.index, payment.creditorNumber) && !leftOut.has(payment.index);
    const answer = isLikely && isOfGroup(payment, request) ? answerTo(payment) : undefined;
    if (answer !== undefined) exceptions.push(answer);
    return true;
  });
  return { exceptions, nextCursor };
}

/** Checks only the payments in the list. */
function passSome(
  only: readonly number[],
  request: CreditPassRequest,
  visitFrom: VisitFrom,
): CreditPassResult {
  const exceptions: CreditAnswer[] = [];
  const answerTo = exceptionFinder(request);
  const indexes = only.filter((index) => index >= request.cursor);
  const visited = visitOnly(indexes, visitFrom, (payment) => {
    const answer = answerTo(payment);
    if (answer !== undefined) exceptions.push(answer);
    return exceptions.length < request.limit;
  });
  return { exceptions, nextCursor: indexes[visited] ?? null };
}

/**
 * Visits the payments with these indexes, which ascend, until the visitor returns false. Long gaps
 * between them are skipped by seeking in the file. Returns how many payments were visited, which
 * are fewer if an index is beyond the end of the file.
 */
export function visitOnly(
  indexes: readonly number[],
  visitFrom: VisitFrom,
  visit: PaymentVisitor,
): number {
  let visited = 0;
  let wanted = indexes[0];
  while (wanted !== undefined) {
    const from = wanted;
    visitFrom(from, (payment) => {
      if (payment.index !== wanted) return true;
      visited += 1;
      wanted = visit(payment) ? indexes[visited] : undefined;
      return wanted !== undefined && wanted - payment.index < JUMP_PAYMENTS;
    });
    if (wanted === from) break;
  }
  return visited;
}

/** Returns whether a payment belongs to an execution group. */
export function isOfGroup(
  payment: PaymentView,
  group: Pick<ExecutionGroup, 'instrument' | 'date'>,
): boolean {
  return payment.instrument === group.instrument && payment.date === group.date;
}

/** Opens a file and lets `use` read its payments any number of times. */
export function withStoredFile<Result>(
  file: FileFacts,
  { verified, readerOf }: StoredFileAccess,
  use: (visitFrom: VisitFrom) => Result,
): Result {
  return verified.withFile(file, (source) =>
    use((cursor, visit) => {
      visitFrom(file, cursor, source, readerOf, visit);
    }),
  );
}

/** Reads from the start of the page that contains the cursor, and skips the payments before it. */
function visitFrom(
  file: FileFacts,
  cursor: number,
  source: ByteSource,
  readerOf: ReaderOf,
  visit: PaymentVisitor,
): void {
  if (cursor >= file.payments) return;
  const page = Math.floor(cursor / PAYMENTS_PER_PAGE);
  const offset = expectDefined(file.pageOffsets[page], `the offset of page ${String(page)}`);
  const from = { offset, index: page * PAYMENTS_PER_PAGE, header: file.pageHeaders?.[page] };
  readerOf(file.fileType).readFrom(source, from, storedFileCheck(file), (payment) =>
    payment.index < cursor ? true : visit(payment),
  );
}
