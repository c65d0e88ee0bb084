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
import {
  opened,
  type Changes,
  type Found,
  type OpenPayment,
} from '../../../domain/execution/changes.ts';
import type { CreditAnswers } from '../../../domain/execution/credit-pass.ts';
import { endOfPayment } from '../../../domain/execution/outcome.ts';
import type { Booking, NewBatch } from '../../../domain/ports/booking.ts';
import type { DoneStep, NewPayment, ReadyStep, StepResult } from '../../../domain/ports/store.ts';
import type { ReasonCode } from '../../../domain/records/payment.ts';
import type { Payment, Work } from '../../../domain/records/records.ts';
import { assert, expectDefined } from '../../../shared/assert.ts';
import type { Instant } from '../../../shared/time.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Engine, DbCommand } from '../engine.ts';
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
}

/** A step with what was found of it. */
interface OpenStep {
  readonly ready: ReadyStep;
  readonly found: Found;
}

/** What was decided of a step, to be written. */
interface DecidedStep {
  readonly changes: Changes;
  readonly payment: OpenPayment;
  readonly source: Work['source'];
}

/** The one batch of a payment that is booked as it is taken. */
interface FirstBooking extends Pick<NewPayment, 'consumesConsent'> {
  readonly first: NewBatch;
  readonly booking: Booking;
}

/**
 * A batch's way through the books: booked, sent, answered. A command is given one step, or steps of
 * as many payments. It finds the rows of all, has it decided what becomes of each, ends the steps
 * and writes that: all in one transaction, so that no step happens twice.
 */
export class Execution {
  readonly #engine: Engine;
  readonly #parts: Parts;

  constructor(engine: Engine, parts: Parts) {
    this.#engine = engine;
    this.#parts = parts;
  }

  *bookDebits(work: Work, booking: Booking, now: Instant): DbCommand<StepResult> {
    return yield* this.#executeOne({ step: 'book', work, booking }, now);
  }

  *markSent(work: Work, answersAt: Instant, now: Instant): DbCommand<boolean> {
    return (yield* this.#executeOne({ step: 'send', work, answersAt }, now)).done;
  }

  *applyAnswers(work: Work, answers: CreditAnswers, now: Instant): DbCommand<StepResult> {
    return yield* this.#executeOne({ step: 'collect', work, answers }, now);
  }

  *executeSteps(steps: readonly ReadyStep[], now: Instant): DbCommand<readonly StepResult[]> {
    const { batches, work, payments } = this.#parts;
    yield* payments.lock(steps.map((ready) => ready.work.paymentId));
    const found = yield* batches.open(steps.map((ready) => ready.work));
    const open = steps.flatMap((ready) => {
      const one = found.get(ready.work.id);
      return one === undefined ? [] : [{ ready, found: one }];
    });
    const distinct = new Set(open.map((step) => step.found.payment.id));
    assert(distinct.size === open.length, 'steps that are taken together are of as many payments');
    const decided = yield* this.#decide(open, now);
    yield* work.end(open.map(({ ready }) => ready.work));
    for (const { changes } of decided) yield* batches.save(changes.batch);
    const done = yield* this.#writeAllButBatches(decided, now);
    const byWork = new Map(open.map(({ ready }, place) => [ready.work.id, done[place]]));
    return steps.map((ready) => byWork.get(ready.work.id) ?? { done: false });
  }

  /** Books the one batch of a payment that its last approval released. */
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

  /** Adds a payment with its one batch, which is booked in the same transaction. */
  *bookFirst(
    taken: Payment,
    { consumesConsent, first, booking }: FirstBooking,
    now: Instant,
  ): DbCommand<DoneStep> {
    const { batches, payments } = this.#parts;
    const { paymentStatus, ...changes } = yield* this.#bookNew(taken, first, booking, now);
    const payment =
      paymentStatus === null ? taken : { ...taken, ...paymentStatus, version: taken.version + 1 };
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

  /** Writes what was decided; with a payment's last batch, where the payment ends. */
  *write(decided: DecidedStep, now: Instant): DbCommand<DoneStep> {
    yield* this.#parts.batches.save(decided.changes.batch);
    return firstOf(yield* this.#writeAllButBatches([decided], now));
  }

  *#executeOne(ready: ReadyStep, now: Instant): DbCommand<StepResult> {
    return firstOf(yield* this.executeSteps([ready], now));
  }

  /** What becomes of each. Bookings share the funds of their payers, in the order of the steps. */
  *#decide(open: readonly OpenStep[], now: Instant): DbCommand<readonly DecidedStep[]> {
    const bookings = open.flatMap(({ ready, found }) =>
      ready.step === 'book' ? [{ found, booking: ready.booking }] : [],
    );
    const payers = new Set(bookings.flatMap(({ booking }) => payersOf(booking)));
    const funds = yield* this.#parts.ledger.fundsOf([...payers]);
    const booked = bookInTurn(bookings, funds, now);
    const changesOf = new Map(bookings.map(({ found }, place) => [found, booked[place]]));
    return yield* this.#engine.mapConcurrently(open, ({ ready, found }) =>
      this.#decideOne(ready, found, changesOf.get(found), now),
    );
  }

  *#decideOne(
    ready: ReadyStep,
    found: Found,
    booked: Changes | undefined,
    now: Instant,
  ): DbCommand<DecidedStep> {
    assertStepMatches(ready);
    const changes =
      ready.step === 'book'
        ? expectDefined(booked, 'what a booking comes to')
        : yield* this.#changesBy(ready, found, now);
    return { changes, payment: found.payment, source: ready.work.source };
  }

  *#changesBy(
    ready: Exclude<ReadyStep, { step: 'book' }>,
    found: Found,
    now: Instant,
  ): DbCommand<Changes> {
    switch (ready.step) {
      case 'refuse':
        return refuseBooking(found, ready.reason, ready.next, now);
      case 'send':
        return markSent(found, ready.answersAt, now);
      case 'collect':
        return applyAnswers(yield* this.#findFor(ready.answers, found), ready.answers, now);
    }
  }

  /** Writes all that was decided but the batches, which are written already. */
  *#writeAllButBatches(
    decided: readonly DecidedStep[],
    now: Instant,
  ): DbCommand<readonly DoneStep[]> {
    const postings = decided.map(({ changes: { transfers, batch } }) => ({ transfers, batch }));
    yield* this.#parts.ledger.post(postings, now);
    return yield* this.#engine.mapConcurrently(decided, (one) => this.#writeOne(one, now));
  }

  *#writeOne({ changes, payment, source }: DecidedStep, now: Instant): DbCommand<DoneStep> {
    const { outcomes, payments, work } = this.#parts;

    const { batch, acceptedBefore, paymentStatus, following, next } = changes;
    const { paymentId, number } = batch;
    for (const outcome of changes.outcomes) yield* outcomes.put(batch, outcome);
    for (const index of changes.accepted) yield* outcomes.drop(batch, index);
    if (acceptedBefore !== null) yield* outcomes.dropEarlier(batch, acceptedBefore);
    if (following !== null) yield* payments.schedule(paymentId, number + 1, following, now);
    if (paymentStatus !== null) yield* payments.move(paymentId, paymentStatus, now);
    if (next === null) return { done: true, finished: yield* this.#end(payment, now) };
    const { step, cursor, dueAt } = next;
    yield* work.add({ step, paymentId, batch: number, source, cursor, dueAt });
    return { done: true, finished: null };
  }

  *#findFor(answers: CreditAnswers, { batch, payment }: Found): DbCommand<AnswersContext> {
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

  /** Where a payment ends, if that was its last batch. */
  *#end(payment: OpenPayment, now: Instant): DbCommand<DoneStep['finished']> {
    const { batches, outcomes, payments } = this.#parts;
    const ended = yield* batches.ended(payment.id);
    if (ended === undefined) return null;
    const reasons = ended.rejected === 0 ? NO_REASONS : yield* outcomes.reasons(payment.id);
    const isCancelled = ended.rejected > 0 && (yield* payments.isCancelled(payment.id));
    const { status, releasedSpending } = endOfPayment(payment, { ...ended, reasons, isCancelled });
    yield* payments.move(payment.id, status, now);
    if (releasedSpending !== null) yield* payments.free(releasedSpending);
    return status.groupStatus;
  }
}

const NO_REASONS: ReadonlyMap<ReasonCode, number> = new Map();

/** What is decided must be of the step that ends by it. */
function assertStepMatches({ step, work }: ReadyStep): void {
  const asked = step === 'refuse' ? 'book' : step;
  assert(work.step === asked, `a step to ${work.step} is not one to ${asked}`);
}

function firstOf<Item>(items: readonly Item[]): Item {
  return expectDefined(items[0], 'what came of a step');
}
