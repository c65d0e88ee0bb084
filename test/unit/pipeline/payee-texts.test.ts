import { expect, it } from 'vitest';
import type { FilePayment } from '../../../src/domain/records/payment.ts';
import { PayeeTextTally } from '../../../src/pipeline/payee-texts.ts';

const PAYMENT: FilePayment = {
  ...{ index: 0, instrument: 'FPS', date: null, amountPence: 100, debtor: null },
  ...{ creditor: '20000000000001', creditorName: 'Fresco Ltd', instructionIdentification: 'I' },
  ...{ endToEndIdentification: 'E', reference: '', unstructured: '' },
};

/** Returns the pairs of payments to one account that arrive with one reference. */
function equalOf(changes: Partial<FilePayment>, ...references: readonly Partial<FilePayment>[]) {
  const tally = new PayeeTextTally();
  for (const [index, each] of references.entries()) {
    const payment = { ...PAYMENT, ...changes, ...each, index };
    tally.add({ ...payment, start: 0, creditorNumber: 1, toPayment: () => payment });
  }
  return tally.result().equal.map(({ indexes }) => indexes);
}

it.each<[string, Partial<FilePayment>, Partial<FilePayment>, Partial<FilePayment>]>([
  ['cut', {}, { reference: 'INVOICE 2026/11/0018' }, { reference: 'INVOICE 2026/11/0017' }],
  ['cut at a blank', {}, { reference: 'INVOICE 2026-1100 18' }, { reference: 'INVOICE 2026-1100' }],
  ['replaced', {}, { reference: 'INV ✓1' }, { reference: 'INV ☎1' }],
  ['written in capitals', { instrument: 'BACS' }, { reference: 'inv 1' }, { reference: 'INV 1' }],
  [
    'taken from the end-to-end id',
    { instrument: 'BACS' },
    { endToEndIdentification: 'FRESCO-2026-11-00-18' },
    { endToEndIdentification: 'FRESCO-2026-11-00-17' },
  ],
])('references are equal after they were %s', (_, changes, one, other) => {
  expect(equalOf(changes, one, other)).toEqual([[0, 1]]);
});

it('references are not reported if they were equal before, or are for other accounts', () => {
  const reference = 'INVOICE 2026/11/0018';
  expect(equalOf({}, { reference }, { reference }, {}, {})).toEqual([]);
  const elsewhere = { reference: 'INVOICE 2026/11/0017', creditor: '20000000000002' };
  expect(equalOf({}, { reference }, elsewhere)).toEqual([]);
});
