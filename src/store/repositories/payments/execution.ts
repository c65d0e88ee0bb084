import {
  accountsIn,
  applyAnswers,
  asksForEarlier,
  NO_CREDITS,
  type AnswersContext,
} from '../../../domain/execution/answers.ts';
import {
  bookDebits,
  bookInTurn,
  markSent,
  payersOf,
  refuseBooking,
} from '../../../domain/execution/book.ts';
import { opened, type Changes, type LoadedBatch } from '../../../domain/execution/changes.ts';
import type { CreditAnswers } from '../../../domain/execution/credit-pass.ts';
import {
  endOfPayment,
  statusAfterReturn,
  type EndedBatches,
  type PaymentEnd,
} from '../../../domain/execution/outcome.ts';
import type { GroupStatus } from '../../../domain/lifecycle/lifecycle.ts';
import type { Booking, NewBatch } from '../../../domain/ports/booking.ts';
import type { DoneStep, NewPayment, ReadyStep, StepResult } from '../../../domain/ports/store.ts';
import type { ReasonCode } from '../../../domain/records/payment.ts';
import type { Payment, Work } from '../../../domain/records/records.ts';
import { assert, expectDefined } from '../../../shared/assert.ts';
import type { Instant } from '../../../shared/time.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { mapConcurrently, type DbCommand } from '../engine.ts';
import type { ScreeningCases } from '../screening/cases.ts';
import { paidBy, type PaidPayees } from '../screening/payees.ts';
import type { Batches } from './batches.ts';
import type { Outcomes } from './outcomes.ts';
import type { Payments } from './payments.ts';
import type { WorkList } from './work.ts';

interface Parts {
  readonly work: WorkList;
  readonly batches: Batches;
  readonly outcomes: Outcomes;
  readonly payments: Payments;
  readonly ledger: Ledger;
  readonly paidPayees: PaidPayees;
  readonly screeningCases: ScreeningCases;
}

/** A step with its batch and payment, as loaded from the store. */
interface OpenStep {
  readonly ready: ReadyStep;
  readonly found: LoadedBatch;
}

/** The changes that a step makes. They are not stored yet. */
interface DecidedStep {
  readonly changes: Changes;
  readonly payment: LoadedBatch['payment'];
  readonly source: Work['source'];
}

/** A booking of a payment's only batch in the transaction that submits the payment. */
interface FirstBooking extends Pick<NewPayment, 'consumesConsent'> {
  readonly first: NewBatch;
  readonly booking: Booking;
}

/**
 * Executes the steps that move batches through their states: booked, sent, answered. A command
 * executes one step, or one step each of several payments. In one transaction, it loads the rows,
 * decides the changes, deletes the steps and stores the changes. No step is therefore executed
 * twice.
 */
export class Execution {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  *executeOne(step: ReadyStep, now: Instant): DbCommand<StepResult> {
    return firstOf(yield* this.executeSteps([step], now));
  }

  *executeSteps(steps: readonly ReadyStep[], now: Instant): DbCommand<readonly StepResult[]> {
    const { batches, work, payments } = this.#parts;
    yield* payments.lock(steps.map((ready) => ready.work.paymentId));
    const loaded = yield* batches.open(steps.map((ready) => ready.work));
    const open = steps.flatMap((ready) => {
      const match = loaded.get(ready.work.id);
      return match === undefined ? [] : [{ ready, found: match }];
    });
    const distinct = new Set(open.map((step) => step.found.payment.id));
    assert(distinct.size === open.length, 'each step of a group belongs to another payment');
    const decided = yield* this.#decide(open, now);
    yield* work.end(open.map(({ ready }) => ready.work));
    for (const [place, { ready, found }] of open.entries()) {
      yield* this.#parts.screeningCases.record(ready, now);
      if (ready.step !== 'book') continue;
      const payees = paidBy(ready.booking, expectDefined(decided[place], 'a decision').changes);
      yield* this.#parts.paidPayees.add(found.payment.customerId, payees);
    }
    for (const { changes } of decided) yield* batches.save(changes.batch);
    const done = yield* this.#writeAllButBatches(decided, now);
    const byWork = new Map(open.map(({ ready }, index) => [ready.work.id, done[index]]));
    return steps.map((ready) => byWork.get(ready.work.id) ?? { done: false });
  }

  /** Books the only batch of a payment after the last approval was given. */
  *bookReleased(
    payment: Payment,
    first: NewBatch,
    booking: Booking,
    now: Instant,
  ): DbCommand<DoneStep> {
    const changes = yield* this.#bookNew(payment, first, booking, now);
    yield* this.#parts.batches.add(changes.batch, first);
    return firstOf(
      yield* this.#writeAllButBatches([{ changes, payment, source: first.source }], now),
    );
  }

  /** Adds a payment and books its only batch, both in the same transaction. */
  *bookFirst(
    added: Payment,
    { consumesConsent, first, booking }: FirstBooking,
    now: Instant,
  ): DbCommand<DoneStep> {
    const { batches, payments } = this.#parts;
    const { paymentStatus, ...changes } = yield* this.#bookNew(added, first, booking, now);
    const payment =
      paymentStatus === null ? added : { ...added, ...paymentStatus, version: added.version + 1 };
    yield* payments.add(payment, consumesConsent);
    yield* batches.add(changes.batch, first);
    const decided = { changes: { ...changes, paymentStatus: null }, payment, source: first.source };
    return firstOf(yield* this.#writeAllButBatches([decided], now));
  }

  *#bookNew(payment: Payment, first: NewBatch, booking: Booking, now: Instant): DbCommand<Changes> {
    const batch = opened({ paymentId: payment.id, number: 0 }, first, now);
    const funds = yield* this.#parts.ledger.fundsOf(payersOf(booking));
    return bookDebits({ batch, payment }, booking, funds, now);
  }

  /**
   * Stores the changes of a step. Returns the payment's final status if this was its last batch.
   */
  *write(decided: DecidedStep, now: Instant): DbCommand<DoneStep> {
    yield* this.#parts.batches.save(decided.changes.batch);
    return firstOf(yield* this.#writeAllButBatches([decided], now));
  }

  /**
   * Decides the changes of each step. If several bookings debit the same account, each one sees the
   * funds that the previous ones left, in the order of the steps.
   */
  *#decide(open: readonly OpenStep[], now: Instant): DbCommand<readonly DecidedStep[]> {
    const bookings = open.flatMap(({ ready, found }) =>
      ready.step === 'book' ? [{ found, booking: ready.booking }] : [],
    );
    const payers = new Set(bookings.flatMap(({ booking }) => payersOf(booking)));
    const funds = yield* this.#parts.ledger.fundsOf([...payers]);
    const booked = bookInTurn(bookings, funds, now);
    const changesOf = new Map(bookings.map(({ found }, index) => [found, booked[index]]));
    return yield* mapConcurrently(open, ({ ready, found }) =>
      this.#decideOne(ready, found, changesOf.get(found), now),
    );
  }

  *#decideOne(
    ready: ReadyStep,
    found: LoadedBatch,
    booked: Changes | undefined,
    now: Instant,
  ): DbCommand<DecidedStep> {
    assertStepMatches(ready);
    const changes =
      ready.step === 'book'
        ? expectDefined(booked, 'the changes of a booking')
        : yield* this.#changesBy(ready, found, now);
    return { changes, payment: found.payment, source: ready.work.source };
  }

  *#changesBy(
    ready: Exclude<ReadyStep, { step: 'book' }>,
    found: LoadedBatch,
    now: Instant,
  ): DbCommand<Changes> {
    switch (ready.step) {
      case 'refuse':
        return refuseBooking(found, ready, ready.next, now);
      case 'send':
        return markSent(found, ready.answersAt, now);
      case 'collect':
        return applyAnswers(yield* this.#findFor(ready.answers, found), ready.answers, now);
    }
  }

  /** Stores all changes except those of the batches, which the caller has already stored. */
  *#writeAllButBatches(
    decided: readonly DecidedStep[],
    now: Instant,
  ): DbCommand<readonly DoneStep[]> {
    const postings = decided.map(({ changes: { transfers, batch } }) => ({ transfers, batch }));
    yield* this.#parts.ledger.post(postings, now);
    return yield* mapConcurrently(decided, (step) => this.#writeOne(step, now));
  }

  *#writeOne(step: DecidedStep, now: Instant): DbCommand<DoneStep> {
    const { changes, source } = step;
    const { outcomes, payments, work } = this.#parts;
    const { batch, acceptedBefore, paymentStatus, following, separated, next } = changes;
    const { paymentId, number } = batch;
    for (const outcome of changes.outcomes) yield* outcomes.put(batch, outcome);
    for (const index of changes.accepted) yield* outcomes.drop(batch, index);
    if (acceptedBefore !== null) yield* outcomes.dropEarlier(batch, acceptedBefore);
    if (following !== null) yield* payments.schedule(paymentId, number + 1, following, now);
    yield* this.#separate(paymentId, separated, now);
    if (paymentStatus !== null) yield* payments.move(paymentId, paymentStatus, now);
    if (next === null) return { done: true, finished: yield* this.#end(step, now) };
    yield* work.add({ ...next, paymentId, batch: number, source });
    return { done: true, finished: null };
  }

  /** Adds batches of payments that were separated, with the cases of those that are held. */
  *#separate(paymentId: string, batches: readonly NewBatch[], now: Instant): DbCommand<void> {
    const first = yield* this.#parts.payments.separate(paymentId, batches, now);
    yield* this.#parts.screeningCases.addAll({ paymentId, number: first }, batches, now);
  }

  *#findFor(answers: CreditAnswers, { batch, payment }: LoadedBatch): DbCommand<AnswersContext> {
    const { outcomes, ledger } = this.#parts;
    const indexes = answers.exceptions.map((credit) => credit.index);
    return {
      batch,
      payment,
      outcomes: yield* outcomes.find(payment.id, indexes),
      holders: yield* ledger.holdersOf(accountsIn(answers, payment)),
      earlier: asksForEarlier(batch, answers)
        ? yield* outcomes.earlier(batch, batch.round)
        : NO_CREDITS,
    };
  }

  /** Stores and returns the final status of a payment. Returns null if a batch is not final. */
  *#end({ changes, payment }: DecidedStep, now: Instant): DbCommand<DoneStep['finished']> {
    const ended = yield* this.#endedBatches(payment.id);
    if (ended !== undefined)
      return yield* this.#storeEnd(payment.id, endOfPayment(payment, ended), now);
    yield* this.#parts.payments.noteFirstPaid(changes.batch, now);
    return null;
  }

  /** Returns the totals over all batches of a payment, or undefined if a batch is not final yet. */
  *#endedBatches(paymentId: string): DbCommand<EndedBatches | undefined> {
    const { batches, outcomes, payments } = this.#parts;
    const ended = yield* batches.ended(paymentId);
    if (ended === undefined) return undefined;
    const reasons = ended.unpaid === 0 ? NO_REASONS : yield* outcomes.reasons(paymentId);
    const isCancelled = ended.unpaid > 0 && (yield* payments.isCancelled(paymentId));
    return { ...ended, reasons, isCancelled };
  }

  *#storeEnd(
    paymentId: string,
    { status, releasedSpending }: PaymentEnd,
    now: Instant,
  ): DbCommand<GroupStatus> {
    const { payments } = this.#parts;
    yield* payments.move(paymentId, status, now);
    if (releasedSpending !== null) yield* payments.free(releasedSpending);
    return status.groupStatus;
  }

  /**
   * Stores the status of a payment after one of its credits was returned, and returns it. While
   * batches are not final, the status stays the same.
   */
  *updateAfterReturn(payment: Payment, now: Instant): DbCommand<GroupStatus> {
    const ended = yield* this.#endedBatches(payment.id);
    const end = ended === undefined ? null : statusAfterReturn(payment, ended);
    return end === null ? payment.groupStatus : yield* this.#storeEnd(payment.id, end, now);
  }
}

const NO_REASONS: ReadonlyMap<ReasonCode, number> = new Map();

/**
 * Checks that the prepared step is of the same kind as the stored step, which the command deletes.
 */
function assertStepMatches({ step, work }: ReadyStep): void {
  const expected = step === 'refuse' ? 'book' : step;
  assert(work.step === expected, `a step to ${work.step} is not a step to ${expected}`);
}

function firstOf<Item>(items: readonly Item[]): Item {
  return expectDefined(items[0], 'the result of a step');
}
