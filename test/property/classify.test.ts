import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FilePayment } from '../../src/domain/records/payment.ts';
import { classify, executionGroups } from '../../src/pipeline/classify.ts';
import { checkedView } from '../../src/pipeline/read/exact/checked-view.ts';
import { RunningTally } from '../../src/pipeline/tally.ts';

const payments = fc.array(
  fc.record({
    instrument: fc.constantFrom('FPS', 'FPS', 'FPS', 'CHAPS', 'BACS'),
    date: fc.constantFrom(null, null, null, '2026-12-01'),
    debtor: fc.constantFrom('11280001234567', '11280001234567', '11280007654321', null),
    amountPence: fc.integer({ min: 1, max: 1_000_000 }),
  }),
  { minLength: 1, maxLength: 6 },
);

function tallyOf(list: readonly Partial<FilePayment>[]): RunningTally {
  const tally = new RunningTally('2026-12-01');
  const texts = { creditor: '', creditorName: '', reference: '', unstructured: '' };
  const ids = { instructionIdentification: '', endToEndIdentification: '' };
  for (const [index, payment] of list.entries()) {
    tally.add(checkedView({ ...texts, ...ids, ...(payment as FilePayment), index }, 0));
  }
  return tally;
}

/**
 * Simple implementation of the rule for BULK files: one scheme and, for FPS, also one account and
 * one day.
 */
function isBulk(list: readonly Pick<FilePayment, 'instrument' | 'date' | 'debtor'>[]): boolean {
  if (list.every(({ instrument }) => instrument === 'BACS')) return true;
  return (
    list.every(({ instrument }) => instrument === 'FPS') &&
    new Set(list.map(({ debtor }) => debtor)).size === 1 &&
    new Set(list.map(({ date }) => date)).size === 1
  );
}

describe('classification', () => {
  it('is BULK exactly by the rule, with a reason that fits into a pacs.002', () => {
    fc.assert(
      fc.property(payments, (list) => {
        const { kind, reason } = classify(tallyOf(list));
        expect(kind).toBe(isBulk(list) ? 'BULK' : 'BATCH');
        expect(reason.length).toBeLessThanOrEqual(105);
      }),
    );
  });

  it('names the first payment that rules out BULK', () => {
    fc.assert(
      fc.property(payments, (list) => {
        const { brokenBy } = classify(tallyOf(list));
        if (brokenBy === undefined) return;
        const isBacsFile = list[0]?.instrument === 'BACS';
        if (!isBacsFile) expect(isBulk(list.slice(0, brokenBy))).toBe(true);
        if (!isBacsFile) expect(isBulk(list.slice(0, brokenBy + 1))).toBe(false);
      }),
    );
  });

  it('preserves all payments and amounts in groups and shares', () => {
    fc.assert(
      fc.property(payments, (list) => {
        const groups = executionGroups(tallyOf(list));
        const shares = groups.flatMap((group) => group.debtors);
        const total = list.reduce((sum, { amountPence }) => sum + amountPence, 0);
        for (const parts of [groups, shares]) {
          expect(parts.reduce((sum, part) => sum + part.payments, 0)).toBe(list.length);
          expect(parts.reduce((sum, part) => sum + part.totalPence, 0)).toBe(total);
        }
      }),
    );
  });
});
