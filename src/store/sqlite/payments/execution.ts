import {
  accountsIn,
  applyAnswers,
  asksForEarlier,
  NO_CREDITS,
  type FoundForAnswers,
} from '../../../domain/execution/answers.ts';
import { bookDebits, markSent, payersOf, refuseBooking } from '../../../domain/execution/book.ts';
import {
  opened,
  type Changes,
  type Found,
  type OpenPayment,
} from '../../../domain/execution/changes.ts';
import type { CreditAnswers } from '../../../domain/execution/credit-pass.ts';
import { endOfPayment } from '../../../domain/execution/outcome.ts';
import type { Booking, DoneStep, NewBatch, StepResult } from '../../../domain/ports/store.ts';
import type { ReasonCode } from '../../../domain/records/payment.ts';
import type { Work } from '../../../domain/records/records.ts';
import { assert } from '../../../kernel/assert.ts';
import type { Instant } from '../../../kernel/time.ts';
import type { Ledger } from '../books/ledger.ts';
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

/**
 * A batch's way through the books: booked, sent, answered. Each command ends the step it is given,
 * finds rows, has it decided what becomes of them, and writes that: all in one transaction, so that
 * no step happens twice.
 */
export class Execution {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  bookDebits(work: Work, booking: Booking, now: Instant): StepResult {
    return this.#take(work, 'book', now, (found) => {
      const funds = this.#parts.ledger.fundsOf(payersOf(booking));
      return bookDebits(found, booking, funds, now);
    });
  }

  refuseBooking(work: Work, reason: ReasonCode, next: NewBatch | null, now: Instant): StepResult {
    return this.#take(work, 'book', now, (found) => refuseBooking(found, reason, next, now));
  }

  markSent(work: Work, answersAt: Instant, now: Instant): boolean {
    return this.#take(work, 'send', now, (found) => markSent(found, answersAt, now)).done;
  }

  applyAnswers(work: Work, answers: CreditAnswers, now: Instant): StepResult {
    return this.#take(work, 'collect', now, (found) =>
      applyAnswers(this.#findFor(answers, found), answers, now),
    );
  }

  /** Adds the one batch of a payment that is being taken, and books it in the same transaction. */
  bookFirst(payment: OpenPayment, first: NewBatch, booking: Booking, now: Instant): DoneStep {
    const { batches, ledger } = this.#parts;
    const batch = opened({ paymentId: payment.id, number: 0 }, first, now);
    const funds = ledger.fundsOf(payersOf(booking));
    const changes = bookDebits({ batch, payment }, booking, funds, now);
    batches.add(changes.batch, first);
    return this.#writeOthers(changes, payment, now);
  }

  /** Writes what was decided; with a payment's last batch, where the payment ends. */
  write(changes: Changes, payment: OpenPayment, now: Instant): DoneStep {
    this.#parts.batches.save(changes.batch);
    return this.#writeOthers(changes, payment, now);
  }

  /** Writes all of it but the batch, which is written already. */
  #writeOthers(changes: Changes, payment: OpenPayment, now: Instant): DoneStep {
    const { outcomes, payments, ledger, work } = this.#parts;
    const { batch, acceptedBefore, standing, following, next } = changes;
    const { paymentId, number } = batch;
    ledger.post(changes.transfers, batch, now);
    for (const outcome of changes.outcomes) outcomes.put(batch, outcome);
    for (const index of changes.accepted) outcomes.drop(batch, index);
    if (acceptedBefore !== null) outcomes.dropEarlier(batch, acceptedBefore);
    if (following !== null) payments.schedule(paymentId, number + 1, following, now);
    if (standing !== null) payments.move(paymentId, standing, now);
    if (next === null) return { done: true, finished: this.#end(payment, now) };
    work.add({ ...next, paymentId, batch: number });
    return { done: true, finished: null };
  }

  /** Ends the step and does what is decided of its batch; not when somebody else ended it. */
  #take(
    work: Work,
    step: Work['step'],
    now: Instant,
    decide: (found: Found) => Changes,
  ): StepResult {
    assert(work.step === step, `a step to ${work.step} is not one to ${step}`);
    if (!this.#parts.work.end(work)) return { done: false };
    const found = this.#parts.batches.open(work.paymentId, work.batch);
    return this.write(decide(found), found.payment, now);
  }

  #findFor(answers: CreditAnswers, { batch, payment }: Found): FoundForAnswers {
    const { outcomes, ledger } = this.#parts;
    const indexes = answers.standingOut.map((credit) => credit.index);
    return {
      batch,
      payment,
      outcomes: outcomes.find(payment.id, indexes),
      holders: ledger.holdersOf(accountsIn(answers, payment)),
      earlier: asksForEarlier(batch, answers) ? outcomes.earlier(batch, batch.round) : NO_CREDITS,
    };
  }

  /** Where a payment ends, if that was its last batch. */
  #end(payment: OpenPayment, now: Instant): DoneStep['finished'] {
    const { batches, outcomes, payments } = this.#parts;
    const ended = batches.ended(payment.id);
    if (ended === undefined) return null;
    const reasons = outcomes.reasons(payment.id);
    const { standing, freed } = endOfPayment(payment, { ...ended, reasons });
    payments.move(payment.id, standing, now);
    if (freed !== null) payments.free(freed);
    return standing.groupStatus;
  }
}
