import { describe, expect, it } from 'vitest';
import type { Difference, MatchedEntry } from '../../../src/domain/schemes/reconciliation.ts';
import { withStore, type OpenStore } from './fixtures.ts';
import { answer, handOver, ONE, sliceOf, take } from './hand-over.ts';
import { BY_OLGA } from './hub-messages.ts';
import { acceptAll, DUE, entry, kinds, NOT_DUE, report, RETURN, statement } from './settlement.ts';

/** An answer to a credit of the first message: it came back. */
const cameBack = (index: number) => {
  const returned = { id: `R${String(index)}`, amount: 100 };
  return { ...answer(0, ONE, index, 'accepted'), returned };
};

/** An entry about a single credit of the first message, or its reversal. */
const single = (index: number, changes: Partial<MatchedEntry> = {}): MatchedEntry =>
  entry({ index, transactions: 1, amount: { minor: 100, currency: 'GBP' }, ...changes });
const REVERSAL = { direction: 'CRDT', isReversal: true } as const;

function reversalSuite(open: OpenStore): void {
  describe('the reversal of an entry about a single credit', () => {
    it(
      'ends the second entry about the credit, also if only a later document names it',
      withStore(open, async (store) => {
        await handOver(store);
        await acceptAll(store);
        await report(store, [single(0), single(1), single(1)]);
        expect(await kinds(store)).toEqual(['unexpected E']);
        const reversal = single(1, REVERSAL);
        const unnamed = { ...reversal, messageId: null, index: null, problem: 'unknown' } as const;
        await report(store, [unnamed]);
        expect(await kinds(store)).toEqual(['unexpected E', 'unexpected E']);
        for (const again of [reversal, unnamed, reversal]) {
          await report(store, [again]);
          expect(await kinds(store)).toEqual([]);
        }
        expect(await store.settlementTotals('2026-03-02', 10)).toMatchObject([{ reported: 200 }]);
        await report(store, [single(1, REVERSAL)]);
        expect(await kinds(store)).toEqual([`missing ${ONE}`]);
      }),
    );

    it(
      'ends the entry about a rejected credit, whatever arrives first',
      withStore(open, async (store) => {
        await handOver(store);
        const answers = [answer(0, ONE, 0, 'accepted'), answer(1, ONE, 1, 'rejected')];
        await take(store, sliceOf(answers), 'HUB-1');
        await report(store, [single(0), single(1)]);
        expect(await kinds(store)).toEqual(['unexpected E']);
        await report(store, [single(1, REVERSAL)]);
        expect(await kinds(store)).toEqual([]);
        await report(store, [single(1, REVERSAL)]);
        expect(await kinds(store)).toEqual([`missing ${ONE}`]);
        await report(store, [single(1)]);
        expect(await kinds(store)).toEqual([]);
      }),
    );

    it(
      'leaves the amount of the entry that counts, and does not end a closed entry',
      withStore(open, async (store) => {
        await handOver(store);
        await acceptAll(store);
        const wrong = { amount: { minor: 101, currency: 'GBP' } };
        await report(store, [single(0), single(1, wrong), single(1)]);
        await report(store, [single(1, { ...REVERSAL, ...wrong })]);
        expect(await kinds(store)).toEqual([]);

        await report(store, [single(1)]);
        const [found] = await store.listDifferences(DUE, 10);
        const name = found?.name ?? '';
        expect(await store.resolveDifference(name, 'booked', DUE, BY_OLGA)).toBe('done');
        await report(store, [single(1, REVERSAL)]);
        expect(await kinds(store)).toEqual([`missing ${ONE}`]);
      }),
    );
  });
}

export function settlementDifferencesSuite(open: OpenStore): void {
  reversalSuite(open);
  describe('a difference', () => {
    it(
      'is closed with a reason, and opens again when it changes',
      withStore(open, async (store) => {
        await handOver(store);
        await acceptAll(store);
        await report(store, []);
        expect(await store.resolveDifference(ONE, 'settled by hand', DUE, BY_OLGA)).toBe('done');
        expect(await kinds(store)).toEqual([]);
        expect(await store.resolveDifference(ONE, 'again', DUE, BY_OLGA)).toBe('none');
        expect(await store.settlementTotals('2026-03-02', 10)).toMatchObject([{ resolved: 200 }]);
        await report(store, [entry()]);
        expect(await kinds(store)).toEqual([`excess ${ONE}`]);
        expect(await store.resolveDifference(ONE, 'came late', DUE, BY_OLGA)).toBe('done');
        expect(await kinds(store)).toEqual([]);
      }),
    );

    it(
      'about missing credits and returns is listed only after a report of the exchange',
      withStore(open, async (store) => {
        await handOver(store);
        await acceptAll(store);
        await take(store, sliceOf([cameBack(1)]), 'HUB-2');
        const close = (name: string) => store.resolveDifference(name, 'known', DUE, BY_OLGA);
        expect(await kinds(store)).toEqual([]);
        await report(store, [], [], {}, 'gateway', ['CHAPS', 'BACS']);
        expect(await kinds(store)).toEqual([]);
        expect(await close(ONE)).toBe('unknown');
        await report(store, []);
        const both = [`missing ${ONE}`, `missing ${ONE}-1`];
        expect([...(await kinds(store))].sort()).toEqual(both);
        // The scheme now uses another exchange, which has not delivered a report yet.
        await report(store, [], [], {}, 'default', ['SWIFT']);
        expect(await kinds(store)).toEqual([]);
        await report(store, [entry({ ...RETURN, amount: { minor: 99, currency: 'GBP' } })]);
        await report(store, [], [], {}, 'default', ['SWIFT']);
        expect(await kinds(store)).toEqual([`amount ${ONE}-1`]);
      }),
    );

    it(
      'about missing credits and returns is not closed before the time for entries has ended',
      withStore(open, async (store) => {
        await handOver(store);
        await acceptAll(store);
        await take(store, sliceOf([cameBack(1)]), 'HUB-2');
        await report(store, []);
        for (const name of [ONE, `${ONE}-1`]) {
          const close = (overdue: typeof DUE) =>
            store.resolveDifference(name, 'too early', overdue, BY_OLGA);
          expect(await close(NOT_DUE)).toBe('unknown');
          expect(await kinds(store)).toContain(`missing ${name}`);
          expect(await close(DUE)).toBe('done');
          expect(await close(NOT_DUE)).toBe('none');
        }
        expect(await kinds(store)).toEqual([]);
        await report(store, [entry()]);
        const excess = { name: ONE, kind: 'excess' };
        expect(await store.listDifferences(NOT_DUE, 10)).toMatchObject([excess]);
        expect(await store.resolveDifference(ONE, 'late', NOT_DUE, BY_OLGA)).toBe('done');
      }),
    );

    it(
      'of an entry, a return or a statement is closed once',
      withStore(open, async (store) => {
        await handOver(store);
        await acceptAll(store);
        const back = { ...answer(0, ONE, 1, 'accepted'), returned: { id: 'R1', amount: 100 } };
        await take(store, sliceOf([back]), 'HUB-2');
        const foreign = entry({ messageId: null, problem: 'unknown' });
        await report(store, [entry(), foreign], [statement(1, 0, -5), statement(3, -5, 0)]);
        const found = await store.listDifferences(DUE, 10);
        expect(found.map(({ kind }) => kind).sort()).toEqual(['gap', 'missing', 'unexpected']);
        for (const { name } of found) {
          expect(await store.resolveDifference(name, 'known', DUE, BY_OLGA)).toBe('done');
          expect(await store.resolveDifference(name, 'known', DUE, BY_OLGA)).toBe('none');
        }
        expect(await kinds(store)).toEqual([]);
      }),
    );

    it.each(['M00000000000000000000009', `${ONE}-7`, 'E999', 'S999', 'X1', ''])(
      'that is called %j does not exist',
      (name) =>
        withStore(open, async (store) => {
          await handOver(store);
          expect(await store.resolveDifference(name, 'why', DUE, BY_OLGA)).toBe('unknown');
        })(),
    );

    it(
      'is listed within the limit, the oldest first',
      withStore(open, async (store) => {
        await handOver(store);
        const foreign = () => entry({ messageId: null, problem: 'unknown' });
        const first = foreign();
        await report(store, [first, foreign(), foreign()]);
        const found: readonly Difference[] = await store.listDifferences(DUE, 2);
        expect(found).toHaveLength(2);
        const reference = `unknown DBIT ${first.servicerReference}`;
        expect(found[0]).toMatchObject({ instrument: null, detail: reference });
      }),
    );
  });
}
