import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SeededStore } from '../../src/domain/ports/store-admin.ts';
import type { NewPayment } from '../../src/domain/ports/store.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { addDays, DAY_MS, londonDate, type LocalDate } from '../../src/shared/time.ts';
import { openSqliteStore } from '../../src/store/sqlite/index.ts';
import {
  actAt,
  authorise,
  BANK,
  batchOf,
  bookingOf,
  debitOf,
  inFolder,
  keyOf,
  NOW,
  paymentOf,
  POOR,
  POOR_PENCE,
  RICH,
} from '../contract/store/fixtures.ts';

const DAYS = 5;

type Operation =
  | { readonly kind: 'pay'; readonly day: number; readonly pence: number }
  | { readonly kind: 'book'; readonly which: number; readonly isFunded: boolean };

const operations: fc.Arbitrary<Operation[]> = fc.array(
  fc.oneof(
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('pay' as const),
        day: fc.nat(DAYS - 1),
        pence: fc.integer({ min: POOR_PENCE + 1, max: 2 * POOR_PENCE }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('book' as const),
        which: fc.nat(),
        isFunded: fc.boolean(),
      }),
    },
  ),
  { minLength: 10, maxLength: 40 },
);

/** A submitted payment under the consent, as the model records it. */
interface Paid {
  readonly id: string;
  readonly day: LocalDate;
  readonly pence: number;
}

const dayOf = (index: number): LocalDate => addDays(londonDate(NOW), index);

function underConsent({ id, pence }: Omit<Paid, 'day'>): NewPayment {
  return {
    ...paymentOf(id, [batchOf(1, pence)]),
    consentId: 'consent-many',
    consumesConsent: false,
    spending: { pence, limits: [] },
  };
}

/**
 * Submits payments under a consent and rejects some of them. Returns those that count towards its
 * limits.
 */
async function perform(store: SeededStore, sequence: readonly Operation[]): Promise<Paid[]> {
  const waiting: Paid[] = [];
  const counting: Paid[] = [];
  for (const [index, operation] of sequence.entries()) {
    if (operation.kind === 'pay') {
      const { pence, day } = operation;
      const paid = { id: `p${String(index)}`, day: dayOf(day), pence };
      const payment = underConsent(paid);
      const { outcome } = await store.submitPayment(
        payment,
        keyOf(paid.id),
        actAt(NOW + day * DAY_MS),
      );
      expect(outcome).toBe('created');
      waiting.push(paid);
    } else {
      const [booked] = waiting.splice(operation.which % Math.max(1, waiting.length), 1);
      if (booked === undefined) continue;
      const due = await store.dueWork(Number.MAX_SAFE_INTEGER, sequence.length);
      const work = due.find(({ paymentId }) => paymentId === booked.id);
      const debit = debitOf(null, booked.pence, operation.isFunded ? RICH : POOR);
      await store.bookDebits(
        expectDefined(work, booked.id),
        bookingOf([debit]),
        NOW + DAYS * DAY_MS,
      );
      if (operation.isFunded) counting.push(booked);
    }
    expect(await store.auditBooks()).toEqual([]);
  }
  return [...counting, ...waiting];
}

describe('the amount paid under a consent', () => {
  it('is the sum of the payments on those days that were not rejected', async () => {
    const days = fc.tuple(fc.nat(DAYS - 1), fc.nat(DAYS - 1));
    await fc.assert(
      fc.asyncProperty(operations, days, (sequence, [one, other]) =>
        inFolder(async (directory) => {
          const store = openSqliteStore(join(directory, 'bank.db'), () => NOW);
          try {
            await store.seed(BANK, NOW);
            await authorise(store, 'many');
            const counting = await perform(store, sequence);
            const [first, last] = [dayOf(Math.min(one, other)), dayOf(Math.max(one, other))];
            const spent = counting
              .filter(({ day }) => first <= day && day <= last)
              .reduce((sum, { pence }) => sum + pence, 0);
            const limit = { first, last, maximumPence: spent, path: '' };
            const exceeded = (pence: number) =>
              store.exceededLimits('consent-many', { pence, limits: [limit] });
            expect(await exceeded(0)).toEqual([]);
            expect(await exceeded(1)).toEqual([{ ...limit, spentPence: spent }]);
          } finally {
            await store.close();
          }
        }),
      ),
      { numRuns: 40 },
    );
  });
});
