import { describe, expect, it } from 'vitest';
import { problemsOf, type Accepted, type Books } from '../../../bench/evidence/gate.ts';

const PENCE = 105;

const accepted: Accepted = { ids: ['p1', 'p2', 'p3'], pence: PENCE, failed: 0 };

/** Books with these debits, whose sums are equal. */
function booksOf(...paymentIds: readonly string[]): Books {
  const debits = paymentIds.map((paymentId) => ({ paymentId, pence: PENCE }));
  const sum = debits.length * PENCE;
  return { debits, debitedPence: sum, settledPence: sum };
}

describe('the gate of a load test', () => {
  it('accepts books with each accepted payment once, in any order', () => {
    expect(problemsOf(accepted, booksOf('p3', 'p1', 'p2'))).toEqual([]);
  });

  it('refuses a lost payment, and one that was booked twice', () => {
    expect(problemsOf(accepted, booksOf('p1', 'p3'))).toEqual([
      '1 accepted payments are not in the books.',
    ]);
    expect(problemsOf(accepted, booksOf('p1', 'p2', 'p2', 'p3'))).toEqual([
      '1 payments are in the books more than once.',
    ]);
    // The number and the sums are right, but one is lost and one was booked twice.
    expect(problemsOf(accepted, booksOf('p1', 'p2', 'p2'))).toHaveLength(2);
  });

  it('refuses a payment that nobody submitted, unless a request failed', () => {
    const books = booksOf('p1', 'p2', 'p3', 'p4');
    expect(problemsOf(accepted, books)).toEqual([
      '1 payments were booked but not accepted; 0 requests failed.',
    ]);
    expect(problemsOf({ ...accepted, failed: 1 }, books)).toEqual([]);
  });

  it('refuses a wrong amount, sums that differ, an id twice, and a run without payments', () => {
    const books = booksOf('p1', 'p2', 'p3');
    const [first, ...others] = books.debits;
    const wrong = [{ paymentId: 'p1', pence: 104 }, ...others];
    expect(first?.paymentId).toBe('p1');
    expect(problemsOf(accepted, { ...books, debits: wrong })).toEqual([
      '1 debits have another amount.',
      'Debits of 315 and settlements of 315 pence differ.',
    ]);
    expect(problemsOf(accepted, { ...books, settledPence: 210 })).toHaveLength(1);
    expect(problemsOf({ ...accepted, ids: ['p1', 'p2', 'p3', 'p3'] }, books)).toHaveLength(1);
    expect(problemsOf({ ...accepted, ids: [] }, booksOf())).toEqual(['No payment was accepted.']);
  });
});
