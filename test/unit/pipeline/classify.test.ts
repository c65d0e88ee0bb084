import { describe, expect, it } from 'vitest';
import type { FilePayment } from '../../../src/domain/records/payment.ts';
import { MAX_PENCE } from '../../../src/shared/money.ts';
import { classify, executionGroups } from '../../../src/pipeline/classify.ts';
import { checkedView } from '../../../src/pipeline/read/exact/checked-view.ts';
import { RunningTally } from '../../../src/pipeline/tally.ts';
import { MAX_DEBTOR_SHARES } from '../../../src/pipeline/types.ts';

const PAYMENT: FilePayment = {
  index: 0,
  instrument: 'FPS',
  date: null,
  amountPence: 100,
  debtor: '11280001234567',
  creditor: '08080021325698',
  creditorName: 'ACME Inc',
  instructionIdentification: 'A',
  endToEndIdentification: 'B',
  reference: 'C',
  unstructured: 'Salaries',
};

function tallyOf(payments: readonly Partial<FilePayment>[]): RunningTally {
  const tally = new RunningTally('2026-12-01');
  for (const [index, payment] of payments.entries()) {
    tally.add(checkedView({ ...PAYMENT, ...payment, index }, index * 500));
  }
  return tally;
}

describe('classify', () => {
  it('returns BULK if every payment is FPS, from one account, on one day', () => {
    expect(classify(tallyOf([{}, {}]))).toEqual({
      kind: 'BULK',
      reason: 'Every payment is FPS, from one debtor account, on one day.',
    });
    expect(classify(tallyOf([{ debtor: null }, { debtor: null }])).kind).toBe('BULK');
  });

  it('returns BULK if every payment is BACS, from any accounts', () => {
    const bacs = { instrument: 'BACS' } as const;
    const tally = tallyOf([bacs, { ...bacs, debtor: '11280007654321' }]);
    expect(classify(tally)).toEqual({ kind: 'BULK', reason: 'Every payment is BACS.' });
  });

  it('returns BATCH otherwise, with the first payment that rules out BULK', () => {
    expect(classify(tallyOf([{}, { instrument: 'CHAPS' }, { debtor: null }]))).toEqual({
      kind: 'BATCH',
      brokenBy: 1,
      reason: 'Payment 1 is CHAPS, but BULK needs FPS.',
    });
    expect(classify(tallyOf([{}, {}, { debtor: null }, { instrument: 'CHAPS' }]))).toEqual({
      kind: 'BATCH',
      brokenBy: 2,
      reason: 'Payment 2 debits another account than payment 0.',
    });
    const days = [{ date: '2026-12-01' }, { date: '2026-12-02' }];
    expect(classify(tallyOf(days))).toEqual({
      kind: 'BATCH',
      brokenBy: 1,
      reason: 'Payment 1 is for another day than payment 0.',
    });
    expect(classify(tallyOf([{ instrument: 'CHAPS' }])).brokenBy).toBe(0);
  });

  it('groups payments by scheme and day in file order, with the total of each account', () => {
    const chaps = { instrument: 'CHAPS', amountPence: 7 } as const;
    const tally = tallyOf([{}, chaps, { debtor: null }, chaps, {}]);
    expect(executionGroups(tally)).toEqual([
      {
        instrument: 'FPS',
        date: null,
        payments: 3,
        totalPence: 300,
        debtors: [
          { account: '11280001234567', payments: 2, totalPence: 200 },
          { account: null, payments: 1, totalPence: 100 },
        ],
      },
      {
        instrument: 'CHAPS',
        date: null,
        payments: 2,
        totalPence: 14,
        debtors: [{ account: '11280001234567', payments: 2, totalPence: 14 }],
      },
    ]);
  });
});

describe('RunningTally', () => {
  it('records the offset of every 250th payment and the first reference', () => {
    const tally = tallyOf(Array.from({ length: 501 }, () => ({})));
    expect(tally.pageOffsets).toEqual([0, 125_000, 250_000]);
    expect(tally.debitReference).toBe('Salaries');
  });

  it('reports a total that is too large to be exact', () => {
    expect(tallyOf([{ amountPence: MAX_PENCE }]).exceedsMaximum).toBe(false);
    expect(tallyOf([{ amountPence: MAX_PENCE }, { amountPence: 1 }]).exceedsMaximum).toBe(true);
  });

  it('limits the number of stored accounts', () => {
    const payments = Array.from({ length: MAX_DEBTOR_SHARES + 2 }, (_, index) => ({
      debtor: String(index).padStart(14, '0'),
    }));
    const tally = tallyOf(payments);
    expect(tally.mixture.tooManyDebtors).toBe(MAX_DEBTOR_SHARES);
    expect(tally.groups[0]?.debtors.size).toBe(MAX_DEBTOR_SHARES);
  });
});
