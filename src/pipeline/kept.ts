import { contentPath } from '../domain/content.ts';
import { answerer, type CreditPassRequest, type CreditPassResult } from '../domain/credit-pass.ts';
import {
  PAYMENTS_PER_PAGE,
  type ExecutionGroup,
  type FileFacts,
  type FilePayment,
} from '../domain/payment.ts';
import type { CreditAnswer, Slice, SliceRequest } from '../domain/ports.ts';
import { present } from '../kernel/assert.ts';
import { withFileSource } from './source.ts';
import type { FilePlace, PaymentView, PaymentVisitor } from './types.ts';
import { keptCheck } from './validate.ts';

/** Bytes read at a time from a kept file: about a page of payments. */
const WINDOW_BYTES = 128 * 1024;

/** A payment that is wanted so many further on is worth a jump over those between. */
const JUMP_PAYMENTS = 2 * PAYMENTS_PER_PAGE;

/** Payments of a kept file from `cursor` on, at most `limit`, of one group or of all. */
export function slicePayments(file: FileFacts, request: SliceRequest, place: FilePlace): Slice {
  const { cursor, limit, group } = request;
  const payments: FilePayment[] = [];
  let nextCursor: number | null = null;
  visitFrom(file, cursor, place, (payment) => {
    if (payments.length >= limit) {
      nextCursor = payment.index;
      return false;
    }
    if (group === null || isOfGroup(payment, group)) payments.push(payment.toPayment());
    return true;
  });
  return { payments, nextCursor };
}

/** A pass over the credits of a group that finds the few that stand out. */
export function passCredits(
  file: FileFacts,
  request: CreditPassRequest,
  place: FilePlace,
): CreditPassResult {
  return request.only === null
    ? passAll(file, request, place)
    : passSome(file, request.only, request, place);
}

function passAll(file: FileFacts, request: CreditPassRequest, place: FilePlace): CreditPassResult {
  const standingOut: CreditAnswer[] = [];
  const answerTo = answerer(request);
  let nextCursor: number | null = null;
  visitFrom(file, request.cursor, place, (payment) => {
    if (standingOut.length >= request.limit) {
      nextCursor = payment.index;
      return false;
    }
    const answer = isOfGroup(payment, request) ? answerTo(payment) : undefined;
    if (answer !== undefined) standingOut.push(answer);
    return true;
  });
  return { standingOut, nextCursor };
}

/** Looks at certain payments alone; jumps where they lie far apart. */
function passSome(
  file: FileFacts,
  only: readonly number[],
  request: CreditPassRequest,
  place: FilePlace,
): CreditPassResult {
  const standingOut: CreditAnswer[] = [];
  const answerTo = answerer(request);
  let turn = only.findIndex((index) => index >= request.cursor);
  let wanted = turn < 0 ? undefined : only[turn];
  while (wanted !== undefined) {
    visitFrom(file, wanted, place, (payment) => {
      if (payment.index !== wanted) return true;
      const answer = answerTo(payment);
      if (answer !== undefined) standingOut.push(answer);
      turn += 1;
      wanted = only[turn];
      const isNear = wanted !== undefined && wanted - payment.index < JUMP_PAYMENTS;
      return isNear && standingOut.length < request.limit;
    });
    if (standingOut.length >= request.limit) break;
  }
  return { standingOut, nextCursor: wanted ?? null };
}

function isOfGroup(
  payment: PaymentView,
  group: Pick<ExecutionGroup, 'instrument' | 'date'>,
): boolean {
  return payment.instrument === group.instrument && payment.date === group.date;
}

/** Shows the payments from `cursor` on; begins reading at the page where it lies. */
function visitFrom(file: FileFacts, cursor: number, place: FilePlace, visit: PaymentVisitor): void {
  if (cursor >= file.payments) return;
  const page = Math.floor(cursor / PAYMENTS_PER_PAGE);
  const offset = present(file.pageOffsets[page], `the offset of page ${String(page)}`);
  const from = { offset, index: page * PAYMENTS_PER_PAGE };
  const path = contentPath(place.filesDirectory, file.sha256);
  withFileSource(
    path,
    (source) => {
      place.reader.readFrom(source, from, keptCheck(file), (payment) =>
        payment.index < cursor ? true : visit(payment),
      );
    },
    WINDOW_BYTES,
  );
}
