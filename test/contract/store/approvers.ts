import { describe, expect, it } from 'vitest';
import {
  ACT,
  authorise,
  batchOf,
  keyOf,
  LATER,
  paymentOf,
  withStore,
  type OpenStore,
} from './fixtures.ts';

export function approversSuite(open: OpenStore): void {
  describe('a further approval', () => {
    it.each(['approve', 'reject'] as const)(
      'is refused in its transaction if the user belongs to another customer by then: %s',
      (decision) =>
        withStore(open, async (store) => {
          await authorise(store, 'waits');
          const awaiting = { required: 2, approveBy: LATER };
          const waiting = { ...paymentOf('waits', []), awaiting };
          await store.submitPayment(waiting, keyOf('waits'), ACT);
          const before = await store.findPayment('waits');
          const shown = { factor: 'code', linkedTo: 'what was shown' } as const;
          const decided = { ...shown, userId: 'sam', decision };
          const release = { batches: [batchOf(1, 600)], booking: null };
          const taken = await store.approvePayment('waits', decided, release, ACT);
          expect(taken).toEqual({ kind: 'notOwn' });
          expect(await store.findPayment('waits')).toEqual(before);
        })(),
    );
  });
}
