import { creditOfFile, type CreditSource } from '../../domain/execution/credit.ts';
import type { Booking } from '../../domain/ports/booking.ts';
import type { StepResult } from '../../domain/ports/store.ts';
import type { FileFacts } from '../../domain/records/payment.ts';
import type { Work } from '../../domain/records/records.ts';
import { expectDefined } from '../../shared/assert.ts';
import type { Instant } from '../../shared/time.ts';
import { collectAnswers } from './collect-answers.ts';
import { bookingByCore } from '../core-banking/booking-by-core.ts';
import { findOnly, groupOf, prepareFileBooking, type FileStep } from './prepare-file-booking.ts';
import { executeOrders, observeFinished } from './execute-orders.ts';
import type { UseCaseParts } from '../dependencies.ts';

/**
 * Executes one step of a payment (book, send or collect). If the step was already executed, changes
 * nothing. Rejects with StoredFileDamaged, before any change, if the stored file differs from the
 * upload.
 */
export async function executeWork(parts: UseCaseParts, work: Work, now: Instant): Promise<void> {
  if (work.source === 'file') {
    await executeFileWork(parts, work, now);
    return;
  }
  const [failed] = await executeOrders(parts, [work], now);
  if (failed !== undefined) throw failed.error;
}

async function executeFileWork(parts: UseCaseParts, work: Work, now: Instant): Promise<void> {
  const { store, observe } = parts;
  const started = parts.stopwatch();
  const payment = expectDefined(await store.findPayment(work.paymentId), work.paymentId);
  const batch = expectDefined(
    await store.findBatch(payment.id, work.batch),
    `batch of ${payment.id}`,
  );
  const result = await executeFileStep(parts, { work, payment, batch, now });
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
  await observeFinished(parts, payment.id, result.finished);
}

async function executeFileStep(parts: UseCaseParts, step: FileStep): Promise<StepResult> {
  const { store, schemes, workers } = parts;
  const { work, payment, batch, now } = step;
  const file = expectDefined(
    await store.findFile(payment.consentId),
    `the file of ${payment.consentId}`,
  );
  if (work.step === 'book') {
    const planned = await prepareFileBooking(parts, step, file);
    return planned === undefined ? { done: false } : book(parts, step, planned);
  }
  const credits = await creditsOf(parts, step, file);
  if (work.step === 'send') {
    await workers.check(file);
    const { answersAt } = await schemes.send({ ...batch, credits }, now);
    const isDone = await store.markSent(work, answersAt, now);
    return isDone ? { done: true, finished: null } : { done: false };
  }
  const answers = await collectAnswers(parts, step, credits);
  if ('kind' in answers) {
    await store.deferWork(work.id, answers.lookAgainAt);
    return { done: false };
  }
  return store.applyAnswers(work, answers, now);
}

/** Returns the credits of a batch: those of its group, or its only one. */
async function creditsOf(
  { store, workers }: Pick<UseCaseParts, 'store' | 'workers'>,
  { work, payment, batch }: FileStep,
  file: FileFacts,
): Promise<CreditSource> {
  const { onlyIndex, number, payments, rejected } = batch;
  if (onlyIndex !== null) return creditOfFile(await findOnly(workers, file, onlyIndex));
  const isWhole = payments === groupOf(file, batch).payments;
  const separated = isWhole ? [] : await store.separatedCredits(payment.id);
  // Answers to refused payments have no effect, so they need not be left out later.
  const hasRefused = work.step === 'send' && rejected > 0;
  const refused = hasRefused ? await store.refusedCredits(payment.id, number) : [];
  const leftOut = [...separated, ...refused].sort((one, other) => one - other);
  return { kind: 'file', file, leftOut };
}

/**
 * Maximum number of payees that one transaction remembers. A transaction with all payees of a large
 * file would block other payments for seconds.
 */
const MAX_PAYEES = 1000;

async function book(
  { store, coreBanking }: UseCaseParts,
  { work, payment, batch, now }: FileStep,
  planned: Booking,
): Promise<StepResult> {
  const booking = await bookingByCore(coreBanking, { batch, payment }, planned, now);
  if (typeof booking === 'number') {
    await store.deferWork(work.id, now + booking);
    return { done: false };
  }
  const { payees = [], ...rest } = booking;
  if (payees.length <= MAX_PAYEES) return store.bookDebits(work, booking, now);
  // A booking has so many payees only if it debits all of them or none.
  const result = await store.bookDebits(work, rest, now);
  const booked = await store.findBatch(payment.id, batch.number);
  if (!result.done || booked?.state === 'failed') return result;
  for (let from = 0; from < payees.length; from += MAX_PAYEES) {
    await store.rememberPayees(payment.customerId, payees.slice(from, from + MAX_PAYEES));
  }
  return result;
}
