import { expect, test } from 'vitest';
import { isFinalStatus } from '../../client/src/index.ts';
import { reasonInWords, REASONS, STATUSES, statusInWords } from '../../pis/src/payment/words.ts';
import type { ReasonCode } from '../../src/domain/records/payment.ts';
import { SCHEME_REASONS } from '../../src/domain/schemes/proposals.ts';
import { ORDER_STATUSES } from '../../src/versions/v4.0/statuses.ts';

test('a status and a reason are explained in words', () => {
  expect(statusInWords('ACSC')).toBe(statusInWords('AcceptedSettlementCompleted'));
  expect(statusInWords('InitiationPending')).toBe(
    'the bank has received the payment and not yet executed it',
  );
  expect(reasonInWords('AC01')).toBe('the account number is wrong');
});

test('an unknown code is shown as it is', () => {
  expect(statusInWords('ZZZZ')).toBe('ZZZZ');
  expect(reasonInWords('constructor')).toBe('constructor');
});

test('all statuses of v4.0 are known, and those that the client library takes as final', () => {
  expect(ORDER_STATUSES.filter((status) => STATUSES[status] === undefined)).toEqual([]);
  const finals = Object.keys(STATUSES).filter(isFinalStatus);
  expect(finals).toHaveLength(14);
});

test('the reasons that the bank gives are known', () => {
  const others = ['AG01', 'AM04', 'DS02', 'DS24', 'DT01', 'MS03'] as const satisfies ReasonCode[];
  const unknown = [...SCHEME_REASONS, ...others].filter((code) => REASONS[code] === undefined);
  expect(unknown).toEqual([]);
});
