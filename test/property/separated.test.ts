import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAYMENT_FILE_3_1 } from '../../src/domain/records/file-types.ts';
import { applyAnswers } from '../../src/domain/execution/answers.ts';
import { bookDebits, markSent } from '../../src/domain/execution/book.ts';
import { opened } from '../../src/domain/execution/changes.ts';
import { holdsOf } from '../../src/domain/execution/core-operations.ts';
import {
  bookingOfBulk,
  bookingOfOne,
  bookingOfSlice,
} from '../../src/domain/execution/file-booking.ts';
import type { Booking, NewBatch } from '../../src/domain/ports/booking.ts';
import type { FileFacts, FilePayment } from '../../src/domain/records/payment.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { Books, ELSEWHERE, NOW, OWNER, RICH, waiting } from '../helpers/books.ts';

/* Any mixture of refused, separated and paid payments adds up. */

type Fate = 'paid' | 'refused' | 'separated';

interface Scenario {
  readonly kind: 'BULK' | 'BATCH';
  readonly payments: readonly { readonly amountPence: number; readonly fate: Fate }[];
  /** The balance of the debtor account. */
  readonly rich: number;
  /** Number of payments of a BATCH file that one step books. */
  readonly slice: number;
}

const scenarios: fc.Arbitrary<Scenario> = fc.record({
  kind: fc.constantFrom<Scenario['kind'][]>('BULK', 'BATCH'),
  payments: fc.array(
    fc.record({
      amountPence: fc.integer({ min: 1, max: 300 }),
      fate: fc.constantFrom<Fate[]>('paid', 'paid', 'refused', 'separated'),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  rich: fc.oneof(fc.constant(10_000), fc.integer({ min: 0, max: 1500 })),
  slice: fc.integer({ min: 1, max: 8 }),
});

const PAYER = { id: 'p', debtorAccount: RICH };

/** A file of payments from one account, and the batches in which they are executed. */
class Run {
  readonly holds: string[] = [];
  readonly group: Books;
  readonly others: Books[] = [];
  readonly #payments: readonly FilePayment[];

  constructor({ kind, payments, rich, slice }: Scenario) {
    this.#payments = payments.map(({ amountPence }, index) => paymentOf(index, amountPence));
    const totalPence = payments.reduce((sum, one) => sum + one.amountPence, 0);
    const batch = waiting({ instrument: 'FPS', payments: payments.length, totalPence });
    this.group = new Books(batch, new Map([[RICH, rich]]), 'clearing:FPS');
    const separated: NewBatch[] = [];
    for (let cursor: number | null = 0; cursor !== null;) {
      const end = kind === 'BULK' ? payments.length : cursor + slice;
      const booking = this.#bookingOf(kind, payments, cursor, end);
      separated.push(...this.#book(this.group, booking));
      cursor = booking.nextCursor;
    }
    complete(this.group);
    let left = this.group.balanceOf(RICH);
    for (const [number, one] of separated.entries()) {
      const name = { paymentId: 'p', number: number + 1 };
      const books = new Books(opened(name, one, NOW), new Map([[RICH, left]]), 'clearing:FPS');
      const index = expectDefined(one.onlyIndex ?? undefined, 'the index');
      const credit = expectDefined(this.#payments[index], 'the payment');
      this.#book(books, bookingOfOne(credit, PAYER));
      complete(books);
      left = books.balanceOf(RICH);
      this.others.push(books);
    }
  }

  /** Books a batch or a slice of it, and returns the batches of the separated payments. */
  #book(books: Books, booking: Booking): readonly NewBatch[] {
    const { batch } = books.found;
    this.holds.push(...holdsOf(batch, booking.debits, OWNER, 0).map(({ id }) => id));
    const changes = bookDebits(books.found, booking, books.funds, NOW);
    books.write(changes);
    return changes.separated;
  }

  #bookingOf(
    kind: Scenario['kind'],
    payments: Scenario['payments'],
    from: number,
    end: number,
  ): Booking {
    const part = this.#payments.slice(from, end);
    const named = part.map(({ index, amountPence }) => ({ index, amountPence, debtor: RICH }));
    const fated = (fate: Fate) => named.filter(({ index }) => payments[index]?.fate === fate);
    const undebited = {
      refused: fated('refused').map((one) => ({ ...one, reason: 'AC06' as const })),
      separated: fated('separated').map((one) => ({ ...one, dueAt: NOW + 1 })),
    };
    if (kind === 'BATCH') {
      const nextCursor = end < payments.length ? end : null;
      return bookingOfSlice({ payments: part, nextCursor }, PAYER, undebited);
    }
    const file = factsOf(this.#payments);
    const group = expectDefined(file.groups[0], 'the group');
    return bookingOfBulk(group, file, PAYER, undebited);
  }
}

/** Sends a batch and has all its credits accepted, unless it has failed. */
function complete(books: Books): void {
  if (books.next === null) return;
  books.write(markSent(books.found, NOW, NOW));
  const accepted = { exceptions: [], nextCursor: null, askAgainAt: null };
  books.write(applyAnswers(books.forAnswers(), accepted, NOW));
}

function paymentOf(index: number, amountPence: number): FilePayment {
  const words = { creditorName: 'Fresco', reference: 'F', unstructured: '' };
  const ids = { instructionIdentification: 'I', endToEndIdentification: 'E' };
  const where = { instrument: 'FPS', date: null, creditor: ELSEWHERE, debtor: null } as const;
  return { index, amountPence, ...where, ...words, ...ids };
}

function factsOf(payments: readonly FilePayment[]): FileFacts {
  const totalPence = payments.reduce((sum, one) => sum + one.amountPence, 0);
  const total = { payments: payments.length, totalPence };
  const debtors = [{ account: null, ...total }];
  return {
    fileType: PAYMENT_FILE_3_1,
    ...{ sha256: 'a'.repeat(64), bytes: 1, ...total, requestedDate: null, pageOffsets: [0] },
    classification: { kind: 'BULK', reason: 'all FPS' },
    groups: [{ instrument: 'FPS', date: null, ...total, debtors }],
    debitReference: 'March payroll',
  };
}

describe('any mixture of refused, separated and paid payments', () => {
  it('adds up to the file, and debits the account for the paid ones only', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const run = new Run(scenario);
        const batches = [run.group, ...run.others].map(({ found }) => found.batch);
        const sum = (of: (batch: (typeof batches)[number]) => number): number =>
          batches.reduce((total, batch) => total + of(batch), 0);
        const { payments, rich } = scenario;
        const filePence = payments.reduce((total, one) => total + one.amountPence, 0);
        expect(sum((batch) => batch.payments)).toBe(payments.length);
        expect(sum((batch) => batch.totalPence)).toBe(filePence);
        const separated = payments.flatMap(({ fate }, index) =>
          fate === 'separated' ? [index] : [],
        );
        expect(batches.slice(1).map(({ onlyIndex }) => onlyIndex)).toEqual(separated);

        const debitedPence = [run.group, ...run.others].reduce(
          (total, books) => total + books.paidBy(RICH),
          0,
        );
        const paid = payments.filter(({ fate }, index) => fate !== 'refused' && isPaid(run, index));
        expect(debitedPence).toBe(paid.reduce((total, one) => total + one.amountPence, 0));
        expect(sum((batch) => batch.payments - batch.rejected)).toBe(paid.length);
        const owed = payments.filter(({ fate }) => fate !== 'refused');
        const owedPence = owed.reduce((total, one) => total + one.amountPence, 0);
        if (owedPence <= rich) expect(debitedPence).toBe(owedPence);
      }),
      { numRuns: 300 },
    );
  });

  it('asks a core banking system for holds with different ids', () => {
    fc.assert(
      fc.property(scenarios, (scenario) => {
        const { holds } = new Run(scenario);
        expect(new Set(holds).size).toBe(holds.length);
      }),
      { numRuns: 100 },
    );
  });
});

/** Returns true if a payment that was not refused was paid: in its own batch, or in its group. */
function isPaid({ group, others }: Run, index: number): boolean {
  const own = others.find(({ found }) => found.batch.onlyIndex === index);
  if (own !== undefined) return own.found.batch.state === 'answered';
  return group.found.batch.state === 'answered' && !group.outcomes.has(index);
}
