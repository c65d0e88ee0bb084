import { describe, expect, it } from 'vitest';
import type { MatchedSlice } from '../../../src/domain/schemes/hand-over.ts';
import { answerOf, LATER, LATER_ACT, nextWork, withStore, type OpenStore } from './fixtures.ts';
import { answer, BATCH, handOver, NOTHING, ONE, sliceOf, take, TWO } from './hand-over.ts';

export function hubReturnsSuite(open: OpenStore): void {
  describe('a credit that the hub returns', () => {
    const back: MatchedSlice = sliceOf([
      { ...answer(0, ONE, 1, 'accepted'), returned: { id: 'R1', amount: 100 } },
    ]);

    it(
      'waits until the answers to its batch were booked, and is ended once',
      withStore(open, async (store) => {
        await handOver(store);
        await take(store, back);
        expect(await store.waitingReturns(10)).toEqual([]);
        const groups = [ONE, TWO].map((messageId) => {
          return { position: -1, messageId, meaning: 'accepted', reason: 'NARR' } as const;
        });
        await take(store, sliceOf([], { groups }), 'HUB-2');
        await store.applyAnswers(await nextWork(store), NOTHING, LATER);
        const waiting = { ...BATCH, messageId: ONE, index: 1, returnId: 'R1', reason: 'AC04' };
        const [one] = await store.waitingReturns(10);
        expect(one).toEqual({ ...waiting, receivedAt: LATER });
        await store.endReturn(waiting, null, LATER_ACT.at);
        expect(await store.waitingReturns(10)).toEqual([]);
        // The same return in another document changes nothing.
        await take(store, back, 'HUB-3');
        expect(await store.waitingReturns(10)).toEqual([]);
      }),
    );

    it(
      'waits while it is pending in the books, even if the hub has accepted it by now',
      withStore(open, async (store) => {
        await handOver(store);
        await take(store, sliceOf([answer(0, ONE, 1, 'pending')]));
        const groups = [ONE, TWO].map((messageId) => {
          return { position: -1, messageId, meaning: 'accepted', reason: 'NARR' } as const;
        });
        await take(store, sliceOf([answer(0, ONE, 1, 'pending')], { groups }), 'HUB-2');
        const exceptions = [answerOf(1, 'pending')];
        const pending = { exceptions, nextCursor: null, askAgainAt: LATER };
        await store.applyAnswers(await nextWork(store), pending, LATER);
        await take(store, back, 'HUB-3');
        expect(await store.waitingReturns(10)).toEqual([]);
        await store.applyAnswers(await nextWork(store), NOTHING, LATER);
        expect(await store.waitingReturns(10)).toMatchObject([{ index: 1 }]);
      }),
    );

    it(
      'is set aside with a problem',
      withStore(open, async (store) => {
        await handOver(store);
        await take(store, back);
        await store.endReturn({ messageId: ONE, index: 1 }, 'notOwned', LATER);
        await store.applyAnswers(await nextWork(store), NOTHING, LATER);
        expect(await store.waitingReturns(10)).toEqual([]);
      }),
    );
  });
}
