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
])('what is new is told, and of what there is none of nothing: %i, %i', (payee, account, words) => {
  expect(formatNews({ newPayee: payee, newAccount: account }, SINCE)).toEqual(words);
});

test('where there was no earlier file that is told', () => {
  expect(formatNews({ newPayee: 3, newAccount: 0 }, null)).toEqual([
    'There is no earlier file of this provider to compare it with',
  ]);
});
