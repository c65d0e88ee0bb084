import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/shared/time.ts';
import {
  batchOf,
  bookingOf,
  debitOf,
  LATER,
  nextWork,
  NOW,
  submit,
  withStore,
  type OpenStore,
  type TestStore,
} from './fixtures.ts';

const ONE = { owner: 'one', leaseMs: MINUTE_MS };
const OTHER = { owner: 'other', leaseMs: MINUTE_MS };

/** Submits three payments of one batch each, all due. */
async function threeDue(store: TestStore): Promise<void> {
  for (const id of ['p', 'q', 'r']) await submit(store, id, [batchOf(1, 100)]);
}

export function claimsSuite(open: OpenStore): void {
  describe('claimed work', () => {
    it(
      'is due work, oldest first, that no other owner gets until it is released',
      withStore(open, async (store) => {
        await threeDue(store);
        const due = await store.dueWork(NOW, 10);
        const claimed = await store.claimWork('files', NOW, 2, ONE);
        expect(claimed).toEqual(due.slice(0, 2));
        expect(await store.claimWork('files', NOW, 10, OTHER)).toEqual(due.slice(2));
        expect(await store.claimWork('files', NOW, 10, ONE)).toEqual([]);
        await store.releaseWork(claimed, 'other');
        expect(await store.claimWork('files', NOW, 10, OTHER)).toEqual([]);
        await store.releaseWork(claimed, 'one');
        expect(await store.claimWork('files', NOW, 1, OTHER)).toEqual(due.slice(0, 1));
        expect(await store.dueWork(NOW, 10)).toEqual(due);
      }),
    );

    it(
      'goes to one of several concurrent owners',
      withStore(open, async (store) => {
        await threeDue(store);
        const pending = Array.from({ length: 20 }, (_, index) =>
          store.claimWork('files', NOW, 1, { ...ONE, owner: String(index) }),
        );
        const ids = (await Promise.all(pending)).flat().map(({ id }) => id);
        expect(ids).toHaveLength(3);
        expect(new Set(ids).size).toBe(3);
      }),
    );

    it(
      'is only of orders or only of files, as requested',
      withStore(open, async (store) => {
        await threeDue(store);
        await submit(store, 's', [batchOf(1, 100, { source: 'order' })]);
        expect(await store.claimWork('orders', NOW, 10, ONE)).toMatchObject([
          { paymentId: 's', source: 'order' },
        ]);
        const files = await store.claimWork('files', NOW, 10, ONE);
        expect(files.map(({ paymentId }) => paymentId)).toEqual(['p', 'q', 'r']);
        expect(await store.dueWork(NOW, 10)).toHaveLength(4);
      }),
    );

    it(
      'includes failed work only as failed work, when its retry is due',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100)]);
        const works = await store.claimWork('files', NOW, 1, ONE);
        await store.postponeWork(await nextWork(store), { at: NOW, problem: '', tryAt: LATER });
        await store.releaseWork(works, 'one');
        expect(await store.claimWork('files', LATER, 1, ONE)).toEqual([]);
        expect(await store.claimWork('failed', NOW, 1, ONE)).toEqual([]);
        expect(await store.claimWork('failed', LATER, 1, ONE)).toMatchObject([{ attempts: 1 }]);
        expect(await store.claimWork('failed', LATER, 1, OTHER)).toEqual([]);
      }),
    );

    it(
      'is executed once, by the first transaction and regardless of the claim',
      withStore(open, async (store) => {
        await submit(store, 'p', [batchOf(1, 100)]);
        const work = await nextWork(store);
        await store.claimWork('files', NOW, 1, ONE);
        const booking = bookingOf([debitOf(null, 100)]);
        expect((await store.bookDebits(work, booking, NOW)).done).toBe(true);
        expect((await store.bookDebits(work, booking, NOW)).done).toBe(false);
        expect(await store.claimWork('files', NOW, 1, OTHER)).toMatchObject([{ step: 'send' }]);
      }),
    );
  });
}
