import { describe, expect, it } from 'vitest';
import type { MessageFilter } from '../../../src/domain/ports/hub-admin-store.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import { INSTRUMENTS, type Instrument } from '../../../src/domain/schemes/schemes.ts';
import { HOUR_MS, type Instant } from '../../../src/shared/time.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { LATER, NOW, withStore, type OpenStore } from './fixtures.ts';
import {
  arrivalOf,
  beginDocument,
  BY_OLGA,
  documentOf,
  leavePending,
  messageIdOf,
  messageOf,
  sendMessage,
  sliceOf,
} from './hub-messages.ts';
import { resumeScheme } from '../../helpers/proposals.ts';

async function queueOf(store: Store, instrument: string, now = LATER) {
  const queues = await store.schemeQueues(now);
  return expectDefined(
    queues.find((queue) => queue.instrument === instrument),
    instrument,
  );
}

function queuesSuite(open: OpenStore): void {
  describe('the queues of messages to a payment hub', () => {
    it(
      'count the waiting and the unanswered messages of each scheme',
      withStore(open, async (store) => {
        const none = { messages: 0, oldestAt: null };
        const answers = { unanswered: { ...none, credits: 0 }, pending: { ...none, credits: 0 } };
        const others = { scheduled: { messages: 0, nextAt: null }, refused: 0, stop: null };
        const notLate = { waiting: 0, unanswered: 0 };
        const empty = { waiting: none, ...answers, ...others, late: notLate };
        expect(await store.schemeQueues(LATER)).toEqual(
          INSTRUMENTS.map((instrument) => ({ instrument, ...empty })),
        );
        await sendMessage(store, 'p', 2);
        await sendMessage(store, 'q', 3);
        await store.markHandedOver(messageIdOf('q'), LATER);
        expect(await queueOf(store, 'FPS')).toEqual({
          instrument: 'FPS',
          waiting: { messages: 1, oldestAt: NOW },
          unanswered: { messages: 1, credits: 3, oldestAt: LATER },
          pending: { ...none, credits: 0 },
          ...{ ...others, late: notLate },
        });
        expect(await queueOf(store, 'BACS')).toMatchObject(empty);
        expect(await store.countOverdue('FPS', LATER)).toBe(0);
        expect(await store.countOverdue('FPS', LATER + 1)).toBe(1);
        expect(await store.countOverdue('BACS', LATER + 1)).toBe(0);
      }),
    );

    it(
      'name the waiting message with the most failed attempts',
      withStore(open, async (store) => {
        await sendMessage(store, 'p', 1);
        await sendMessage(store, 'q', 1);
        expect(await store.findFailingHandOver('FPS')).toBeUndefined();
        const [p, q] = [messageIdOf('p'), messageIdOf('q')];
        const common = { tryAt: LATER, refusedAt: null };
        await store.postponeMessage(p, { problem: 'the folder is full', ...common });
        await store.postponeMessage(q, { problem: 'no folder', ...common });
        await store.postponeMessage(q, { problem: 'still no folder', ...common });
        const worst = { messageId: q, attempts: 2, problem: 'still no folder' };
        expect(await store.findFailingHandOver('FPS')).toEqual(worst);
        expect(await store.findFailingHandOver('BACS')).toBeUndefined();
      }),
    );

    it(
      'count refused messages separately, until they fail otherwise, are handed over or answered',
      withStore(open, async (store) => {
        const messages = ['p', 'q', 'r'].map(messageIdOf);
        const [p = '', q = '', r = ''] = messages;
        for (const payment of ['p', 'q', 'r']) await sendMessage(store, payment, 2);
        const refuse = (id: string, refusedAt: number) =>
          store.postponeMessage(id, { problem: `${id} exists`, tryAt: LATER, refusedAt });
        await refuse(q, LATER);
        await refuse(p, NOW);
        await refuse(r, NOW);
        expect((await queueOf(store, 'FPS')).refused).toBe(3);
        expect((await queueOf(store, 'BACS')).refused).toBe(0);
        const newest = { messageId: q, problem: `${q} exists`, refusedAt: LATER };
        expect(await store.findRefusedHandOver('FPS')).toEqual(newest);
        expect(await store.findRefusedHandOver('BACS')).toBeUndefined();
        expect(await store.findFailingHandOver('FPS')).toBeUndefined();
        expect(await store.listMessages({ by: 'id', id: q }, 1)).toMatchObject([
          { problem: `${q} exists`, refusedAt: LATER },
        ]);

        await store.postponeMessage(q, { problem: 'away', tryAt: LATER, refusedAt: null });
        expect((await queueOf(store, 'FPS')).refused).toBe(2);
        const failing = { messageId: q, attempts: 2, problem: 'away' };
        expect(await store.findFailingHandOver('FPS')).toEqual(failing);
        await store.markHandedOver(p, LATER);
        await leavePending(store, 'r', 'a', LATER);
        expect((await queueOf(store, 'FPS')).refused).toBe(0);
        expect(await store.listMessages({ by: 'id', id: r }, 1)).toMatchObject([
          { problem: null, refusedAt: null, handedOverAt: LATER },
        ]);
      }),
    );

    it(
      'count the messages that wait for the opening separately, and the late ones',
      withStore(open, async (store) => {
        const opening = NOW + HOUR_MS;
        const window = { handOver: { from: opening, by: opening + HOUR_MS } };
        await sendMessage(store, 'p', 1, { ...messageOf('p', 1), ...window });
        await sendMessage(store, 'q', 1, { ...messageOf('q', 1), ...window });
        const due = async (now: Instant) =>
          (await store.messagesToHandOver(INSTRUMENTS, now, 10)).length;
        expect(await due(opening - 1)).toBe(0);
        expect(await due(opening)).toBe(2);
        const before = await queueOf(store, 'FPS', opening - 1);
        expect(before.waiting).toEqual({ messages: 0, oldestAt: null });
        expect(before.scheduled).toEqual({ messages: 2, nextAt: opening });
        const open = await queueOf(store, 'FPS', opening);
        expect(open.waiting).toEqual({ messages: 2, oldestAt: NOW });
        expect(open.scheduled).toEqual({ messages: 0, nextAt: null });

        const failure = { problem: 'away', tryAt: opening + 2 * HOUR_MS, refusedAt: null };
        await store.postponeMessage(messageIdOf('p'), failure);
        expect(await queueOf(store, 'FPS', window.handOver.by - 1)).toMatchObject({
          waiting: { messages: 2 },
          scheduled: { messages: 0 },
          late: { waiting: 0, unanswered: 0 },
        });
        expect((await queueOf(store, 'FPS', window.handOver.by)).late.waiting).toBe(2);
        await store.markHandedOver(messageIdOf('p'), window.handOver.by - 1);
        await store.markHandedOver(messageIdOf('q'), window.handOver.by);
        const late = { waiting: 0, unanswered: 1 };
        expect((await queueOf(store, 'FPS', window.handOver.by)).late).toEqual(late);
      }),
    );

    it(
      'count the messages with pending credits until these are answered finally',
      withStore(open, async (store) => {
        for (const payment of ['p', 'q']) {
          await sendMessage(store, payment, 3);
          await store.markHandedOver(messageIdOf(payment), payment === 'p' ? LATER : NOW);
          await leavePending(store, payment, payment === 'p' ? 'a' : 'b', LATER);
        }
        const pendingOf = async () => (await queueOf(store, 'FPS')).pending;
        expect(await pendingOf()).toEqual({ messages: 2, credits: 2, oldestAt: NOW });
        const listed = await store.listMessages({ by: 'pending' }, 10);
        expect(listed.map(({ paymentId }) => paymentId)).toEqual(['q', 'p']);

        await beginDocument(store, 'c');
        const credit = { messageId: messageIdOf('q'), index: 0, position: 0, amount: 100 };
        const accepted = {
          ...credit,
          meaning: 'accepted',
          reason: 'NARR',
          returned: null,
        } as const;
        await store.takeAnswers(documentOf('c'), sliceOf({ answers: [accepted] }), LATER);
        expect(await pendingOf()).toEqual({ messages: 1, credits: 1, oldestAt: LATER });
      }),
    );

    it(
      'list messages by id, payment and state',
      withStore(open, async (store) => {
        for (const payment of ['p', 'q', 'r']) await sendMessage(store, payment, 2);
        await store.markHandedOver(messageIdOf('q'), LATER);
        const listed = async (which: MessageFilter) =>
          (await store.listMessages(which, 10)).map(({ paymentId }) => paymentId);
        expect(await listed({ by: 'newest' })).toEqual(['r', 'q', 'p']);
        expect(await listed({ by: 'waiting' })).toEqual(['p', 'r']);
        expect(await listed({ by: 'unanswered' })).toEqual(['q']);
        expect(await listed({ by: 'payment', id: 'p' })).toEqual(['p']);
        expect(await store.listMessages({ by: 'newest' }, 1)).toHaveLength(1);
        expect(await listed({ by: 'start', id: messageIdOf('q').slice(0, 19) })).toEqual(['q']);
        expect(await listed({ by: 'start', id: 'MQ1' })).toEqual([]);
        expect(await store.listMessages({ by: 'id', id: messageIdOf('q') }, 1)).toEqual([
          {
            ...{ id: messageIdOf('q'), paymentId: 'q', number: 0, instrument: 'FPS' },
            ...{ createdAt: NOW, settlementDate: '2026-03-02', handedOverAt: LATER },
            ...{ transactions: 2, total: { minor: 200, currency: 'GBP' } },
            ...{ firstIndex: 0, lastIndex: 1, attempts: 0, tryAt: NOW },
            ...{ problem: null, refusedAt: null },
            credits: { open: 2, pending: 0, accepted: 0, rejected: 0 },
            ...{ enquiryId: null, enquiryProblem: null, enquiredAt: null },
          },
        ]);
        const content = { kind: 'text', text: '<Document for="q"/>' };
        expect(await store.findMessageContent(messageIdOf('q'))).toEqual(content);
        expect(await store.findMessageContent('unknown')).toBeUndefined();
      }),
    );
  });
}

function exchangesSuite(open: OpenStore): void {
  describe('several exchanges', () => {
    it(
      'get the messages of their own schemes only, also if others wait longer',
      withStore(open, async (store) => {
        for (const payment of ['p', 'q', 'r']) await sendMessage(store, payment, 1);
        const chaps = { ...messageOf('s', 1), instrument: 'CHAPS' } as const;
        await sendMessage(store, 's', 1, chaps);
        const due = async (instruments: readonly Instrument[]) =>
          (await store.messagesToHandOver(instruments, LATER, 2)).map(({ id }) => id);
        expect(await due(['CHAPS', 'BACS'])).toEqual([messageIdOf('s')]);
        expect(await due(['FPS'])).toHaveLength(2);
        expect(await due(['BACS'])).toEqual([]);
        expect(await due([])).toEqual([]);
      }),
    );

    it(
      'have their own names and ids of documents',
      withStore(open, async (store) => {
        const [one, two, three] = ['a', 'b', 'c'].map(documentOf) as [string, string, string];
        const header = { kind: 'pacs.002', id: 'HUB-1' } as const;
        await store.addDelivery({ sha256: one, bytes: 1 }, arrivalOf('1.xml'), NOW);
        const bacs = arrivalOf('1.xml', 'BACS', ['BACS']);
        for (const sha256 of [two, three]) await store.addDelivery({ sha256, bytes: 1 }, bacs, NOW);
        expect(await store.deliveriesToRead(3)).toMatchObject([
          { sha256: one, ...arrivalOf('1.xml') },
          { sha256: two, ...bacs },
          { sha256: three, ...bacs },
        ]);
        expect(await store.beginDelivery(one, header)).toBe(true);
        expect(await store.beginDelivery(two, header)).toBe(true);
        expect(await store.beginDelivery(three, header)).toBe(false);
        expect(await store.listHubProblems('open', 10)).toMatchObject([
          { code: 'idReused', document: { sha256: three, name: '1.xml', exchange: 'BACS' } },
        ]);
        const taken = sliceOf({ isLast: true });
        expect(await store.takeAnswers(two, taken, NOW)).toBe(0);
      }),
    );

    it(
      'deliver the same bytes as one document of the first exchange',
      withStore(open, async (store) => {
        const document = { sha256: documentOf('a'), bytes: 1 };
        const bacs = arrivalOf('1.xml', 'BACS', ['BACS']);
        expect(await store.addDelivery(document, bacs, NOW)).toBe(true);
        expect(await store.addDelivery(document, arrivalOf('2.xml'), NOW)).toBe(false);
        expect(await store.deliveriesToRead(10)).toMatchObject([bacs]);
      }),
    );
  });
}

function stopsSuite(open: OpenStore): void {
  describe('a stopped scheme', () => {
    it(
      'has no messages handed over until it is resumed',
      withStore(open, async (store) => {
        await sendMessage(store, 'p', 1);
        const due = async () =>
          (await store.messagesToHandOver(INSTRUMENTS, LATER, 10)).map(({ id }) => id);
        expect(await due()).toEqual([messageIdOf('p')]);
        expect(await store.stopScheme('FPS', 'the hub asked for it', BY_OLGA)).toBe(true);
        expect(await store.stopScheme('FPS', 'again', BY_OLGA)).toBe(false);
        expect(await due()).toEqual([]);
        expect((await queueOf(store, 'FPS')).stop).toEqual({
          instrument: 'FPS',
          reason: 'the hub asked for it',
          stoppedAt: LATER,
          stoppedBy: 'claimed:olga/1000',
        });
        expect((await queueOf(store, 'BACS')).stop).toBeNull();
        expect(await resumeScheme(store, 'BACS', BY_OLGA)).toEqual({ kind: 'notPossible' });
        expect(await resumeScheme(store, 'FPS', BY_OLGA)).toMatchObject({ kind: 'done' });
        expect(await resumeScheme(store, 'FPS', BY_OLGA)).toEqual({ kind: 'notPossible' });
        expect(await due()).toEqual([messageIdOf('p')]);
        expect(await store.stopScheme('FPS', 'once more', BY_OLGA)).toBe(true);
        expect((await queueOf(store, 'FPS')).stop).toMatchObject({ reason: 'once more' });
      }),
    );

    it(
      'does not stop the messages of other schemes',
      withStore(open, async (store) => {
        await sendMessage(store, 'p', 1);
        await store.stopScheme('BACS', 'maintenance', BY_OLGA);
        expect(await store.messagesToHandOver(INSTRUMENTS, LATER, 10)).toHaveLength(1);
      }),
    );
  });
}

export function hubQueuesSuite(open: OpenStore): void {
  queuesSuite(open);
  exchangesSuite(open);
  stopsSuite(open);
}
