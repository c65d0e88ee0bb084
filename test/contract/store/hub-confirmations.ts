import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/domain/ports/store.ts';
import type { MatchedAnswer } from '../../../src/domain/schemes/hand-over.ts';
import { CREDITS_PER_PAGE } from '../../../src/domain/schemes/message-credits.ts';
import type { ProposedOutcome } from '../../../src/domain/schemes/proposals.ts';
import { retryReturn } from '../../helpers/proposals.ts';
import { LATER, nextWork, withStore, type OpenStore } from './fixtures.ts';
import { NOTHING } from './hand-over.ts';
import {
  beginDocument,
  bringBack,
  BY_OLGA,
  documentOf,
  leavePending,
  sliceOf,
} from './hub-messages.ts';
import {
  actOf,
  ALL,
  answer,
  BATCH,
  BY_OSCAR,
  confirm,
  creditsOf,
  handOver,
  P,
  propose,
  withdraw,
} from './hub-proposals.ts';

/** Takes a document with the status of the whole message. */
async function answerAll(store: Store, letter: string, own: readonly MatchedAnswer[] = []) {
  await beginDocument(store, letter);
  const group = { messageId: P, position: -1, meaning: 'accepted', reason: 'NARR' } as const;
  const slice = sliceOf({ groups: [group], answers: own });
  return store.takeAnswers(documentOf(letter), slice, LATER);
}

async function decide(store: Store, outcome: ProposedOutcome, index = 0): Promise<string> {
  return confirm(store, await propose(store, outcome, index), BY_OSCAR);
}

const codes = async (store: Store) =>
  (await store.listHubProblems('open', 10)).map(({ code, index }) => `${code} ${String(index)}`);

function confirmationSuite(open: OpenStore): void {
  describe('the confirmation of a proposed outcome', () => {
    it(
      'is refused for the operator who proposed it, and for unknown and ended proposals',
      withStore(open, async (store) => {
        await handOver(store);
        const id = await propose(store, 'rejected');
        for (const same of ['claimed:olga/1000', 'claimed:OLGA/7', 'claimed:other/1000']) {
          expect(await confirm(store, id, actOf(same))).toBe('sameOperator');
        }
        expect(await creditsOf(store)).toMatchObject({ open: 2 });
        expect(await confirm(store, id + 1, BY_OSCAR)).toBe('unknown');
        expect(await withdraw(store, id + 1, BY_OSCAR)).toBe('unknown');
        expect(await withdraw(store, id, BY_OLGA)).toBe('done');
        expect(await confirm(store, id, BY_OSCAR)).toBe('ended');
        expect(await withdraw(store, id, BY_OSCAR)).toBe('ended');
        expect(await creditsOf(store)).toMatchObject({ open: 2 });
        const end = { at: LATER, by: BY_OLGA.by.id, ending: 'withdrawn' };
        expect(await store.listActions('newest', LATER, 10)).toMatchObject([{ id, end }]);
        const again = await propose(store, 'rejected');
        expect(await confirm(store, again, BY_OSCAR)).toBe('done');
      }),
    );

    it(
      'rejects an open or pending credit, and makes the collection of the answers due',
      withStore(open, async (store) => {
        await handOver(store);
        await leavePending(store, 'p', 'a', LATER);
        await answer(store, 'b', 'accepted', 1);
        const { id: workId } = await nextWork(store);
        await store.deferWork(workId, LATER + 1_000_000);
        expect(await decide(store, 'rejected')).toBe('done');
        const answered = await store.answersOf(BATCH, ALL);
        const rejected = { index: 0, answer: 'rejected', reason: 'AC04' };
        expect(answered).toMatchObject({ open: 0, pending: 0, answers: [rejected] });
        expect(await store.dueWork(LATER, 10)).toHaveLength(1);
      }),
    );

    it(
      'accepts a credit, as if the hub had answered it',
      withStore(open, async (store) => {
        await handOver(store, 1);
        expect(await decide(store, 'accepted')).toBe('done');
        expect(await creditsOf(store)).toMatchObject({ open: 0, accepted: 1 });
        expect(await store.answersOf(BATCH, ALL)).toMatchObject({ open: 0, answers: [] });
        // The hub is no longer asked, and its late answer agrees.
        expect(await store.messagesToEnquire(['FPS'], LATER + 1e10, 10)).toEqual([]);
        expect(await answer(store, 'a', 'accepted')).toBe(0);
        expect(await answer(store, 'b', 'rejected')).toBe(1);
        expect(await codes(store)).toEqual(['rejectedAfterAcceptance 0']);
      }),
    );

    it(
      'returns an accepted credit, which waits to be booked like a return of the hub',
      withStore(open, async (store) => {
        await handOver(store, 1);
        await answer(store, 'a', 'accepted');
        await store.applyAnswers(await nextWork(store), NOTHING, LATER);
        expect(await decide(store, 'returned')).toBe('done');
        expect(await store.awaitedReturns(P, [0, 1])).toEqual([0]);
        const [waiting] = await store.waitingReturns(10);
        expect(waiting).toMatchObject({ ...BATCH, messageId: P, index: 0, reason: 'AC04' });
        await store.endReturn({ messageId: P, index: 0 }, 'notOwned', LATER);
        expect(await store.listHubProblems('open', 10)).toMatchObject([
          { kind: 'return', code: 'notOwned', document: null, receivedAt: LATER, index: 0 },
        ]);
        const [problem] = await store.listHubProblems('open', 10);
        expect(await retryReturn(store, problem?.id ?? 0, BY_OLGA)).toBe('done');
        expect(await store.waitingReturns(10)).toHaveLength(1);
        // A return that the hub delivers later is set aside.
        await bringBack(store, 'p', 'b');
        expect(await codes(store)).toEqual(['returnedTwice 0']);
        expect(await store.waitingReturns(10)).toEqual([waiting]);
      }),
    );

    it(
      'ends the recall of a credit that came back',
      withStore(open, async (store) => {
        await handOver(store, 1);
        await answer(store, 'a', 'accepted');
        const name = { messageId: P, index: 0, instrument: 'FPS' } as const;
        const sent = { ...name, endToEndId: 'E', uetr: 'U' };
        const credit = { ...sent, amount: { minor: 100, currency: 'GBP' } };
        const recall = { id: 'R1', reason: 'DUPL', note: null, content: '<a/>', credit } as const;
        await store.addRecall(recall, BY_OLGA);
        await decide(store, 'returned');
        const recalls = await store.listRecalls({ by: 'newest' }, 10);
        expect(recalls).toMatchObject([{ state: 'returned' }]);
      }),
    );

    it(
      'takes effect once, even if several operators confirm it at the same time',
      withStore(open, async (store) => {
        await handOver(store, 1);
        const id = await propose(store, 'rejected');
        const acts = [1, 2, 3, 4].map((user) =>
          actOf(`claimed:user${String(user)}/${String(user)}`),
        );
        const results = await Promise.all(acts.map((act) => confirm(store, id, act)));
        expect([...results].sort()).toEqual(['done', 'ended', 'ended', 'ended']);
        expect(await creditsOf(store)).toMatchObject({ open: 0, rejected: 1 });
        const by = acts[results.indexOf('done')]?.by.id;
        expect(await store.listActions('newest', LATER, 10)).toMatchObject([{ end: { by } }]);
      }),
    );

    it(
      'is refused if the hub answers first, at the same time too',
      withStore(open, async (store) => {
        await handOver(store, 3);
        const ids = [await propose(store, 'rejected', 0), await propose(store, 'accepted', 1)];
        await answer(store, 'a', 'accepted', 0);
        await answer(store, 'b', 'rejected', 1);
        const results = ids.map((id) => confirm(store, id, BY_OSCAR));
        expect(await Promise.all(results)).toEqual(['accepted', 'rejected']);
        // A refused confirmation does not end the proposal.
        expect(await store.listActions('open', LATER, 10)).toHaveLength(2);

        const id = await propose(store, 'rejected', 2);
        const [confirmed, setAside] = await Promise.all([
          confirm(store, id, BY_OSCAR),
          answer(store, 'c', 'accepted', 2),
        ]);
        const isFirst = confirmed === 'done';
        expect(confirmed).toBe(isFirst ? 'done' : 'accepted');
        expect(setAside).toBe(isFirst ? 1 : 0);
        const counts = isFirst ? { accepted: 1, rejected: 2 } : { accepted: 2, rejected: 1 };
        expect(await creditsOf(store)).toMatchObject({ open: 0, ...counts });
      }),
    );

    it(
      'is refused if the return arrives first',
      withStore(open, async (store) => {
        await handOver(store, 2);
        await answer(store, 'a', 'accepted');
        const other = await propose(store, 'accepted', 1);
        const id = await propose(store, 'returned');
        // A record of Bacs names the credit whose return is proposed, until it came back.
        expect(await store.awaitedReturns(P, [0, 1])).toEqual([0]);
        await bringBack(store, 'p', 'b');
        expect(await store.awaitedReturns(P, [0, 1])).toEqual([]);
        expect(await confirm(store, id, BY_OSCAR)).toBe('cameBack');
        expect(await confirm(store, other, BY_OSCAR)).toBe('done');
        expect(await codes(store)).toEqual([]);
      }),
    );

    it(
      'applies to a credit on a later page',
      withStore(open, async (store) => {
        await handOver(store, CREDITS_PER_PAGE + 1);
        expect(await decide(store, 'accepted', CREDITS_PER_PAGE)).toBe('done');
        expect(await decide(store, 'returned', CREDITS_PER_PAGE)).toBe('done');
        expect(await decide(store, 'rejected', 5)).toBe('done');
        expect(await creditsOf(store)).toMatchObject({ accepted: 1, rejected: 1 });
      }),
    );
  });
}

function laterStatusSuite(open: OpenStore): void {
  describe('the acceptance of a message with a credit that operators rejected', () => {
    it(
      'accepts the others, and is set aside for that credit',
      withStore(open, async (store) => {
        await handOver(store, 3);
        await decide(store, 'rejected', 1);
        expect(await answerAll(store, 'a')).toBe(1);
        expect(await creditsOf(store)).toMatchObject({ open: 0, accepted: 2, rejected: 1 });
        expect(await codes(store)).toEqual(['acceptedAfterRejection 1']);
        expect(await bringBackRejected(store)).toBe(1);
      }),
    );

    it(
      'agrees if the same document rejects that credit',
      withStore(open, async (store) => {
        await handOver(store, 2);
        await decide(store, 'rejected', 0);
        const one = { messageId: P, index: 0, position: 0, amount: 100, reason: 'AC01' } as const;
        const own = [{ ...one, meaning: 'rejected', returned: null }] as const;
        expect(await answerAll(store, 'a', own)).toBe(0);
        expect(await codes(store)).toEqual([]);
      }),
    );
  });
}

/** Takes a document with the return of the second credit, which is rejected. */
async function bringBackRejected(store: Store): Promise<number | null> {
  await beginDocument(store, 'x');
  const returned = { id: 'R', amount: 100 };
  const credit = { messageId: P, index: 1, amount: 100, position: 0 };
  const answers = [{ ...credit, meaning: 'accepted', reason: 'AC04', returned }] as const;
  return store.takeAnswers(documentOf('x'), sliceOf({ answers }), LATER);
}

export function hubConfirmationsSuite(open: OpenStore): void {
  confirmationSuite(open);
  laterStatusSuite(open);
}
