import { describe, expect, test } from 'vitest';
import {
  abandonmentOf,
  abandonStep,
  resumedEntry,
  type AbandonedBatch,
} from '../../../../src/domain/execution/abandonment.ts';
import type { Debit } from '../../../../src/domain/ports/booking.ts';
import { batchOf } from '../../../contract/store/fixtures.ts';
import { foundOf, NOW } from '../../../helpers/books.ts';

const RICH = '11280001234567';
const BAKER = '11280007654321';

function debit(index: number | null, amountPence: number, account = RICH): Debit {
  return { index, account, amountPence, reference: 'March', counterparty: 'Several' };
}

function batch(members: Partial<AbandonedBatch>): AbandonedBatch {
  const { debits = [] } = members;
  const clearingPence = debits.reduce((sum, one) => sum + one.amountPence, 0);
  const step = { step: 'book', cursor: 0 } as const;
  return { step, round: 0, clearingPence, debits, undecided: [], ...members };
}

describe('an abandoned batch', () => {
  test('returns nothing if nothing was debited', () => {
    expect(abandonmentOf(batch({}))).toEqual({ kind: 'whole', returns: [] });
  });

  test.each(['book', 'send', 'collect'] as const)(
    'returns all debits before the first answer: %s',
    (step) => {
      const debits = [debit(0, 100), debit(1, 50, BAKER), debit(null, 7)];
      const found = batch({ debits, step: { step, cursor: 0 } });
      expect(abandonmentOf(found)).toEqual({ kind: 'whole', returns: debits });
    },
  );

  test('returns the debits that were booked so far', () => {
    const debits = [debit(0, 100)];
    const found = batch({ debits, step: { step: 'book', cursor: 500 } });
    expect(abandonmentOf(found)).toEqual({ kind: 'whole', returns: debits });
  });

  test('cannot be abandoned if some answers were applied', () => {
    const found = batch({ debits: [debit(null, 9)], step: { step: 'collect', cursor: 500 } });
    expect(abandonmentOf(found)).toEqual({ kind: 'impossible' });
  });
});

describe('an abandoned batch with undecided credits', () => {
  const step = { step: 'collect', cursor: 0 } as const;
  const undecided = (index: number, amountPence: number, debtor: string | null = null) => ({
    index,
    amountPence,
    debtor,
  });

  test('returns only those, each to its debtor', () => {
    const found = batch({
      step,
      round: 1,
      clearingPence: 150,
      debits: [debit(0, 100), debit(1, 25), debit(2, 50, BAKER)],
      undecided: [undecided(0, 100), undecided(2, 50)],
    });
    const returns = [debit(0, 100), debit(2, 50, BAKER)];
    expect(abandonmentOf(found)).toEqual({ kind: 'undecided', returns });
  });

  test('returns parts of a debit for several payments', () => {
    const found = batch({
      step,
      round: 2,
      clearingPence: 30,
      debits: [debit(null, 900)],
      undecided: [undecided(4, 10), undecided(8, 20)],
    });
    const returns = [debit(4, 10), debit(8, 20)];
    expect(abandonmentOf(found)).toEqual({ kind: 'undecided', returns });
  });

  test('returns a payment and its charge in one transfer', () => {
    const found = batch({
      step,
      round: 1,
      clearingPence: 110,
      debits: [debit(0, 100), debit(null, 10)],
      undecided: [undecided(0, 110)],
    });
    expect(abandonmentOf(found)).toEqual({ kind: 'undecided', returns: [debit(0, 110)] });
  });

  test('cannot be abandoned if the debtor of a credit is not known', () => {
    const several = {
      step,
      round: 1,
      clearingPence: 10,
      debits: [debit(null, 100), debit(null, 200, BAKER)],
    };
    const noted = batch({ ...several, undecided: [undecided(3, 10, BAKER)] });
    expect(abandonmentOf(noted)).toEqual({ kind: 'undecided', returns: [debit(3, 10, BAKER)] });
    const unknown = batch({ ...several, undecided: [undecided(3, 10)] });
    expect(abandonmentOf(unknown)).toEqual({ kind: 'impossible' });
  });
});

describe('abandoning a step', () => {
  const named = { id: 7, paymentId: 'p', batch: 2, source: 'file' } as const;
  const parked = { ...named, cursor: 0, dueAt: NOW, attempts: 5 };

  test('returns the debits, fails its batch and adds the next one', () => {
    const sent = { number: 2, payments: 2, state: 'booked', clearingPence: 150 } as const;
    const step = { ...parked, step: 'send' } as const;
    const debits = [debit(0, 100), debit(1, 50, BAKER)];
    const next = batchOf(1, 100);
    const result = abandonStep({ ...foundOf(sent), step, debits, undecided: [] }, next, NOW);
    expect(result?.changes.transfers).toMatchObject([
      { kind: 'returned-credit', to: RICH, amountPence: 100, reference: 'Returned NARR March' },
      { kind: 'returned-credit', to: BAKER, amountPence: 50, reference: 'Returned NARR March' },
    ]);
    expect(result?.changes.batch).toMatchObject({ state: 'failed', rejected: 2, abandonedAt: NOW });
    expect(result?.changes).toMatchObject({ outcomes: [], following: next, next: null });
    expect(result?.entry).toEqual({
      action: 'workAbandoned',
      subject: 'p',
      detail: { step: 'send', batch: 2, returnedPence: 150 },
    });
  });

  test('rejects the pending credits and leaves the others unchanged', () => {
    const counted = { rejected: 1, pending: 1, pendingPence: 100, clearingPence: 100 };
    const second = { ...counted, number: 2, payments: 3, state: 'sent', round: 1 } as const;
    const step = { ...parked, step: 'collect' } as const;
    const undecided = [{ index: 1, debtor: null, amountPence: 100 }];
    const found = { ...foundOf(second), step, debits: [debit(null, 300)], undecided };
    const result = abandonStep(found, null, NOW);
    const ended = { state: 'answered', rejected: 2, pending: 0, pendingPence: 0 };
    expect(result?.changes.batch).toMatchObject(ended);
    expect(result?.changes.outcomes).toMatchObject([
      { index: 1, status: 'Rejected', reason: 'NARR', at: NOW },
    ]);
  });

  test('changes nothing if some answers were applied', () => {
    const step = { ...parked, step: 'collect', cursor: 500 } as const;
    const found = { ...foundOf({ state: 'sent', clearingPence: 9 }), step };
    expect(abandonStep({ ...found, debits: [debit(null, 9)], undecided: [] }, null, NOW)).toBe(
      undefined,
    );
  });

  test('writes another audit entry than resuming it', () => {
    expect(resumedEntry({ ...parked, step: 'book' })).toEqual({
      action: 'workResumed',
      subject: 'p',
      detail: { step: 'book', batch: 2 },
    });
  });
});
