import { isPastLastDay } from '../domain/calendar/last-days.ts';
import type { CreditSource } from '../domain/execution/credit.ts';
import { batchDebits, bulkDebits, singleDebits } from '../domain/execution/debits.ts';
import type { Order, OrderPayment, Quote } from '../domain/execution/order.ts';
import { planAfter } from '../domain/execution/plan.ts';
import type { DoneStep, StepResult } from '../domain/ports/store.ts';
import { priceOf } from '../domain/pricing/pricing.ts';
import type { FileFacts, SinglePayment } from '../domain/records/payment.ts';
import type { Batch, Payment, Work } from '../domain/records/records.ts';
import { present } from '../kernel/assert.ts';
import type { Instant } from '../kernel/time.ts';
import { collectAnswers } from './collect-answers.ts';
import type { EngineParts } from './parts.ts';
import { payableOfPayment, type Paid } from './payables.ts';

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
  const { store, schemes, workers, settings } = parts;
  const { work, payment, batch, now } = step;
  const payable = payableOfPayment(payment, settings);
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
      return creditOf(parts, payable.order, batch);
  }
}

async function fileOf({ store }: EngineParts, { consentId }: Payment): Promise<FileFacts> {
  return present(await store.findFile(consentId), `the file of ${consentId}`);
}

/** All that a scheme gets of a payment of an order. */
function creditOf(parts: EngineParts, order: Order, batch: Batch): CreditSource {
  const { creditor, currency, currencyOfTransfer, chargeBearer, purpose } = order;
  const payment = paymentOf(order, batch);
  const minor = currency === 'GBP' ? payment.amountPence : onlyPayment(parts, order).amount;
  const instructed = { minor, currency };
  const terms = { instructed, currencyOfTransfer, chargeBearer, purpose };
  return { kind: 'one', payment, creditor, ...terms };
}

/** An order in another currency has one payment. */
function onlyPayment({ holidays }: EngineParts, order: Order): OrderPayment {
  return present(order.nextPayment(null, holidays), 'the payment of an order');
}

/** A payment of an order in pence: what the bank charges is not the scheme's business. */
function paymentOf({ parties }: Order, batch: Batch): SinglePayment {
  const { number: index, instrument, date, totalPence, chargePence } = batch;
  const amountPence = totalPence - chargePence;
  return { ...parties, index, instrument, date, amountPence, debtor: null };
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

/**
 * Books one payment of an order, at the rate of the day; the one after it begins to wait. What
 * comes after the last day that the order names is not booked, but decided all the same.
 */
async function bookOne(
  parts: EngineParts,
  { work, payment, batch, now }: Step,
  order: Order,
): Promise<StepResult> {
  const next = planAfter(parts, order, { batch, payment }, now);
  if (isPastLastDay(order, now, parts.holidays)) {
    return parts.store.refuseBooking(work, 'DT01', next, now);
  }
  const one = paymentOf(order, batch);
  const quote = order.exchange === null ? null : todaysQuote(parts, order, now);
  const { chargePence, totalPence } = batch;
  const price = quote ?? { amountPence: totalPence - chargePence, chargePence };
  const debits = singleDebits(one, price, payment);
  return parts.store.bookDebits(work, { debits, whole: true, nextCursor: null, quote, next }, now);
}

function todaysQuote(parts: EngineParts, order: Order, now: Instant): Quote {
  return priceOf(order, onlyPayment(parts, order).amount, parts.rates, now);
}
