import { expect, test } from 'vitest';
import { formatNews } from '../../../../src/use-cases/index.ts';

const SINCE = Date.parse('2026-12-01T10:00:00Z');

test.each([
  [0, 0, ['All payees and accounts were in the file of Tuesday 1 December 2026, too']],
  [2, 0, ['2 payments to payees who were not in the file of Tuesday 1 December 2026']],
  [0, 1, ['1 payment to another account than the payee’s in the file of Tuesday 1 December 2026']],
  [
    1,
    2,
    [
      '1 payment to payees who were not in the file of Tuesday 1 December 2026',
      '2 payments to another account than the payee’s in it',
    ],
  ],
])(
  'formatNews describes %i payments to new payees and %i to changed accounts',
  (payee, account, words) => {
    expect(formatNews({ newPayee: payee, newAccount: account }, SINCE)).toEqual(words);
  },
);

test('formatNews says that there is no earlier file', () => {
  expect(formatNews({ newPayee: 3, newAccount: 0 }, null)).toEqual([
    'There is no earlier file of this provider to compare it with',
  ]);
});
