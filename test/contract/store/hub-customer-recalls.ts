import { describe, expect, it } from 'vitest';
import { actorOf } from '../../../src/domain/records/audit.ts';
import { LATER, withStore, type OpenStore } from './fixtures.ts';
import { bringBack, BY_OLGA, messageIdOf } from './hub-messages.ts';
import { accept, answer, recallOf, statesOf } from './hub-recalls.ts';

const P = messageIdOf('p');
const NEWEST = { by: 'newest' } as const;

export function customerRecallsSuite(open: OpenStore): void {
  const by = actorOf({ kind: 'customer', id: 'clara' }, { address: '192.0.2.7' });

  describe('the recall of a customer', () => {
    it(
      'names the user, and is listed by its credit',
      withStore(open, async (store) => {
        await accept(store, 2);
        await store.addRecall(recallOf('R1', 0), { at: LATER, by });
        await store.addRecall(recallOf('R2', 1), BY_OLGA);
        const ofCredit = (paymentId: string, index: number) =>
          store.listRecalls({ by: 'credit', paymentId, index }, 10);
        const asked = { requestedBy: 'clara', requestedByKind: 'customer' };
        expect(await ofCredit('p', 0)).toMatchObject([{ id: 'R1', ...asked }]);
        expect(await ofCredit('p', 1)).toMatchObject([{ id: 'R2', requestedByKind: 'operator' }]);
        expect(await ofCredit('p', 2)).toEqual([]);
        expect(await ofCredit('q', 0)).toEqual([]);
      }),
    );

    it(
      'and of an operator at the same time is stored once',
      withStore(open, async (store) => {
        await accept(store, 1);
        const results = await Promise.all([
          store.addRecall(recallOf('R1'), { at: LATER, by }),
          store.addRecall(recallOf('R2'), BY_OLGA),
        ]);
        expect(results.toSorted()).toEqual(['recalled', 'stored']);
        expect(await statesOf(store)).toHaveLength(1);
      }),
    );

    it(
      'shows when the money of the return was booked',
      withStore(open, async (store) => {
        await accept(store, 1);
        await store.addRecall(recallOf('R1'), { at: LATER, by });
        await bringBack(store, 'p', 'a');
        const returned = { state: 'returned', returnReason: 'AC04' };
        expect(await store.listRecalls(NEWEST, 1)).toMatchObject([
          { ...returned, creditedAt: null },
        ]);
        await store.endReturn({ messageId: P, index: 0 }, null, LATER + 5);
        expect(await store.listRecalls(NEWEST, 1)).toMatchObject([
          { ...returned, creditedAt: LATER + 5 },
        ]);
      }),
    );

    it(
      'is among the states of its payment, each state once',
      withStore(open, async (store) => {
        await accept(store, 3, 3);
        await accept(store, 1, 1, 'q');
        for (const index of [0, 1, 2]) {
          await store.addRecall(recallOf(`R${String(index)}`, index), { at: LATER, by });
        }
        await store.addRecall(recallOf('Q', 0, 'q'), BY_OLGA);
        await answer(store, 'a', 'R0', 'refused', 'CUST');
        const [open, refused] = ['open', 'refused'].map((state) => ({ paymentId: 'p', state }));
        expect(await store.recallStatesOf(['p'])).toEqual([open, refused]);
        const ofQ = { paymentId: 'q', state: 'open' };
        expect(await store.recallStatesOf(['q', 'p', 'none'])).toEqual([open, refused, ofQ]);
        expect(await store.recallStatesOf([])).toEqual([]);
      }),
    );
  });
}
