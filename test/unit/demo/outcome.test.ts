import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { UnexpectedResult } from '../../../demo/expect.ts';
import { showBooks, showClassification, showRefused } from '../../../demo/outcome.ts';
import { DEBIT_REFERENCE, makeFile, OPENING_PENCE, REFUSED } from '../../../demo/payment-file.ts';
import type { Entry, PaymentState } from '../../../demo/reading.ts';
import { createScreen } from '../../../demo/terminal.ts';
import { expectDefined } from '../../../src/shared/assert.ts';

const file = makeFile(1);
const amountOf = (index: number) => expectDefined(file.amountsPence[index], 'an amount');

const states: readonly PaymentState[] = file.amountsPence.map((_, index) => {
  const reason = REFUSED.get(index);
  return reason === undefined
    ? { index, status: 'AcceptedCreditSettlementCompleted', detail: 'ACSC' }
    : { index, status: 'Rejected', detail: reason };
});

const entries: readonly Entry[] = [
  {
    amountPence: -file.totalPence,
    reference: DEBIT_REFERENCE,
    counterparty: '4000 FPS payments',
    kind: 'debit',
  },
  ...[...REFUSED.keys()].map((index) => ({
    amountPence: amountOf(index),
    reference: 'Returned',
    counterparty: 'A creditor',
    kind: 'returned-credit',
  })),
];

/** Returns a screen on a stream that is not a terminal. */
function darkScreen() {
  return createScreen(new PassThrough() as unknown as NodeJS.WriteStream, true);
}

function show(shown: readonly Entry[], balancePence: number): void {
  showBooks(darkScreen(), file, { statement: { balancePence, entries: shown }, states });
}

function balanceOf(shown: readonly Entry[]): number {
  return shown.reduce((sum, { amountPence }) => sum + amountPence, OPENING_PENCE);
}

describe('the checks of the demo', () => {
  test('pass for correct results', () => {
    expect(() => {
      show(entries, balanceOf(entries));
      showRefused(darkScreen(), file, states);
    }).not.toThrow();
  });

  test('fail when a returned credit is missing', () => {
    const fewer = entries.slice(0, -1);
    expect(() => {
      show(fewer, balanceOf(fewer));
    }).toThrow(new UnexpectedResult('The number of returned credits should be 7, but is 6.'));
  });

  test('fail when there are two debits', () => {
    const two = [...entries, expectDefined(entries[0], 'the debit')];
    expect(() => {
      show(two, balanceOf(two));
    }).toThrow('A BULK file is debited once.');
  });

  test('fail when the balance is wrong by a penny', () => {
    expect(() => {
      show(entries, balanceOf(entries) + 1);
    }).toThrow(UnexpectedResult);
  });

  test('fail when an unexpected payment was rejected', () => {
    const [first, ...others] = states;
    const wrong = { ...expectDefined(first, 'a state'), status: 'Rejected', detail: 'AC01' };
    expect(() => {
      showRefused(darkScreen(), file, [wrong, ...others]);
    }).toThrow(/^The rejected payments should be /);
  });

  test('fail when the file is BATCH', () => {
    expect(() => {
      showClassification(darkScreen(), '<AddtlInf>BATCH: Payment 1 is CHAPS.</AddtlInf>');
    }).toThrow('The classification should be "BULK", but is "BATCH".');
  });
});
