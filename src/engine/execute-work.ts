import type { CreditSource } from '../domain/execution/credit.ts';
import { batchDebits, bulkDebits } from '../domain/execution/debits.ts';
import type { Order } from '../domain/execution/order.ts';
import { bookingOf, creditOf } from '../domain/execution/single.ts';
import type { DoneStep, StepResult } from '../domain/ports/store.ts';
import type { FileFacts } from '../domain/records/payment.ts';
import type { Batch, Payment, Work } from '../domain/records/records.ts';
import { present } from '../kernel/assert.ts';
import type { Instant } from '../kernel/time.ts';
import { collectAnswers } from './collect-answers.ts';
import type { EngineParts } from './parts.ts';
import type { Paid } from './payables.ts';

/** Debits of one transaction: the event loop waits no longer. */
const STEP_LIMIT = 500;

interface Step {
  readonly work: Work;
  readonly payment: Payment;
  readonly batch: Batch;
  readonly now: Instant;
}

/**
 * book → send → collect: one step of execution. Repeating a step that was done does nothing. Of a
 * file that is not what was uploaded no step is taken: rejects with KeptFileDamaged.
 */
export async function executeWork(parts: EngineParts, work: Work, now: Instant): Promise<void> {
  const { store, observe } = parts;
  const started = parts.stopwatch();
  const payment = present(await store.findPayment(work.paymentId), work.paymentId);
  const batch = present(await store.findBatch(payment.id, work.batch), `batch of ${payment.id}`);
  const result = await takeStep(parts, { work, payment, batch, now });
  if (!result.done) return;
  observe({
    kind: 'workDone',
    step: work.step,
    paymentId: payment.id,
    batch: batch.number,
    instrument: batch.instrument,
    payments: batch.payments,
    totalPence: batch.totalPence,
    milliseconds: parts.stopwatch() - started,
  });
  await observeEnd(parts, payment.id, result.finished);
}

/** Tells that a payment has come to its end, if it has. */
export async function observeEnd(
  { store, observe }: Pick<EngineParts, 'store' | 'observe'>,
  paymentId: string,
  groupStatus: DoneStep['finished'],
): Promise<void> {
  if (groupStatus === null) return;
  const batches = await store.batchesOf(paymentId);
  const payments = batches.reduce((sum, one) => sum + one.payments, 0);
  observe({ kind: 'paymentFinished', paymentId, groupStatus, payments });
}

async function takeStep(parts: EngineParts, step: Step): Promise<StepResult> {
  const { store, schemes, workers, payables } = parts;
  const { work, payment, batch, now } = step;
  const payable = payables.ofPayment(payment);
  if (work.step === 'book') return book(parts, step, payable);
  const credits = await creditsOf(parts, step, payable);
  if (work.step === 'send') {
    if (credits.kind === 'file') await workers.check(credits.file);
    const { answersAt } = await schemes.send({ ...batch, credits }, now);
    const isDone = await store.markSent(work, answersAt, now);
    return isDone ? { done: true, finished: null } : { done: false };
  }
  const answers = await collectAnswers(parts, step, credits);
  return store.applyAnswers(work, answers, now);
}

function book(parts: EngineParts, step: Step, payable: Paid): Promise<StepResult> {
  switch (payable.kind) {
    case 'file':
      return bookFile(parts, step);
    case 'order':
      return bookOne(parts, step, payable.order);
  }
}

async function creditsOf(
  parts: EngineParts,
  { payment, batch }: Step,
  payable: Paid,
): Promise<CreditSource> {
  switch (payable.kind) {
    case 'file':
      return { kind: 'file', file: await fileOf(parts, payment) };
    case 'order':
      return creditOf(payable.order, batch, parts.holidays);
  }
}

async function fileOf({ store }: EngineParts, { consentId }: Payment): Promise<FileFacts> {
  return present(await store.findFile(consentId), `the file of ${consentId}`);
}

async function bookFile(parts: EngineParts, { work, payment, now }: Step): Promise<StepResult> {
  const { store, workers } = parts;
  const file = await fileOf(parts, payment);
  const group = present(file.groups[work.batch], `execution group of ${payment.id}`);
  const known = { quote: null, next: null };
  if (file.classification.kind === 'BULK') {
    // What is debited was counted at the upload; it must still be what will be paid.
    await workers.check(file);
    const debits = bulkDebits(group, file, payment);
    return store.bookDebits(work, { debits, whole: true, nextCursor: null, ...known }, now);
  }
  const slice = await workers.slice(file, { cursor: work.cursor, limit: STEP_LIMIT, group });
  const debits = batchDebits(slice.payments, payment);
  const { nextCursor } = slice;
  return store.bookDebits(work, { debits, whole: false, nextCursor, ...known }, now);
}

/** Books one payment of an order; the one after it begins to wait. */
function bookOne(parts: EngineParts, step: Step, order: Order): Promise<StepResult> {
  const { work, now } = step;
  const booked = bookingOf(parts, order, step, now);
  return booked.kind === 'late'
    ? parts.store.refuseBooking(work, 'DT01', booked.next, now)
    : parts.store.bookDebits(work, booked.booking, now);
}
