import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/domain/ports/store.ts';
import type { UnusableAnswer } from '../../../src/domain/schemes/hand-over.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { retryReturn } from '../../helpers/proposals.ts';
import { balanceOf, LATER, NOW, RICH, withStore, type OpenStore } from './fixtures.ts';
import {
  arrivalOf,
  beginDocument,
  bringBack,
  BY_OLGA,
  documentOf,
  messageIdOf,
  sendMessage,
  sliceOf,
} from './hub-messages.ts';

async function onlyProblem(store: Store) {
  const [problem, ...others] = await store.listHubProblems('open', 10);
  expect(others).toEqual([]);
  return expectDefined(problem, 'the problem');
}

function unusable(position: number, rest: Partial<UnusableAnswer> = {}): UnusableAnswer {
  const named = { messageId: null, index: null };
  return { position, problem: 'noStatus', ...named, facts: '{"status":null}', ...rest };
}

/** Takes a document with a returned credit that could not be booked. */
export async function failReturn(store: Store): Promise<void> {
  await sendMessage(store, 'p', 2);
  await bringBack(store, 'p', 'a');
  await store.endReturn({ messageId: messageIdOf('p'), index: 0 }, 'notOwned', NOW);
}

function documentsSuite(open: OpenStore): void {
  describe('a document that was set aside', () => {
    const wrong = { code: 'sum', problem: 'Line 9, column 2: The sum is wrong.' };

    it(
      'is a problem until it is read again',
      withStore(open, async (store) => {
        await store.addDelivery({ sha256: documentOf('a'), bytes: 10 }, arrivalOf('a.xml'), NOW);
        await store.setDeliveryAside(documentOf('a'), wrong);
        await store.setDeliveryAside(documentOf('a'), wrong);
        const problem = await onlyProblem(store);
        expect(problem).toMatchObject({
          ...{ kind: 'document', code: 'sum', detail: wrong.problem, receivedAt: NOW },
          ...{ document: { sha256: documentOf('a'), name: 'a.xml' }, paymentId: null, end: null },
        });
        expect(await store.countHubProblems()).toEqual({ document: 1, answer: 0, return: 0 });
        expect(await store.deliveriesToRead(10)).toEqual([]);

        expect(await retryReturn(store, problem.id, BY_OLGA)).toBe('notPossible');
        expect(await store.repeatHubDocument(problem.id, BY_OLGA)).toBe('done');
        expect(await store.repeatHubDocument(problem.id, BY_OLGA)).toBe('ended');
        expect(await store.deliveriesToRead(10)).toHaveLength(1);
        expect(await store.listHubProblems('open', 10)).toEqual([]);

        await store.setDeliveryAside(documentOf('a'), wrong);
        expect((await onlyProblem(store)).id).not.toBe(problem.id);
      }),
    );

    it(
      'can be read again after its problem was dismissed',
      withStore(open, async (store) => {
        await store.addDelivery({ sha256: documentOf('a'), bytes: 10 }, arrivalOf('a.xml'), NOW);
        await store.setDeliveryAside(documentOf('a'), wrong);
        const { id } = await onlyProblem(store);
        expect(await store.dismissHubProblem(id, 'not for us', BY_OLGA)).toBe('done');
        expect(await store.dismissHubProblem(id, 'not for us', BY_OLGA)).toBe('ended');
        const end = { at: LATER, by: 'claimed:olga/1000', ending: 'dismissed', note: 'not for us' };
        expect(await store.listHubProblems('dismissed', 10)).toMatchObject([{ id, end }]);
        expect(await store.countHubProblems()).toMatchObject({ document: 0 });
        expect(await store.repeatHubDocument(id, BY_OLGA)).toBe('done');
        expect(await store.listHubProblems('dismissed', 10)).toEqual([]);
        expect(await store.deliveriesToRead(10)).toHaveLength(1);
      }),
    );

    it(
      'is not read again if its id was used meanwhile, unless nothing of it was taken',
      withStore(open, async (store) => {
        const first = sliceOf({ isLast: false });
        await beginDocument(store, 'a');
        await store.takeAnswers(documentOf('a'), first, NOW);
        await store.setDeliveryAside(documentOf('a'), wrong);
        await store.addDelivery({ sha256: documentOf('b'), bytes: 10 }, arrivalOf('b.xml'), NOW);
        const header = { kind: 'pacs.002', id: 'id of a' } as const;
        expect(await store.beginDelivery(documentOf('b'), header)).toBe(true);
        const { id } = await onlyProblem(store);
        expect(await store.repeatHubDocument(id, BY_OLGA)).toBe('idReused');
        expect(await onlyProblem(store)).toMatchObject({ id });

        await store.setDeliveryAside(documentOf('b'), wrong);
        expect(await store.repeatHubDocument(id, BY_OLGA)).toBe('done');
        const again = { sha256: documentOf('a'), nextPosition: 1 };
        expect(await store.deliveriesToRead(10)).toMatchObject([again]);
        const rest = sliceOf({ from: 1, to: 2 });
        expect(await store.takeAnswers(documentOf('a'), rest, NOW)).toBe(0);
      }),
    );

    it(
      'is a problem if another document with its id was taken',
      withStore(open, async (store) => {
        await beginDocument(store, 'a');
        await store.addDelivery({ sha256: documentOf('b'), bytes: 10 }, arrivalOf('b.xml'), NOW);
        const header = { kind: 'pacs.002', id: 'id of a' } as const;
        expect(await store.beginDelivery(documentOf('b'), header)).toBe(false);
        expect(await onlyProblem(store)).toMatchObject({
          ...{ kind: 'document', code: 'idReused', document: { name: 'b.xml' } },
        });
      }),
    );
  });
}

function answersSuite(open: OpenStore): void {
  describe('an answer that cannot be taken', () => {
    it(
      'is a problem with the payment if it names one, and can be dismissed',
      withStore(open, async (store) => {
        await sendMessage(store, 'p', 2);
        await beginDocument(store, 'a');
        const named = { messageId: messageIdOf('p'), index: 1 };
        const answers = [unusable(0), unusable(1, named), unusable(-1)];
        await store.takeAnswers(documentOf('a'), sliceOf({ to: 2, unusable: answers }), NOW);
        const problems = await store.listHubProblems('open', 10);
        expect(problems).toMatchObject([
          { position: 0, paymentId: null, index: null, facts: '{"status":null}' },
          { position: 1, paymentId: 'p', index: 1, messageId: messageIdOf('p'), amount: null },
          { position: -1, kind: 'answer', code: 'noStatus', detail: null },
        ]);
        expect(await store.countHubProblems()).toEqual({ document: 0, answer: 3, return: 0 });
        const { id } = expectDefined(problems[1], 'a problem');
        expect(await store.repeatHubDocument(id, BY_OLGA)).toBe('otherKind');
        expect(await store.dismissHubProblem(id, 'the hub sent it again', BY_OLGA)).toBe('done');
        expect(await store.listHubProblems('open', 10)).toHaveLength(2);
        expect(await store.dismissHubProblem(999, 'unknown', BY_OLGA)).toBe('unknown');
        expect(await store.repeatHubDocument(999, BY_OLGA)).toBe('unknown');
        expect(await retryReturn(store, 999, BY_OLGA)).toBe('notPossible');
      }),
    );
  });
}

function returnsSuite(open: OpenStore): void {
  describe('a credit that came back and cannot be booked', () => {
    it(
      'is a problem until it is booked again',
      withStore(open, async (store) => {
        await failReturn(store);
        const problem = await onlyProblem(store);
        expect(problem).toMatchObject({
          ...{ kind: 'return', code: 'notOwned', paymentId: 'p', index: 0, facts: null },
          ...{ messageId: messageIdOf('p'), amount: { minor: 100, currency: 'GBP' } },
        });
        expect(await store.repeatHubDocument(problem.id, BY_OLGA)).toBe('otherKind');
        expect(await retryReturn(store, problem.id, BY_OLGA)).toBe('done');
        expect(await retryReturn(store, problem.id, BY_OLGA)).toBe('notPossible');
        expect(await store.listHubProblems('open', 10)).toEqual([]);
        await store.endReturn({ messageId: messageIdOf('p'), index: 0 }, 'notOwned', NOW);
        expect(await onlyProblem(store)).toMatchObject({ code: 'notOwned' });
      }),
    );

    it(
      'moves no money when its problem is dismissed, and can be booked later',
      withStore(open, async (store) => {
        await failReturn(store);
        const { id } = await onlyProblem(store);
        const before = await balanceOf(store, RICH);
        expect(await store.dismissHubProblem(id, 'decided by the bank', BY_OLGA)).toBe('done');
        expect(await store.waitingReturns(10)).toEqual([]);
        expect(await balanceOf(store, RICH)).toBe(before);
        expect(await store.auditBooks()).toEqual([]);
        expect(await retryReturn(store, id, BY_OLGA)).toBe('done');
        expect(await store.listHubProblems('dismissed', 10)).toEqual([]);
      }),
    );
  });
}

export function hubProblemsSuite(open: OpenStore): void {
  documentsSuite(open);
  answersSuite(open);
  returnsSuite(open);
}
