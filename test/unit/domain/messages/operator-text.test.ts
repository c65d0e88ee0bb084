import { expect, test } from 'vitest';
import {
  formatFact,
  formatOperatorReason,
  formatOperatorStatus,
} from '../../../../src/domain/messages/operator-text.ts';
import { formatReason } from '../../../../src/domain/messages/status-text.ts';
import type { Payment } from '../../../../src/domain/records/records.ts';

const AT = Date.parse('2026-12-01T09:00:00Z');

const PAYMENT = { cancelledAt: null, firstPaidAt: null, sentAt: null } as Payment;

test.each([
  [{ groupStatus: 'PDNG' }, 'Waits for its execution date'],
  [{ groupStatus: 'PDNG', cancelledAt: AT }, 'Cancelled by the customer'],
  [{ groupStatus: 'RJCT', reason: 'AC04' }, 'Not debited: the account to pay from is closed'],
  [
    { groupStatus: 'RJCT', reason: 'AC04', sentAt: AT },
    'Rejected by the scheme: the payee’s account is closed',
  ],
  [
    { groupStatus: 'RJCT', reason: 'AC04', sentAt: AT, firstPaidAt: AT },
    'Returned by the payee’s bank: the payee’s account is closed',
  ],
] as const)('a payment with %o, for operators', (payment, text) => {
  expect(formatOperatorStatus({ ...PAYMENT, ...payment })).toBe(text);
});

test('operators read another meaning of NARR than customers', () => {
  expect(formatOperatorReason('NARR')).not.toBe(formatReason('NARR'));
  expect(formatOperatorReason('NARR')).not.toContain('the bank can tell');
});

test.each([
  ['2026-07-01T09:00:00.000Z', '2026-07-01 10:00:00 BST'],
  ['no time at 2026-07-01T09:00:00.000Z', 'no time at 2026-07-01T09:00:00.000Z'],
  [3, '3'],
  [null, 'none'],
])('a fact %o of an action', (fact, text) => {
  expect(formatFact(fact)).toBe(text);
});
