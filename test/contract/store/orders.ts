import { describe, expect, it } from 'vitest';
import type { CreditAnswer } from '../../../src/domain/execution/credit-pass.ts';
import type { Quote } from '../../../src/domain/execution/order.ts';
import type { Booking } from '../../../src/domain/ports/booking.ts';
import type { StepResult, Store } from '../../../src/domain/ports/store.ts';
import type { Work } from '../../../src/domain/records/records.ts';
import { Bug, expectDefined } from '../../../src/shared/assert.ts';
import {
  answerOf,
  balanceOf,
  batchOf,
  bookingOf,
  debitOf,
  LATER,
  nextWork,
  NOW,
  POOR,
  POOR_PENCE,
  RICH,
  RICH_PENCE,
  submit,
  withStore,
  type OpenStore,
} from './fixtures.ts';

const UNDER_WAY: StepResult = { done: true, finished: null };

/** Books the next due step and checks the books. */
async function bookNext(store: Store, booking: Booking): Promise<StepResult> {
  const result = await store.bookDebits(await nextWork(store), booking, NOW);
  expect(await store.auditBooks()).toEqual([]);
  return result;
}

/** Sends the batch that was booked last and applies the scheme's answers. */
async function answerNext(store: Store, exceptions: CreditAnswer[] = []): Promise<StepResult> {
  const send = await nextWork(store);
  expect(send.step).toBe('send');
  expect(await store.markSent(send, NOW, NOW)).toBe(true);
  expect(await store.auditBooks()).toEqual([]);
  const answers = { exceptions, nextCursor: null, askAgainAt: LATER };
  const result = await store.applyAnswers(await nextWork(store), answers, NOW);
  expect(await store.auditBooks()).toEqual([]);
  return result;
}

/** Returns the due step of that kind. */
async function dueStep(store: Store, step: Work['step']): Promise<Work> {
  const due = await store.dueWork(NOW, 10);
  return expectDefined(
    due.find((work) => work.step === step),
    step,
  );
}

function findPayment(store: Store): Promise<unknown> {
  return store.findPayment('p');
}

/** Submits an order whose first payment is due now. */
function begin(store: Store): Promise<unknown> {
  return submit(store, 'p', [batchOf(1, 100)]);
}

/** The next payment of the order. */
const FOLLOWING = batchOf(1, 200, { date: '2026-03-09', dueAt: LATER });
const first = bookingOf([debitOf(0, 100)], { next: FOLLOWING });
const last = bookingOf([debitOf(1, 200)]);

function followingSuite(open: OpenStore): void {
  describe('the next batch of an order', () => {
    it(
      'is scheduled once when the one before it is booked',
      withStore(open, async (store) => {
        await begin(store);
        const work = await nextWork(store);
        expect(await bookNext(store, first)).toEqual(UNDER_WAY);
        expect(await store.bookDebits(work, first, NOW)).toEqual({ done: false });
        const following = { date: '2026-03-09', dueAt: LATER, payments: 1, totalPence: 200 };
        expect(await store.batchesOf('p')).toMatchObject([
          { number: 0, state: 'booked' },
          { ...following, number: 1, state: 'waiting' },
        ]);
        const due = { step: 'book', paymentId: 'p', batch: 1, cursor: 0, dueAt: LATER };
        expect(await store.dueWork(LATER, 10)).toMatchObject([{ step: 'send', batch: 0 }, due]);
      }),
    );

    it(
      'keeps the payment ACSP until the last one is answered',
      withStore(open, async (store) => {
        await begin(store);
        await bookNext(store, first);
        expect(await answerNext(store)).toEqual(UNDER_WAY);
        expect(await findPayment(store)).toMatchObject({ groupStatus: 'ACSP', version: 2 });
        expect(await bookNext(store, last)).toEqual(UNDER_WAY);
        expect(await answerNext(store)).toEqual({ done: true, finished: 'ACSC' });
        expect(await findPayment(store)).toMatchObject({ groupStatus: 'ACSC', version: 3 });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 300);
        expect(await store.nextWorkAt()).toBeUndefined();
      }),
    );

    it(
      'is scheduled even if the one before it is not funded',
      withStore(open, async (store) => {
        await begin(store);
        const unfunded = bookingOf([debitOf(0, 100, 'nobody’s')], { next: FOLLOWING });
        expect(await bookNext(store, unfunded)).toEqual(UNDER_WAY);
        expect(await findPayment(store)).toMatchObject({ groupStatus: 'RCVD', version: 1 });
        expect(await store.batchesOf('p')).toMatchObject([
          { state: 'failed', rejected: 1 },
          { state: 'waiting' },
        ]);
        expect(await bookNext(store, last)).toEqual(UNDER_WAY);
        expect(await findPayment(store)).toMatchObject({ groupStatus: 'ACSP', version: 2 });
        expect(await answerNext(store)).toEqual({ done: true, finished: 'PART' });
        expect(await findPayment(store)).toMatchObject({ groupStatus: 'PART', reason: 'AM04' });
      }),
    );

    it(
      'fails the payment if no batch was funded',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100, { dueAt: LATER })]);
        const unfunded = bookingOf([debitOf(0, 100, 'nobody’s')], { next: FOLLOWING });
        await bookNext(store, unfunded);
        expect(await findPayment(store)).toMatchObject({ groupStatus: 'PDNG' });
        const poor = bookingOf([debitOf(1, 200, 'nobody’s')]);
        expect(await bookNext(store, poor)).toEqual({ done: true, finished: 'RJCT' });
        expect(await findPayment(store)).toMatchObject({ groupStatus: 'RJCT', reason: 'AM04' });
        expect(await store.outcomes('p', 0, 2)).toEqual([]);
      }),
    );

    it(
      'is answered separately, with outcomes under its own index',
      withStore(open, async (store) => {
        await begin(store);
        await bookNext(store, first);
        await answerNext(store, [answerOf(0, 'rejected')]);
        expect(await findPayment(store)).toMatchObject({ groupStatus: 'ACSP' });
        await bookNext(store, last);
        const rejected = answerOf(1, 'rejected', { amountPence: 200, reason: 'AC04' });
        expect(await answerNext(store, [rejected])).toEqual({ done: true, finished: 'RJCT' });
        expect(await store.outcomes('p', 0, 2)).toMatchObject([
          { index: 0, reason: 'AC01' },
          { index: 1, reason: 'AC04' },
        ]);
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);
      }),
    );

    it(
      'may end before the previous one whose credit is pending',
      withStore(open, async (store) => {
        await begin(store);
        await bookNext(store, { ...first, next: { ...FOLLOWING, dueAt: NOW } });
        await store.markSent(await dueStep(store, 'send'), NOW, NOW);
        const collect = await dueStep(store, 'collect');
        const pending = [answerOf(0, 'pending')];
        const answers = { exceptions: pending, nextCursor: null, askAgainAt: LATER };
        expect(await store.applyAnswers(collect, answers, NOW)).toEqual(UNDER_WAY);
        await bookNext(store, last);
        expect(await answerNext(store)).toEqual(UNDER_WAY);
        const settled = { exceptions: [], nextCursor: null, askAgainAt: null };
        const ended = await store.applyAnswers(await nextWork(store), settled, LATER);
        expect(ended).toEqual({ done: true, finished: 'ACSC' });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );
  });
}

/**
 * Submits an international payment with an estimated total of 9.00 pounds, including the charge.
 */
function beginAbroad(store: Store): Promise<unknown> {
  return submit(store, 'p', [batchOf(1, 900, { instrument: 'SWIFT', chargePence: 50 })]);
}

const QUOTE: Quote = { amountPence: 800, chargePence: 60, exchangeRate: '1.25' };

/** Returns a booking of the payment's amount and the bank's charge. */
function bookingAt({ amountPence, chargePence }: Quote, account = RICH): Booking {
  const charge = { ...debitOf(null, chargePence, account), reference: 'p' };
  return bookingOf([debitOf(0, amountPence, account), charge]);
}

async function amountsOf(store: Store, account: string): Promise<readonly number[]> {
  return (await store.statement(account, 0, 10)).map((entry) => entry.amountPence);
}

function quotesSuite(open: OpenStore): void {
  describe('a batch with a charge', () => {
    it(
      'is booked at its estimate if no exchange rate applies',
      withStore(open, async (store) => {
        await beginAbroad(store);
        const known = { totalPence: 900, chargePence: 50, exchangeRate: null };
        await bookNext(store, bookingAt({ ...known, amountPence: 850 }));
        expect(await store.findBatch('p', 0)).toMatchObject({ ...known, state: 'booked' });
        expect(await amountsOf(store, RICH)).toEqual([RICH_PENCE, -850, -50]);
        expect(await answerNext(store)).toEqual({ done: true, finished: 'ACSC' });
      }),
    );

    it(
      'is booked at the daily rate and stores the rate',
      withStore(open, async (store) => {
        await beginAbroad(store);
        await bookNext(store, { ...bookingAt(QUOTE), quote: QUOTE });
        const priced = { totalPence: 860, chargePence: 60, exchangeRate: '1.25' };
        expect(await store.findBatch('p', 0)).toMatchObject({ ...priced, state: 'booked' });
        expect(await amountsOf(store, RICH)).toEqual([RICH_PENCE, -800, -60]);
        expect(await answerNext(store)).toEqual({ done: true, finished: 'ACSC' });
        expect(await store.findBatch('p', 0)).toMatchObject({ ...priced, state: 'answered' });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 860);
      }),
    );

    it(
      'is returned as one entry if its credit is rejected',
      withStore(open, async (store) => {
        await beginAbroad(store);
        await bookNext(store, { ...bookingAt(QUOTE), quote: QUOTE });
        const rejected = answerOf(0, 'rejected', { amountPence: 800, debtor: null });
        expect(await answerNext(store, [rejected])).toEqual({ done: true, finished: 'RJCT' });
        expect(await amountsOf(store, RICH)).toEqual([RICH_PENCE, -800, -60, 860]);
      }),
    );

    it(
      'is pending with its charge and is returned with its charge',
      withStore(open, async (store) => {
        await beginAbroad(store);
        await bookNext(store, { ...bookingAt(QUOTE), quote: QUOTE });
        const pending = answerOf(0, 'pending', { amountPence: 800 });
        expect(await answerNext(store, [pending])).toEqual(UNDER_WAY);
        const exceptions = [answerOf(0, 'rejected', { amountPence: 800 })];
        const answers = { exceptions, nextCursor: null, askAgainAt: null };
        await store.applyAnswers(await nextWork(store), answers, LATER);
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'debits nothing if the amount is funded but the charge is not',
      withStore(open, async (store) => {
        await beginAbroad(store);
        const quote = { ...QUOTE, amountPence: POOR_PENCE };
        const booking = { ...bookingAt(quote, POOR), quote };
        expect(await bookNext(store, booking)).toEqual({ done: true, finished: 'RJCT' });
        expect(await amountsOf(store, POOR)).toEqual([POOR_PENCE]);
        expect(await store.findBatch('p', 0)).toMatchObject({ state: 'failed', rejected: 1 });
        expect(await store.nextWorkAt()).toBeUndefined();
      }),
    );

    it(
      'is not booked with debits that differ from its total',
      withStore(open, async (store) => {
        await beginAbroad(store);
        const quote = { ...QUOTE, chargePence: 61 };
        const wrong = store.bookDebits(await nextWork(store), { ...bookingAt(QUOTE), quote }, NOW);
        await expect(wrong).rejects.toBeInstanceOf(Bug);
        expect(await store.findBatch('p', 0)).toMatchObject({ state: 'waiting', totalPence: 900 });
        expect(await nextWork(store)).toMatchObject({ step: 'book' });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );
  });
}

/** Tests of single payments and orders with their charges and rates. */
export function ordersSuite(open: OpenStore): void {
  followingSuite(open);
  quotesSuite(open);
}
