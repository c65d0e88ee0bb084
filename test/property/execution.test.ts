import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { abandonStep } from '../../src/domain/execution/abandonment.ts';
import { applyAnswers } from '../../src/domain/execution/answers.ts';
import { bookDebits, markSent } from '../../src/domain/execution/book.ts';
import type { CreditAnswer } from '../../src/domain/execution/credit-pass.ts';
import { endOfPayment } from '../../src/domain/execution/outcome.ts';
import type { Booking, Debit } from '../../src/domain/ports/booking.ts';
import type { ReasonCode } from '../../src/domain/records/payment.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { BAKER, Books, ELSEWHERE, NOW, POOR, RICH, SHUT, waiting } from '../helpers/books.ts';

type Verdict = 'accepted' | 'rejected' | 'pending' | 'own' | 'ownShut' | 'ownElsewhere';

interface Credit {
  readonly debtor: string;
  readonly amountPence: number;
  /** The scheme's answers for this credit in each round. After these, the scheme accepts it. */
  readonly verdicts: readonly Verdict[];
  /** Position of this credit's answer among the answers to the batch. */
  readonly rank: number;
}

interface Scenario {
  readonly credits: readonly Credit[];
  readonly whole: boolean;
  /** The scheme's charge for the credit in a batch of one. */
  readonly charge: number;
  readonly rich: number;
  readonly poor: number;
  /** Number of debits or answers that one command processes. */
  readonly slice: number;
}

const verdict = fc.constantFrom<Verdict[]>(
  'accepted',
  'rejected',
  'pending',
  'own',
  'ownShut',
  'ownElsewhere',
);
const credit: fc.Arbitrary<Credit> = fc.record({
  debtor: fc.constantFrom(RICH, RICH, POOR, SHUT),
  amountPence: fc.integer({ min: 1, max: 300 }),
  verdicts: fc.array(verdict, { minLength: 1, maxLength: 3 }),
  rank: fc.nat(),
});
const scenarios: fc.Arbitrary<Scenario> = fc.record({
  credits: fc.array(credit, { minLength: 1, maxLength: 6 }),
  whole: fc.boolean(),
  charge: fc.constantFrom(0, 25),
  rich: fc.integer({ min: 0, max: 3000 }),
  poor: fc.integer({ min: 0, max: 300 }),
  slice: fc.integer({ min: 1, max: 6 }),
});

const RUNS = { numRuns: 300 };

/** In the second round, a credit to this bank's sort code is accepted before the last answer. */
const AMID_SECOND_ROUND: Scenario = {
  credits: [['accepted'], ['pending', 'ownElsewhere'], ['pending']].map((verdicts) => ({
    ...{ debtor: RICH, amountPence: 1, rank: 0 },
    verdicts: verdicts as Verdict[],
  })),
  ...{ whole: true, charge: 0, rich: 3, poor: 0, slice: 1 },
};

const CREDITORS: Partial<Record<Verdict, string>> = { own: BAKER, ownShut: SHUT };

/** Executes a batch from its first booking until it is finished or stopped. */
class Way {
  readonly books: Books;
  readonly #scenario: Scenario;
  readonly #charge: number;
  steps = 0;

  constructor(scenario: Scenario) {
    const { credits, charge, rich, poor } = scenario;
    this.#scenario = scenario;
    this.#charge = credits.length === 1 && scenario.whole ? charge : 0;
    const sum = credits.reduce((total, one) => total + one.amountPence, 0);
    const opening = new Map([RICH, POOR, SHUT, BAKER].map((account) => [account, 0]));
    opening.set(RICH, rich).set(POOR, poor).set(SHUT, 1000);
    const batch = waiting({
      payments: credits.length,
      totalPence: sum + this.#charge,
      chargePence: this.#charge,
    });
    this.books = new Books(batch, opening);
  }

  /** Returns the amount that the debtor pays for a credit, including the charge. */
  debitedFor(one: Credit): number {
    return one.amountPence + this.#charge;
  }

  walk(mostSteps = Infinity): this {
    for (let next = this.books.next; next !== null && this.steps < mostSteps; this.steps += 1) {
      if (next.step === 'book') this.#book(next.cursor);
      else if (next.step === 'send') this.books.write(markSent(this.books.found, NOW, NOW));
      else this.#collect(next.cursor);
      next = this.books.next;
    }
    return this;
  }

  #book(cursor: number): void {
    const { books } = this;
    books.write(bookDebits(books.found, this.#booking(cursor), books.funds, NOW));
  }

  #booking(cursor: number): Booking {
    const { credits, whole, slice } = this.#scenario;
    const words = { reference: 'March', counterparty: 'Several' };
    const known = { quote: null, next: null };
    if (whole) {
      const debtors = [...new Set(credits.map((one) => one.debtor))];
      const shares = debtors.map((account): Debit => {
        const amountPence = credits
          .filter((one) => one.debtor === account)
          .reduce((sum, one) => sum + one.amountPence, 0);
        return { index: credits.length === 1 ? 0 : null, account, amountPence, ...words };
      });
      const account = expectDefined(credits[0], 'a credit').debtor;
      const charge = { index: null, account, amountPence: this.#charge, ...words };
      const all = this.#charge > 0 ? [...shares, charge] : shares;
      return { debits: all, whole, nextCursor: null, ...known };
    }
    const end = cursor + slice;
    const debits = credits.slice(cursor, end).map((one, index): Debit => {
      const { debtor: account, amountPence } = one;
      return { index: cursor + index, account, amountPence, ...words };
    });
    return { debits, whole, nextCursor: end < credits.length ? end : null, ...known };
  }

  #collect(cursor: number): void {
    const { credits, slice } = this.#scenario;
    const { books } = this;
    const { round } = books.found.batch;
    const unanswered = credits
      .map((one, index) => ({ one, index }))
      .filter(({ index }) => round === 0 || books.outcomes.get(index)?.status === 'Pending')
      .filter(({ index }) => index >= cursor);
    const part = unanswered.slice(0, slice).sort((one, other) => one.one.rank - other.one.rank);
    const answers = {
      exceptions: part.flatMap(({ one, index }) => answerTo(one, index, round)),
      nextCursor: unanswered[slice]?.index ?? null,
      askAgainAt: NOW,
    };
    books.write(applyAnswers(books.forAnswers(), answers, NOW));
  }
}

function answerTo(one: Credit, index: number, round: number): readonly CreditAnswer[] {
  const verdict = one.verdicts[round] ?? 'accepted';
  if (verdict === 'accepted') return [];
  const { amountPence, debtor } = one;
  const creditor = CREDITORS[verdict] ?? ELSEWHERE;
  const words = { creditorName: 'Fresco', reference: 'F-12' };
  const reason = verdict === 'rejected' ? 'AC01' : null;
  const answer = verdict === 'rejected' || verdict === 'pending' ? verdict : 'own';
  return [{ index, amountPence, debtor, creditor, ...words, answer, reason }];
}

describe('the execution of a batch', () => {
  // `Books` checks after every step that the books balance.
  it('ends with an empty clearing account and no double booking', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const { found, next } = new Way(scenario).walk().books;
        expect(next).toBeNull();
        expect(['answered', 'failed']).toContain(found.batch.state);
        expect(found.batch.clearingPence).toBe(0);
      }),
      RUNS,
    );
  });

  it('debits each debtor exactly for the credits that were not rejected', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const way = new Way(scenario).walk();
        const { books } = way;
        const hasFailed = books.found.batch.state === 'failed';
        for (const account of [RICH, POOR]) {
          const paid = scenario.credits
            .filter((_, index) => !hasFailed && !books.outcomes.has(index))
            .filter((one) => one.debtor === account)
            .reduce((sum, one) => sum + way.debitedFor(one), 0);
          expect(books.paidBy(account)).toBe(paid);
        }
        for (const { kind, index, to, amountPence } of books.transfers) {
          if (kind !== 'returned-credit') continue;
          const one = expectDefined(scenario.credits[index ?? -1], 'the credit');
          expect([to, amountPence]).toEqual([one.debtor, way.debitedFor(one)]);
        }
      }),
      RUNS,
    );
  });

  it('has the same result for any order and slicing of the answers', () => {
    fc.assert(
      fc.property(scenarios, fc.integer({ min: 1, max: 6 }), (scenario, answersAtOnce) => {
        const inOrder = scenario.credits.map((one, rank) => ({ ...one, rank }));
        const one = new Way(scenario).walk().books;
        const other = new Way({ ...scenario, credits: inOrder, slice: answersAtOnce }).walk().books;
        expect(other.found).toEqual(one.found);
        expect(other.outcomes).toEqual(one.outcomes);
        for (const account of [RICH, POOR, SHUT, BAKER, 'charges', 'settlement:SWIFT']) {
          expect(other.balanceOf(account)).toBe(one.balanceOf(account));
        }
      }),
      RUNS,
    );
  });

  it('returns all unanswered money when abandoned, or changes nothing', () => {
    fc.assert(
      fc.property(scenarios, fc.nat(8), (scenario, mostSteps) => {
        const { books } = new Way(scenario).walk(mostSteps);
        if (books.next === null) return;
        const { batch } = books.found;
        const named = { id: 1, paymentId: 'p', batch: 0, source: 'order', attempts: 1 } as const;
        const step = { ...books.next, ...named };
        const debits = books.transfers
          .filter((one) => one.kind === 'debit')
          .map(({ from: account, ...rest }) => ({ ...rest, account }));
        const undecided = [...books.outcomes.values()].filter((one) => one.status === 'Pending');
        const found = { ...books.found, step, debits, undecided };
        const result = abandonStep(found, null, NOW);
        const isAmidAnswers = batch.state === 'sent' && step.cursor > 0 && batch.round === 0;
        if (result === undefined) {
          expect(isAmidAnswers || undecided.length > 0).toBe(true);
          return;
        }
        expect(isAmidAnswers).toBe(false);
        books.write(result.changes);
        expect(result.returnedPence).toBe(batch.clearingPence);
        const returned = result.changes.transfers.reduce((sum, one) => sum + one.amountPence, 0);
        expect(returned).toBe(batch.clearingPence);
        expect(books.found.batch).toMatchObject({ pending: 0, abandonedAt: NOW });
      }),
      { ...RUNS, examples: [[AMID_SECOND_ROUND, 6]] },
    );
  });

  it('ends the payment according to the outcomes of its credits', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const { found, outcomes } = new Way(scenario).walk().books;
        const { payments, rejected, totalPence } = found.batch;
        const reasons = new Map<ReasonCode, number>();
        for (const { reason } of outcomes.values()) {
          reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        }
        const none = { abandonedPayments: 0, isCancelled: false };
        const ended = { payments, unpaid: rejected, totalPence, reasons, ...none };
        const { status, releasedSpending } = endOfPayment(found.payment, ended);
        const groupStatus = rejected === 0 ? 'ACSC' : rejected < payments ? 'PART' : 'RJCT';
        expect(status.groupStatus).toBe(groupStatus);
        expect(status.reason === null).toBe(rejected === 0);
        const day = '2026-03-02';
        const back = groupStatus === 'RJCT' ? { consentId: 'c', day, pence: totalPence } : null;
        expect(releasedSpending).toEqual(back);
      }),
      RUNS,
    );
  });
});
