import { describe, expect, it } from 'vitest';
import {
  ACT,
  answerOf,
  balanceOf,
  BANK,
  batchOf,
  bookingOf,
  consentOf,
  debitOf,
  inFolder,
  keyOf,
  LATER,
  nextWork,
  NOW,
  RICH,
  RICH_PENCE,
  submit,
  type OpenStore,
} from './fixtures.ts';

export function restartSuite(open: OpenStore): void {
  describe('a restart', () => {
    it('between any two steps loses nothing and repeats nothing', () =>
      inFolder(async (directory) => {
        let store = await open(directory);
        const restart = async (): Promise<void> => {
          await store.close();
          store = await open(directory);
          expect(await store.auditBooks()).toEqual([]);
        };
        await store.seed(BANK, NOW);
        await submit(store, 'p', [batchOf(3, 300)]);
        await restart();
        const book = await nextWork(store);
        const booking = bookingOf([debitOf(null, 300)]);
        await store.bookDebits(book, booking, NOW);
        await restart();
        expect(await store.bookDebits(book, booking, NOW)).toEqual({ done: false });
        await store.markSent(await nextWork(store), LATER, NOW);
        await restart();
        const pending = [answerOf(0, 'pending'), answerOf(1, 'rejected')];
        const first = { exceptions: pending, nextCursor: null, askAgainAt: LATER };
        await store.applyAnswers(await nextWork(store), first, NOW);
        await restart();
        const last = { exceptions: [], nextCursor: null, askAgainAt: null };
        await store.applyAnswers(await nextWork(store), last, LATER);
        await restart();
        expect(await store.findPayment('p')).toMatchObject({ groupStatus: 'PART' });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 200);
        expect(await store.seed(BANK, NOW)).toBe(false);
        await store.close();
      }));

    it('keeps commands that were running when the store was closed', () =>
      inFolder(async (directory) => {
        const store = await open(directory);
        await store.seed(BANK, NOW);
        const underWay = store.createConsent(consentOf('c'), keyOf('k'), ACT);
        await store.close();
        expect(await underWay).toMatchObject({ outcome: 'created' });
        const reopened = await open(directory);
        expect(await reopened.findConsent('c')).toMatchObject({ id: 'c' });
        await reopened.close();
      }));
  });
}
