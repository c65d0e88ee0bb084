import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cancel,
  isCancelled,
  type CancellationContext,
  type Unfinished,
} from '../../../../src/domain/execution/cancellation.ts';
import { waitingFor } from '../../../../src/domain/lifecycle/payment-approvals.ts';
import type { Work } from '../../../../src/domain/records/records.ts';
import { waiting } from '../../../helpers/books.ts';

const NOW = Date.parse('2026-12-01T10:00:00Z');

interface Stands {
  readonly state?: 'waiting' | 'booked' | 'sent';
  readonly clearingPence?: number;
  readonly cursor?: number;
}

/** Returns a batch of two payments with its pending step. */
function unfinished(number: number, { state = 'waiting', clearingPence = 0, cursor = 0 }: Stands) {
  const batch = { ...waiting({ payments: 2, totalPence: 200 }), number, state, clearingPence };
  const payment = {
    ...{ id: 'p', consentId: 'c', createdAt: NOW, debtorAccount: null, customerId: 'acme' },
    groupStatus: 'PDNG',
  } as const;
  const step: Work = {
    ...{ id: number, paymentId: 'p', batch: number, cursor, dueAt: NOW, attempts: 0 },
    source: 'file',
    step: state === 'waiting' ? 'book' : 'send',
  };
  return { batch, payment, step } satisfies Unfinished;
}

const NOT_WAITING = { approval: null, cancelledAt: null };

function judge({ unfinished = [], ...change }: Partial<CancellationContext>) {
  const batches = unfinished.length;
  return cancel({ payment: NOT_WAITING, source: 'order', batches, unfinished, ...change }, NOW);
}

describe("a customer's cancellation", () => {
  test('ends a waiting batch without a debit or a further step', () => {
    const outcome = judge({ unfinished: [unfinished(0, {})] });
    if (outcome.kind !== 'cancelled') throw new Error(outcome.kind);
    const [{ changes } = { changes: null }] = outcome.ended;
    expect(changes).toMatchObject({
      ...{ batch: { state: 'failed', rejected: 2, stateUpdatedAt: NOW }, transfers: [] },
      ...{ next: null, following: null, paymentStatus: null },
    });
    expect(isCancelled(changes?.batch ?? unfinished(0, {}).batch, { cancelledAt: NOW })).toBe(true);
  });

  test('has no effect on a final or cancelled payment', () => {
    expect(judge({}).kind).toBe('final');
    const again = { approval: null, cancelledAt: NOW };
    expect(judge({ payment: again, unfinished: [unfinished(0, {})] }).kind).toBe('final');
  });

  test('finds no batches of a payment that waits for approvals', () => {
    const approval = waitingFor({ required: 2, approveBy: NOW + 1 }, NOW);
    expect(judge({ payment: { approval, cancelledAt: null } }).kind).toBe('unplanned');
  });

  test('has no effect after the approval deadline, even if the expiry is not recorded yet', () => {
    const approval = waitingFor({ required: 2, approveBy: NOW }, NOW - 1);
    expect(judge({ payment: { approval, cancelledAt: null } }).kind).toBe('final');
  });

  test('has no effect on a file with a booked batch', () => {
    const left = [unfinished(1, {})];
    expect(judge({ source: 'file', batches: 2, unfinished: left }).kind).toBe('underWay');
    expect(judge({ source: 'order', batches: 2, unfinished: left }).kind).toBe('cancelled');
  });

  const stands = fc.record({
    state: fc.constantFrom(
      'waiting' as const,
      'waiting' as const,
      'booked' as const,
      'sent' as const,
    ),
    clearingPence: fc.constantFrom(0, 0, 5),
    cursor: fc.constantFrom(0, 0, 250),
  });

  test('ends a whole file or nothing, and of an order only what has not started', () => {
    fc.assert(
      fc.property(fc.array(stands, { minLength: 1, maxLength: 5 }), (several) => {
        const all = several.map((one, number) => unfinished(number, one));
        const isBegun = ({ state, clearingPence, cursor }: (typeof several)[number]): boolean =>
          state !== 'waiting' || clearingPence > 0 || cursor > 0;
        const untouched = several.flatMap((one, number) => (isBegun(one) ? [] : [number]));
        for (const source of ['file', 'order'] as const) {
          const outcome = judge({ source, unfinished: all });
          const expected = source === 'file' && untouched.length < all.length ? [] : untouched;
          const ended =
            outcome.kind === 'cancelled' ? outcome.ended.map(({ found }) => found.step.id) : [];
          expect(ended).toEqual(expected);
          expect(outcome.kind).toBe(expected.length === 0 ? 'underWay' : 'cancelled');
        }
      }),
    );
  });
});
