import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookDebits, bookInTurn, type Funds } from '../../src/domain/execution/book.ts';
import { foundOf, NOW, OWNER, POOR, RICH, SHUT } from '../helpers/books.ts';

const RUNS = { numRuns: 300 };

describe('batches that are booked together', () => {
  const debit = fc.record({
    debtor: fc.constantFrom(RICH, POOR, SHUT),
    amountPence: fc.integer({ min: 1, max: 300 }),
  });

  it('have the same result as one after the other, and overdraw no account', () => {
    fc.assert(
      fc.property(
        fc.array(debit, { maxLength: 12 }),
        fc.nat(900),
        fc.nat(300),
        (debits, rich, poor) => {
          const opening = new Map([
            [RICH, rich],
            [POOR, poor],
            [SHUT, 1000],
          ]);
          const fundsWith = (paid: ReadonlyMap<string, number>) =>
            new Map<string, Funds>(
              [...opening].map(([account, pence]) => [
                account,
                {
                  balancePence: pence - (paid.get(account) ?? 0),
                  state: account === SHUT ? 'closed' : 'open',
                  customerId: OWNER,
                },
              ]),
            );
          const batches = debits.map(({ debtor: account, amountPence }, index) => {
            const named = { paymentId: `p${String(index)}`, totalPence: amountPence };
            const words = { reference: 'March', counterparty: 'One' };
            const booking = { debits: [{ index: 0, account, amountPence, ...words }] };
            const whole = { whole: true, nextCursor: null, quote: null, next: null };
            return { found: foundOf(named), booking: { ...booking, ...whole } };
          });
          const together = bookInTurn(batches, fundsWith(new Map()), NOW);
          const paid = new Map<string, number>();
          for (const [index, { found, booking }] of batches.entries()) {
            const alone = bookDebits(found, booking, fundsWith(paid), NOW);
            expect(together[index]).toEqual(alone);
            for (const { from, amountPence } of alone.transfers) {
              paid.set(from, (paid.get(from) ?? 0) + amountPence);
            }
          }
          for (const [account, pence] of paid) {
            expect(pence).toBeLessThanOrEqual(opening.get(account) ?? 0);
          }
          expect(paid.get(SHUT)).toBeUndefined();
        },
      ),
      RUNS,
    );
  });
});
