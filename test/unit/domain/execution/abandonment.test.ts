import { describe, expect, test } from 'vitest';
import {
  abandonmentOf,
  type AbandonedBatch,
  type TakenDebit,
} from '../../../../src/domain/execution/abandonment.ts';

const RICH = '11280001234567';
const BAKER = '11280007654321';

function debit(index: number | null, amountPence: number, account = RICH): TakenDebit {
  return { index, account, amountPence, reference: 'March', counterparty: 'Several' };
}

function batch(given: Partial<AbandonedBatch>): AbandonedBatch {
  const { debits = [] } = given;
  const clearingPence = debits.reduce((sum, one) => sum + one.amountPence, 0);
  const step = { step: 'book', cursor: 0 } as const;
  return { step, round: 0, clearingPence, debits, undecided: [], ...given };
}

describe('a batch that is given up', () => {
  test('before anything was debited gives nothing back', () => {
    expect(abandonmentOf(batch({}))).toEqual({ kind: 'whole', returns: [] });
  });

  test.each(['book', 'send', 'collect'] as const)(
    'before an answer gives every debit back: %s',
    (step) => {
      const debits = [debit(0, 100), debit(1, 50, BAKER), debit(null, 7)];
      const found = batch({ debits, step: { step, cursor: 0 } });
      expect(abandonmentOf(found)).toEqual({ kind: 'whole', returns: debits });
    },
  );

  test('part of whose debits were taken gives those back', () => {
    const debits = [debit(0, 100)];
    const found = batch({ debits, step: { step: 'book', cursor: 500 } });
    expect(abandonmentOf(found)).toEqual({ kind: 'whole', returns: debits });
  });

  test('in the midst of its answers cannot be', () => {
    const found = batch({ debits: [debit(null, 9)], step: { step: 'collect', cursor: 500 } });
    expect(abandonmentOf(found)).toEqual({ kind: 'impossible' });
  });
});

describe('a batch with credits that the scheme has not decided', () => {
  const step = { step: 'collect', cursor: 0 } as const;
  const undecided = (index: number, amountPence: number, debtor: string | null = null) => ({
    index,
    amountPence,
    debtor,
  });

  test('gives back those alone, each to whoever was debited for it', () => {
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

  test('gives back parts of a debit that stood for many', () => {
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

  test('gives back what was paid with its charge as one', () => {
    const found = batch({
      step,
      round: 1,
      clearingPence: 110,
      debits: [debit(0, 100), debit(null, 10)],
      undecided: [undecided(0, 110)],
    });
    expect(abandonmentOf(found)).toEqual({ kind: 'undecided', returns: [debit(0, 110)] });
  });

  test('of several debtors needs to know which of them paid', () => {
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
