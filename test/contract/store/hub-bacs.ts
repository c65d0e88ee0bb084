import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/domain/ports/store.ts';
import type { BacsAdvice } from '../../../src/domain/schemes/hand-over.ts';
import { LATER, NOW, withStore, type OpenStore } from './fixtures.ts';
import {
  beginDocument,
  bringBack,
  documentOf,
  messageIdOf,
  messageOf,
  sendMessage,
  sliceOf,
} from './hub-messages.ts';

/** Sends a Bacs submission of a payment, with its processing day. */
async function submission(store: Store, payment: string, settlementDate: string, credits = 2) {
  const message = messageOf(payment, credits);
  await sendMessage(store, payment, credits, { ...message, instrument: 'BACS', settlementDate });
}

function advice(position: number, rest: Partial<BacsAdvice> = {}): BacsAdvice {
  return {
    ...{
      position,
      outcome: 'returned',
      code: 'B',
      description: 'ACCOUNT CLOSED',
      newAccount: null,
    },
    ...{ messageId: messageIdOf('p'), index: 0 },
    record: {
      ...{ destination: '20000012345678', originator: '11280001234567', pence: 100, name: 'A' },
      ...{ reference: 'REF', processingDay: '2026-03-03' },
    },
    ...rest,
  };
}

/** Takes a slice with the status of some credits of the payment `p`. */
async function rejectCredits(store: Store, indexes: readonly number[]): Promise<void> {
  await beginDocument(store, 'a');
  const answers = indexes.map((index, position) => {
    const answer = { messageId: messageIdOf('p'), index, position, reason: 'AC01' } as const;
    return { ...answer, amount: 100, meaning: 'rejected', returned: null } as const;
  });
  await store.takeAnswers(documentOf('a'), sliceOf({ answers }), NOW);
}

export function hubBacsSuite(open: OpenStore): void {
  describe('the submissions of a processing day', () => {
    it(
      'are listed by their ids, in pages',
      withStore(open, async (store) => {
        await submission(store, 'q', '2026-03-03');
        await submission(store, 'p', '2026-03-03');
        await submission(store, 'r', '2026-03-04');
        await sendMessage(store, 's', 2, { ...messageOf('s', 2), settlementDate: '2026-03-03' });
        await store.markHandedOver(messageIdOf('q'), LATER);
        const ids = async (after: string, limit: number) =>
          (await store.bacsSubmissions('2026-03-03', after, limit)).map(({ id }) => id);
        expect(await ids('', 10)).toEqual([messageIdOf('p'), messageIdOf('q')]);
        expect(await ids('', 1)).toEqual([messageIdOf('p')]);
        expect(await ids(messageIdOf('p'), 1)).toEqual([messageIdOf('q')]);
        expect(await store.bacsSubmissions('2026-03-03', messageIdOf('p'), 9)).toEqual([
          {
            ...{ id: messageIdOf('q'), paymentId: 'q', number: 0, instrument: 'BACS', date: null },
            ...{
              transactions: 2,
              total: { minor: 200, currency: 'GBP' },
              bankSortCodes: '112800',
              leftOut: '',
            },
            ...{ firstIndex: 0, lastIndex: 1, createdAt: NOW, handedOverAt: LATER },
            content: { kind: 'text', text: '<Document for="q"/>' },
          },
        ]);
      }),
    );
  });

  describe('the credits that have ended', () => {
    it(
      'are those that were rejected or came back',
      withStore(open, async (store) => {
        await submission(store, 'p', '2026-03-03', 4);
        await rejectCredits(store, [2]);
        await bringBack(store, 'p', 'b');
        expect(await store.endedCredits(messageIdOf('p'), [0, 1, 2])).toEqual([0, 2]);
        expect(await store.endedCredits(messageIdOf('p'), [1, 3])).toEqual([]);
        expect(await store.endedCredits(messageIdOf('q'), [0])).toEqual([]);
      }),
    );

    it(
      'are all credits of a rejected submission',
      withStore(open, async (store) => {
        await submission(store, 'p', '2026-03-03');
        await beginDocument(store, 'a');
        const group = { position: -1, messageId: messageIdOf('p'), meaning: 'rejected' } as const;
        const groups = [{ ...group, reason: 'AC01' as const }];
        await store.takeAnswers(documentOf('a'), sliceOf({ groups, to: 0 }), NOW);
        expect(await store.endedCredits(messageIdOf('p'), [1])).toEqual([1]);
      }),
    );
  });

  describe('the items of reports of Bacs', () => {
    it(
      'are stored once with their slice, and listed newest first',
      withStore(open, async (store) => {
        await submission(store, 'p', '2026-03-03');
        await beginDocument(store, 'a');
        const moved = advice(1, {
          ...{ outcome: 'moved', code: '3', description: null, newAccount: '20000087654321' },
          ...{ messageId: null, index: null },
          record: { ...advice(0).record, originator: null, pence: null },
        });
        const slice = sliceOf({ to: 2, advices: [advice(0), moved] });
        await store.takeAnswers(documentOf('a'), slice, NOW);
        expect(await store.takeAnswers(documentOf('a'), slice, LATER)).toBeNull();
        const document = { sha256: documentOf('a'), name: 'a.xml' };
        const listed = { document, receivedAt: NOW };
        expect(await store.listBacsAdvices(10)).toEqual([
          { ...moved, ...listed, paymentId: null },
          { ...advice(0), ...listed, paymentId: 'p' },
        ]);
        expect(await store.listBacsAdvices(1)).toHaveLength(1);
      }),
    );
  });
}
