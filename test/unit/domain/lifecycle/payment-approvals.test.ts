import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { APPROVAL_MOVES, mayMove } from '../../../../src/domain/lifecycle/lifecycle.ts';
import {
  approveBy,
  decideApproval,
  timedOut,
  waitingFor,
} from '../../../../src/domain/lifecycle/payment-approvals.ts';
import { assert } from '../../../../src/shared/assert.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/shared/time.ts';

const NOW = Date.parse('2026-12-01T10:00:00Z');

describe('the approval deadline', () => {
  test.each([
    ['is thirty days', null, [], [], 30 * DAY_MS],
    ['ends with the day that is asked for', null, [DAY_MS, 2 * DAY_MS], [], DAY_MS],
    ['does not end at a cut-off before it began', null, [-DAY_MS, 40 * DAY_MS], [], 30 * DAY_MS],
    ['ends with a closed day', null, [3 * DAY_MS], [DAY_MS], DAY_MS],
    ['and after the cut-off with the day', null, [-HOUR_MS], [HOUR_MS, DAY_MS], HOUR_MS],
    ['is over with that day', null, [-DAY_MS], [-HOUR_MS], -HOUR_MS],
    ['is what the TPP says, also where that is less', HOUR_MS, [DAY_MS], [DAY_MS], HOUR_MS],
    ['or more', 60 * DAY_MS, [DAY_MS], [], 60 * DAY_MS],
    ['but at most ninety days', 91 * DAY_MS, [], [], 90 * DAY_MS],
    ['and not beyond the last day for approvals', 60 * DAY_MS, [], [DAY_MS], DAY_MS],
  ])('%s', (_, completion, moments, days, expected) => {
    const completionAt = completion === null ? null : NOW + completion;
    const lastMoments = moments.map((moment) => NOW + moment);
    const ends = days.map((end) => NOW + end);
    expect(approveBy({ completionAt, lastMoments, ends }, NOW)).toBe(NOW + expected);
  });
});

const USERS = ['dora', 'dave', 'dina', 'dirk', 'dona'];

const decision = fc.record({
  userId: fc.constantFrom(...USERS),
  decision: fc.constantFrom('approve' as const, 'approve' as const, 'reject' as const),
  after: fc.integer({ min: 0, max: 20 }),
});

/** Reference implementation of decisions: the expected status and number of approvals. */
function oracle(
  required: number,
  by: number,
  decisions: readonly { userId: string; decision: string; at: number }[],
) {
  const counted = new Set(['dora']);
  for (const { userId, decision: decided, at } of decisions) {
    if (at >= by) return { status: 'expired', received: counted.size };
    if (counted.has(userId)) continue;
    if (decided === 'reject') return { status: 'rejected', received: counted.size };
    counted.add(userId);
    if (counted.size === required) return { status: 'approved', received: required };
  }
  return { status: 'waiting', received: counted.size };
}

test('payment approvals in any order match a simple count and follow the status table', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 5 }),
      fc.integer({ min: 1, max: 60 }),
      fc.array(decision, { maxLength: 12 }),
      (required, minutes, decisions) => {
        const by = NOW + minutes;
        let at = NOW;
        const timed = decisions.map(({ after, ...one }) => ({ ...one, at: (at += after) }));
        let approval = waitingFor({ required, approveBy: by }, NOW);
        const decided = [{ userId: 'dora' }];
        const ended: string[] = [];
        for (const one of timed) {
          const payment = { approval, customerId: 'north' };
          const found = { payment, decided, customerId: 'north' };
          const outcome = decideApproval(found, one, one.at);
          assert(outcome.kind !== 'notOwn', 'a user of the customer of the payment');
          const before = approval.status;
          if (outcome.approval !== null) approval = outcome.approval;
          expect(
            before === approval.status || mayMove(APPROVAL_MOVES, before, approval.status),
          ).toBe(true);
          if (outcome.kind === 'counted' || outcome.kind === 'released') decided.push(one);
          if (outcome.kind === 'released') ended.push(one.userId);
        }
        const { status, received } = oracle(required, by, timed);
        expect([approval.status, approval.received]).toEqual([status, received]);
        // Released at most once, and never by a user who had already decided.
        expect(ended.length).toBe(status === 'approved' ? 1 : 0);
        expect(timedOut(approval, by)?.status).toBe(status === 'waiting' ? 'expired' : undefined);
      },
    ),
  );
});
