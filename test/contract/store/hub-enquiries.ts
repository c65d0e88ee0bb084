import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/domain/ports/store.ts';
import { ANSWER_TIME_MS } from '../../../src/domain/schemes/answer-time.ts';
import { INSTRUMENTS } from '../../../src/domain/schemes/schemes.ts';
import { LATER, NOW, withStore, type OpenStore } from './fixtures.ts';
import {
  beginDocument,
  BY_OLGA,
  documentOf,
  messageIdOf,
  messageOf,
  sendMessage,
  sliceOf,
} from './hub-messages.ts';
import { resumeScheme } from '../../helpers/proposals.ts';

const P = messageIdOf('p');
const DUE = NOW + ANSWER_TIME_MS.FPS;
const NEXT = DUE + 1000;

const enquiry = (id: string, number: number) => {
  return { id, number, messageId: P, createdAt: DUE, content: `<Document>${id}</Document>` };
};

const idsToEnquire = async (store: Store, at: number) =>
  (await store.messagesToEnquire(INSTRUMENTS, at, 10)).map(({ id }) => id);

async function waitingAt(store: Store, at: number) {
  const [due] = await store.messagesToEnquire(INSTRUMENTS, at, 10);
  return due?.waiting ?? null;
}

/** Takes a document with an answer to each of the first credits of the message `p`. */
async function answer(
  store: Store,
  letter: string,
  meanings: readonly ('pending' | 'accepted')[],
): Promise<void> {
  const answers = meanings.map((meaning, index) => {
    const credit = { messageId: P, index, position: index, reason: 'NARR' } as const;
    return { ...credit, amount: 100, meaning, returned: null };
  });
  await beginDocument(store, letter);
  await store.takeAnswers(documentOf(letter), sliceOf({ answers, to: answers.length }), LATER);
}

/** Hands over a message with two credits. */
async function handOver(store: Store, payment = 'p'): Promise<void> {
  await sendMessage(store, payment, 2);
  await store.markHandedOver(messageIdOf(payment), NOW);
}

function dueSuite(open: OpenStore): void {
  describe('an enquiry about a message', () => {
    it(
      'is due after the answer time of its scheme, oldest first',
      withStore(open, async (store) => {
        await handOver(store, 'q');
        await handOver(store);
        await sendMessage(store, 'r', 1);
        expect(await store.messagesToEnquire(INSTRUMENTS, DUE - 1, 10)).toEqual([]);
        const message = { instrument: 'FPS', createdAt: NOW, enquiries: 0, waiting: null };
        expect(await store.messagesToEnquire(INSTRUMENTS, DUE, 10)).toEqual([
          { id: P, ...message },
          { id: messageIdOf('q'), ...message },
        ]);
        expect(await store.messagesToEnquire(INSTRUMENTS, DUE, 1)).toHaveLength(1);
      }),
    );

    it(
      'is never due for Bacs, and not while the scheme is stopped',
      withStore(open, async (store) => {
        await sendMessage(store, 'q', 1, { ...messageOf('q', 1), instrument: 'BACS' });
        await store.markHandedOver(messageIdOf('q'), NOW);
        await handOver(store);
        expect(await idsToEnquire(store, Number.MAX_SAFE_INTEGER)).toEqual([P]);
        await store.stopScheme('FPS', 'maintenance', BY_OLGA);
        expect(await idsToEnquire(store, DUE)).toEqual([]);
        await resumeScheme(store, 'FPS', BY_OLGA);
        expect(await idsToEnquire(store, DUE)).toEqual([P]);
      }),
    );

    it(
      'is stored once, and keeps its id and content until it is handed over',
      withStore(open, async (store) => {
        await handOver(store);
        await store.addEnquiry(enquiry('E1', 1));
        await store.addEnquiry(enquiry('E2', 1));
        const waiting = { id: 'E1', number: 1, content: '<Document>E1</Document>', attempts: 0 };
        const shown = { kind: 'text', text: waiting.content };
        expect(await store.findMessageContent('E1')).toEqual(shown);
        expect(await store.messagesToEnquire(INSTRUMENTS, DUE, 10)).toMatchObject([
          { enquiries: 1, waiting },
        ]);

        await store.postponeEnquiry(
          { id: 'E1', messageId: P },
          { problem: 'The hub is away.', tryAt: DUE + 1 },
        );
        expect(await idsToEnquire(store, DUE)).toEqual([]);
        expect(await waitingAt(store, DUE + 1)).toEqual({ ...waiting, attempts: 1 });
        const listed = () => store.listMessages({ by: 'id', id: P }, 1);
        const enquiryProblem = 'The hub is away.';
        const failed = { enquiryId: 'E1', enquiryProblem, enquiredAt: null };
        expect(await listed()).toMatchObject([failed]);

        await store.markEnquired({ id: 'E1', messageId: P }, DUE + 1, NEXT);
        // A repeated command after a crash does not change the time of the next enquiry.
        await store.markEnquired({ id: 'E1', messageId: P }, DUE + 2, NEXT + 500);
        await store.postponeEnquiry(
          { id: 'E1', messageId: P },
          { problem: 'too late', tryAt: NEXT + 500 },
        );
        expect(await idsToEnquire(store, NEXT - 1)).toEqual([]);
        const next = [{ id: P, enquiries: 1, waiting: null }];
        expect(await store.messagesToEnquire(INSTRUMENTS, NEXT, 10)).toMatchObject(next);
        await store.addEnquiry(enquiry('E2', 2));
        expect(await waitingAt(store, NEXT)).toMatchObject({ id: 'E2', number: 2 });
        const asked = { enquiryId: 'E2', enquiryProblem: null, enquiredAt: DUE + 1 };
        expect(await listed()).toMatchObject([asked]);
      }),
    );

    it(
      'is not due any more when all credits are answered or pending',
      withStore(open, async (store) => {
        await handOver(store);
        await answer(store, 'a', ['pending']);
        expect(await idsToEnquire(store, DUE)).toEqual([P]);
        await store.addEnquiry(enquiry('E1', 1));
        await answer(store, 'b', ['accepted', 'pending']);
        expect(await idsToEnquire(store, NEXT)).toEqual([]);
        // The enquiry was on its way meanwhile.
        await store.postponeEnquiry(
          { id: 'E1', messageId: P },
          { problem: 'The hub is away.', tryAt: DUE },
        );
        expect(await idsToEnquire(store, NEXT)).toEqual([]);
        await store.markEnquired({ id: 'E1', messageId: P }, DUE, NEXT);
        expect(await idsToEnquire(store, NEXT)).toEqual([]);
      }),
    );

    it(
      'is due after a partial answer whose hand-over was not confirmed',
      withStore(open, async (store) => {
        await sendMessage(store, 'p', 2);
        await answer(store, 'a', ['accepted']);
        expect(await idsToEnquire(store, LATER + ANSWER_TIME_MS.FPS - 1)).toEqual([]);
        expect(await idsToEnquire(store, LATER + ANSWER_TIME_MS.FPS)).toEqual([P]);
      }),
    );
  });
}

function operatorSuite(open: OpenStore): void {
  describe('an enquiry of an operator', () => {
    it(
      'is due at once, also about pending credits',
      withStore(open, async (store) => {
        await handOver(store);
        expect(await store.requestEnquiry(P, BY_OLGA)).toBe('done');
        expect(await idsToEnquire(store, LATER)).toEqual([P]);
        await answer(store, 'a', ['pending', 'pending']);
        expect(await idsToEnquire(store, NEXT)).toEqual([]);
        expect(await store.requestEnquiry(P, BY_OLGA)).toBe('done');
        await answer(store, 'b', ['accepted']);
        expect(await idsToEnquire(store, LATER)).toEqual([P]);
        await store.addEnquiry(enquiry('E1', 1));
        await store.markEnquired({ id: 'E1', messageId: P }, LATER, NEXT);
        expect(await idsToEnquire(store, NEXT)).toEqual([]);
      }),
    );

    it(
      'is refused if the hub cannot answer it',
      withStore(open, async (store) => {
        const request = (id: string) => store.requestEnquiry(id, BY_OLGA);
        expect(await request('none')).toBe('unknown');
        await sendMessage(store, 'p', 2);
        expect(await request(P)).toBe('notHandedOver');
        await store.markHandedOver(P, NOW);
        await store.stopScheme('FPS', 'maintenance', BY_OLGA);
        expect(await request(P)).toBe('stopped');
        await resumeScheme(store, 'FPS', BY_OLGA);
        await answer(store, 'a', ['accepted', 'accepted']);
        expect(await request(P)).toBe('answered');
        await sendMessage(store, 'q', 1, { ...messageOf('q', 1), instrument: 'BACS' });
        await store.markHandedOver(messageIdOf('q'), NOW);
        expect(await request(messageIdOf('q'))).toBe('noEnquiries');
        expect(await idsToEnquire(store, Number.MAX_SAFE_INTEGER)).toEqual([]);
      }),
    );
  });
}

export function hubEnquiriesSuite(open: OpenStore): void {
  dueSuite(open);
  operatorSuite(open);
}
