import { expect, test } from 'vitest';
import { formatBatch, formatStatus } from '../../../../src/domain/messages/status-text.ts';
import type { Batch, Payment } from '../../../../src/domain/records/records.ts';

const AT = Date.parse('2026-12-01T09:00:00Z');

const REJECTED = { groupStatus: 'RJCT', firstPaidAt: null, sentAt: null } as Payment;

test.each([
  [{ reason: 'AC04', sentAt: AT }, 'Not paid: the payee’s account is closed'],
  [{ reason: 'AC04' }, 'Not paid: the account to pay from is closed'],
  [{ reason: 'AM14' }, 'Not paid: it was more than is allowed'],
  [{ reason: 'AC04', sentAt: AT, firstPaidAt: AT }, 'Came back: the payee’s account is closed'],
] as const)('a rejected payment with %o', (payment, text) => {
  expect(formatStatus({ ...REJECTED, cancelledAt: null, ...payment })).toBe(text);
});

const BATCH = { payments: 1, rejected: 0, returned: 0, stateUpdatedAt: AT } as Batch;
const ANSWERED = { ...BATCH, abandonedAt: null, state: 'answered', payments: 3 } as const;
const FAILED = { ...ANSWERED, state: 'failed', failureReason: null } as const;
const DAY = 'on Tuesday 1 December 2026';

test.each([
  [{ ...FAILED, rejected: 3 }, null, 'Not paid: there was not enough money in the account'],
  [{ ...FAILED, payments: 1 }, 'AC01', 'Not paid: the bank does not know the account to pay from'],
  [
    { ...ANSWERED, payments: 1, rejected: 1 },
    'AC01',
    `Not paid ${DAY}: the payee’s account number`,
  ],
  [{ ...ANSWERED, rejected: 3 }, null, `Not paid ${DAY}`],
  [{ ...ANSWERED, rejected: 2, returned: 1 }, null, 'Not paid'],
  [{ ...ANSWERED, returned: 3 }, null, 'Came back'],
  [{ ...ANSWERED, rejected: 1 }, null, `Paid ${DAY}, except 1 payment`],
  [{ ...ANSWERED, returned: 2 }, null, `Paid ${DAY}, but 2 payments came back`],
] as const)('a batch with %o', (batch, reason, text) => {
  expect(formatBatch(batch, reason)).toMatch(new RegExp(`^${text}`));
});
