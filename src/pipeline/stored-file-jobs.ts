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
import type { FileReader, PaymentView, PaymentVisitor } from './types.ts';
import { storedFileCheck } from './validate.ts';

/** Where the bytes of kept files come from, and what reads them. */
export interface StoredFileJobs {
  readonly verified: {
    /** Lends bytes that were held against their file's name; throws KeptFileDamaged. */
    withFile<Result>(file: FileFacts, use: (source: ByteSource) => Result): Result;
  };
  readonly reader: FileReader;
}

/** Shows the payments of a kept file from a cursor on. */
type InteractionPages = (cursor: number, visit: PaymentVisitor) => void;

/** A payment that is wanted so many further on is worth a jump over those between. */
const JUMP_PAYMENTS = 2 * PAYMENTS_PER_PAGE;

/** Payments of a kept file from `cursor` on, at most `limit`, of one group or of all. */
export function slicePayments(
  file: FileFacts,
  request: SliceRequest,
  shelf: StoredFileJobs,
): Slice {
  const { cursor, limit, group } = request;
  const payments: FilePayment[] = [];
  let nextCursor: number | null = null;
  withVisits(file, shelf, (visitFrom) => {
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

/** A pass over the credits of a group that finds the few that stand out. */
export function passCredits(
  file: FileFacts,
  request: CreditPassRequest,
  shelf: StoredFileJobs,
): CreditPassResult {
  const { only } = request;
  return withVisits(file, shelf, (visitFrom) =>
    only === null ? passAll(request, visitFrom) : passSome(only, request, visitFrom),
  );
}

function passAll(request: CreditPassRequest, visitFrom: InteractionPages): CreditPassResult {
  const exceptions: CreditAnswer[] = [];
  const answerTo = exceptionFinder(request);
  const mayBe = mayBeException(request);
  let nextCursor: number | null = null;
  visitFrom(request.cursor, (payment) => {
    if (exceptions.length >= request.limit) {
      nextCursor = payment.index;
      return false;
    }
    const isLikely = mayBe(payment.index, payment.creditorNumber);
    const answer = isLikely && isOfGroup(payment, request) ? answerTo(payment) : undefined;
    if (answer !== undefined) exceptions.push(answer);
    return true;
  });
  return { exceptions, nextCursor };
}

/** Looks at certain payments alone; jumps where they lie far apart. */
function passSome(
  only: readonly number[],
  request: CreditPassRequest,
  visitFrom: InteractionPages,
): CreditPassResult {
  const exceptions: CreditAnswer[] = [];
  const answerTo = exceptionFinder(request);
  let turn = only.findIndex((index) => index >= request.cursor);
  let wanted = turn < 0 ? undefined : only[turn];
  while (wanted !== undefined) {
    visitFrom(wanted, (payment) => {
      if (payment.index !== wanted) return true;
      const answer = answerTo(payment);
      if (answer !== undefined) exceptions.push(answer);
      turn += 1;
      wanted = only[turn];
      const isNear = wanted !== undefined && wanted - payment.index < JUMP_PAYMENTS;
      return isNear && exceptions.length < request.limit;
    });
    if (exceptions.length >= request.limit) break;
  }
  return { exceptions, nextCursor: wanted ?? null };
}

function isOfGroup(
  payment: PaymentView,
  group: Pick<ExecutionGroup, 'instrument' | 'date'>,
): boolean {
  return payment.instrument === group.instrument && payment.date === group.date;
}

/** Opens a file once for any number of visits. */
export function withVisits<Result>(
  file: FileFacts,
  { verified, reader }: StoredFileJobs,
  use: (visitFrom: InteractionPages) => Result,
): Result {
  return verified.withFile(file, (source) =>
    use((cursor, visit) => {
      visitFrom(file, cursor, source, reader, visit);
    }),
  );
}

/** Begins reading at the page where the cursor lies. */
function visitFrom(
  file: FileFacts,
  cursor: number,
  source: ByteSource,
  reader: FileReader,
  visit: PaymentVisitor,
): void {
  if (cursor >= file.payments) return;
  const page = Math.floor(cursor / PAYMENTS_PER_PAGE);
  const offset = expectDefined(file.pageOffsets[page], `the offset of page ${String(page)}`);
  const from = { offset, index: page * PAYMENTS_PER_PAGE };
  reader.readFrom(source, from, storedFileCheck(file), (payment) =>
    payment.index < cursor ? true : visit(payment),
  );
}
