import type { Quote } from '../../../domain/execution/order.ts';
import { EXECUTING_STANDING, finalStanding } from '../../../domain/execution/outcome.ts';
import type { AccountNumber } from '../../../domain/parties/accounts.ts';
import type { CreditAnswer, SchemeAnswers } from '../../../domain/ports/schemes.ts';
import type {
  Booking,
  Debit,
  DoneStep,
  NewBatch,
  StepResult,
} from '../../../domain/ports/store.ts';
import type { ReasonCode } from '../../../domain/records/payment.ts';
import type { Work } from '../../../domain/records/records.ts';
import { assert, present } from '../../../kernel/assert.ts';
import type { Instant } from '../../../kernel/time.ts';
import { Journal, type DebitedCredit } from '../books/journal.ts';
import type { Ledger } from '../books/ledger.ts';
import type { Batches, OpenBatch } from './batches.ts';
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
 * A batch's way through the books: booked, sent, answered. Each command ends the step it is given
 * in the transaction that does it, so that no step happens twice.
 */
export class Execution {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  bookDebits(work: Work, booking: Booking, now: Instant): StepResult {
    const batch = this.#take(work, 'book');
    if (batch === undefined) return { done: false };
    if (booking.quote !== null) price(batch, booking.quote);
    const journal = new Journal(this.#parts.ledger, batch, now);
    if (booking.whole) bookAllOrNone(batch, journal, booking);
    else this.#bookEach(batch, journal, booking.debits, now);
    if (booking.next !== null) {
      assert(booking.nextCursor === null, 'the batch that follows is added once');
      this.#parts.payments.schedule(batch.paymentId, batch.number + 1, booking.next, now);
    }

    const isFunded = batch.clearingPence > 0;
    if (isFunded) this.#parts.payments.move(batch.paymentId, EXECUTING_STANDING, now);
    if (booking.nextCursor !== null) return this.#next(batch, 'book', booking.nextCursor, now);
    if (isFunded) {
      enter(batch, 'booked', now);
      return this.#next(batch, 'send', 0, now);
    }
    batch.rejected = batch.payments;
    return this.finish(batch, 'failed', now);
  }

  refuseBooking(work: Work, reason: ReasonCode, next: NewBatch | null, now: Instant): StepResult {
    const batch = this.#take(work, 'book');
    if (batch === undefined) return { done: false };
    assert(batch.payments === 1, 'only a single payment is refused as a whole');
    const { outcomes, payments } = this.#parts;
    const { paymentId, number: index, totalPence: amountPence } = batch;
    const found = present(payments.find(paymentId), paymentId).debtorAccount;
    const debtor = present(found, 'the account that would have been debited');
    outcomes.put(batch, { index, status: 'Rejected', reason, at: now, amountPence, debtor });
    batch.rejected = 1;
    if (next !== null) payments.schedule(paymentId, index + 1, next, now);
    return this.finish(batch, 'failed', now);
  }

  markSent(work: Work, answersAt: Instant, now: Instant): boolean {
    const batch = this.#take(work, 'send');
    if (batch === undefined) return false;
    enter(batch, 'sent', now);
    batch.sentAt = now;
    this.#next(batch, 'collect', 0, answersAt);
    return true;
  }

  applyAnswers(work: Work, answers: SchemeAnswers, now: Instant): StepResult {
    const batch = this.#take(work, 'collect');
    if (batch === undefined) return { done: false };
    const journal = new Journal(this.#parts.ledger, batch, now);
    const credits = this.#debited(batch, answers.standingOut);
    for (const credit of credits) this.#apply(this.#judged(credit), batch, journal, now);
    batch.askAgainAt = earlier(batch.askAgainAt, answers.askAgainAt);
    if (answers.nextCursor === null) return this.#endRound(batch, journal, now);
    journal.write();
    return this.#next(batch, 'collect', answers.nextCursor, now);
  }

  /** Ends the step and opens its batch; undefined when somebody else ended it. */
  #take(work: Work, step: Work['step']): OpenBatch | undefined {
    assert(work.step === step, `a step to ${work.step} is not one to ${step}`);
    if (!this.#parts.work.end(work)) return undefined;
    return this.#parts.batches.open(work.paymentId, work.batch);
  }

  #next(batch: OpenBatch, step: Work['step'], cursor: number, dueAt: Instant): StepResult {
    this.#parts.batches.save(batch);
    const { paymentId, number } = batch;
    this.#parts.work.add({ step, paymentId, batch: number, cursor, dueAt });
    return { done: true, finished: null };
  }

  #bookEach(batch: OpenBatch, journal: Journal, debits: readonly Debit[], now: Instant): void {
    for (const debit of debits) {
      if (journal.take(debit)) continue;
      const index = present(debit.index, 'the payment of a debit of its own');
      const { amountPence, account: debtor } = debit;
      const rejected = { index, status: 'Rejected', reason: 'AM04', at: now } as const;
      this.#parts.outcomes.put(batch, { ...rejected, amountPence, debtor });
      batch.rejected += 1;
    }
    journal.write();
  }

  /**
   * The credits as they were debited: from the payment's own account, where the file names none,
   * and with the charge, of which the scheme knows nothing.
   */
  #debited(
    { paymentId, chargePence }: OpenBatch,
    credits: readonly CreditAnswer[],
  ): readonly DebitedCredit[] {
    let ofPayment: AccountNumber | null | undefined;
    return credits.map((credit) => {
      const debtor =
        credit.debtor ?? (ofPayment ??= this.#parts.payments.find(paymentId)?.debtorAccount);
      return {
        ...credit,
        debtor: present(debtor, 'the account that was debited'),
        debitedPence: credit.amountPence + chargePence,
      };
    });
  }

  /** What the scheme leaves to this bank is rejected where the creditor's account is closed. */
  #judged(credit: DebitedCredit): DebitedCredit {
    const isOwn = credit.answer === 'own';
    const isClosed = isOwn && this.#parts.ledger.holderOf(credit.creditor)?.closed === true;
    return isClosed ? { ...credit, answer: 'rejected', reason: 'AC04' } : credit;
  }

  #apply(credit: DebitedCredit, batch: OpenBatch, journal: Journal, now: Instant): void {
    const { outcomes } = this.#parts;
    const { index, debitedPence: amountPence, debtor } = credit;
    const known = outcomes.find(batch.paymentId, index);
    // Never funded, or answered for good before: a later round asks only about the pending ones.
    if (known?.status === 'Rejected' || (batch.round > 0 && known === undefined)) return;

    if (known !== undefined) {
      batch.pending -= 1;
      batch.pendingPence -= known.amountPence;
    }
    const reason = credit.reason ?? 'NARR';
    const found = { index, reason, at: now, amountPence, debtor } as const;
    switch (credit.answer) {
      case 'pending':
        outcomes.put(batch, { ...found, status: 'Pending' });
        batch.pending += 1;
        batch.pendingPence += amountPence;
        break;
      case 'rejected':
        outcomes.put(batch, { ...found, status: 'Rejected' });
        batch.rejected += 1;
        journal.giveBack(credit);
        break;
      case 'own':
        if (known !== undefined) outcomes.drop(batch.paymentId, index);
        journal.credit(credit);
    }
  }

  /** Every credit of the round has been looked at: settles, then asks again or finishes. */
  #endRound(batch: OpenBatch, journal: Journal, now: Instant): StepResult {
    const accepted = this.#parts.outcomes.dropEarlier(batch);
    batch.pending -= accepted.payments;
    batch.pendingPence -= accepted.totalPence;
    journal.settle();
    journal.write();
    if (batch.pending === 0) return this.finish(batch, 'answered', now);
    const askAgainAt = present(batch.askAgainAt, 'the time to ask about pending credits');
    // All but the pending credits have come to their end now.
    if (batch.round === 0) batch.stateUpdatedAt = now;
    batch.round += 1;
    batch.askAgainAt = null;
    return this.#next(batch, 'collect', 0, askAgainAt);
  }

  /** Ends a batch, and with the last one the payment. */
  finish(batch: OpenBatch, state: 'answered' | 'failed', now: Instant): DoneStep {
    const { batches, outcomes, payments } = this.#parts;
    const { paymentId } = batch;
    assert(batch.clearingPence === 0, `batch of ${paymentId} ends with money in clearing`);
    enter(batch, state, now);
    batches.save(batch);
    const counts = batches.finalCounts(paymentId);
    if (counts === undefined) return { done: true, finished: null };
    const reasons = outcomes.reasons(paymentId);
    // A batch that failed as a whole has no outcomes of its own: it was given up, or lacked funds.
    const named = [...reasons.values()].reduce((sum, count) => sum + count, 0);
    const givenUp = batches.givenUp(paymentId);
    add(reasons, 'NARR', givenUp);
    add(reasons, 'AM04', counts.rejected - named - givenUp);
    const standing = finalStanding({ ...counts, reasons });
    payments.move(paymentId, standing, now);
    return { done: true, finished: standing.groupStatus };
  }
}

function add(reasons: Map<ReasonCode, number>, reason: ReasonCode, payments: number): void {
  if (payments > 0) reasons.set(reason, (reasons.get(reason) ?? 0) + payments);
}

function enter(batch: OpenBatch, state: OpenBatch['state'], now: Instant): void {
  batch.state = state;
  batch.stateUpdatedAt = now;
}

/** Sets what the batch comes to at the rate of the day. */
function price(batch: OpenBatch, { amountPence, chargePence, exchangeRate }: Quote): void {
  batch.totalPence = amountPence + chargePence;
  batch.chargePence = chargePence;
  batch.exchangeRate = exchangeRate;
}

/** Takes all the debits of a batch, or leaves everything as it is. */
function bookAllOrNone(batch: OpenBatch, journal: Journal, { debits, nextCursor }: Booking): void {
  assert(batch.chargePence === 0 || batch.payments === 1, 'only a single payment has charges');
  const sumPence = debits.reduce((sum, debit) => sum + debit.amountPence, 0);
  assert(nextCursor === null, 'a whole batch is booked at once');
  assert(sumPence === batch.totalPence, 'the debits of a whole batch come to its total');
  if (debits.every((debit) => journal.take(debit))) journal.write();
}

function earlier(one: Instant | null, other: Instant | null): Instant | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
