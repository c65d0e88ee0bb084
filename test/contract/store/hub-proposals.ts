import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/domain/ports/store.ts';
import type { PlannedOutcome } from '../../../src/domain/records/action-proposals.ts';
import { actorOf, type Act } from '../../../src/domain/records/audit.ts';
import type { MatchedAnswer } from '../../../src/domain/schemes/hand-over.ts';
import {
  PROPOSAL_VALIDITY_MS,
  type ProposedOutcome,
} from '../../../src/domain/schemes/proposals.ts';
import { outcomeProposal, proposeOutcome, type OutcomeProposal } from '../../helpers/proposals.ts';
import { handOver as handOverBoth, TWO } from './hand-over.ts';
import { LATER, NOW, withStore, type OpenStore } from './fixtures.ts';
import {
  beginDocument,
  bringBack,
  BY_OLGA,
  documentOf,
  leavePending,
  messageIdOf,
  sendMessage,
  sliceOf,
} from './hub-messages.ts';

export const P = messageIdOf('p');
export const BATCH = { paymentId: 'p', number: 0 };
export const ALL = { from: 0, limit: 100, only: null };

export const actOf = (id: string): Act => ({ at: LATER, by: actorOf({ kind: 'operator', id }) });
export const BY_OSCAR = actOf('claimed:oscar/1001');

function proposalOf(outcome: ProposedOutcome, index = 0, messageId = P): OutcomeProposal {
  const code = outcome === 'accepted' ? null : 'AC04';
  return outcomeProposal({ messageId, index, amount: 100, outcome, code });
}

/** Hands over the message of a payment. */
export async function handOver(store: Store, credits = 2): Promise<void> {
  await sendMessage(store, 'p', credits);
  await store.markHandedOver(P, NOW);
}

/** Takes a document with the answer to a credit. Returns the number of answers set aside. */
export async function answer(
  store: Store,
  letter: string,
  meaning: MatchedAnswer['meaning'],
  index = 0,
): Promise<number | null> {
  await beginDocument(store, letter);
  const one = { messageId: P, index, position: 0, amount: 100, reason: 'AC01' } as const;
  const answers = [{ ...one, meaning, returned: null }];
  return store.takeAnswers(documentOf(letter), sliceOf({ answers }), LATER);
}

/** Proposes an outcome, and returns the number of the proposal. */
export function propose(store: Store, outcome: ProposedOutcome, index = 0): Promise<number> {
  return proposeOutcome(store, proposalOf(outcome, index), BY_OLGA);
}

/** Confirms a proposed outcome of a credit of 1.00. Returns the kind of the result. */
export async function confirm(store: Store, id: number, act: Act): Promise<string> {
  const { subject = `${P}-0`, facts = {} } = (await store.findAction(id)) ?? {};
  const name = { messageId: subject.slice(0, 24), index: Number(subject.slice(25)), amount: 100 };
  const { Outcome: outcome, 'Reason code': code } = facts;
  const decided = { ...name, outcome, code } as PlannedOutcome['decided'];
  return (await store.confirmAction(id, { facts, decided }, act)).kind;
}

/** Withdraws a proposal. Returns the kind of the result. */
export const withdraw = async (store: Store, id: number, act: Act): Promise<string> =>
  (await store.withdrawAction(id, act)).kind;

export const creditsOf = async (store: Store) =>
  (await store.listMessages({ by: 'id', id: P }, 1))[0]?.credits;

function proposalSuite(open: OpenStore): void {
  describe('a proposed outcome of a credit', () => {
    it(
      'is stored and listed, and changes nothing else',
      withStore(open, async (store) => {
        await handOver(store);
        const before = await store.answersOf(BATCH, ALL);
        const id = await propose(store, 'rejected', 1);
        const stored = {
          ...{ id, action: 'decideOutcome', subject: `${P}-1` },
          facts: {
            ...{ Payment: 'p', Row: 2, Amount: '£1.00' },
            ...{ Outcome: 'rejected', 'Reason code': 'AC04' },
          },
          ...{ reason: 'The scheme called.', proposedAt: LATER, proposedBy: BY_OLGA.by.id },
          ...{ lapsesAt: LATER + PROPOSAL_VALIDITY_MS, end: null },
        };
        expect(await store.listActions('open', LATER, 10)).toEqual([stored]);
        expect(await store.listActions('newest', LATER, 10)).toEqual([stored]);
        const other = await propose(store, 'accepted', 0);
        const listed = await store.listActions('newest', LATER, 1);
        expect(listed).toMatchObject([{ id: other, facts: { 'Reason code': null } }]);
        expect(await store.answersOf(BATCH, ALL)).toEqual(before);
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'is refused unless the credit was handed over, can have it, and has no open proposal',
      withStore(open, async (store) => {
        const add = async (outcome: ProposedOutcome, index = 0) =>
          (await store.proposeAction(proposalOf(outcome, index), BY_OLGA)).kind;
        expect(await add('rejected')).toBe('unknownCredit');
        await sendMessage(store, 'p', 4);
        expect(await add('rejected')).toBe('notHandedOver');
        await store.postponeMessage(P, { problem: 'away', tryAt: LATER, refusedAt: null });
        expect(await add('rejected')).toBe('notHandedOver');
        await store.markHandedOver(P, NOW);
        expect(await add('returned')).toBe('notAccepted');
        await leavePending(store, 'p', 'a', LATER);
        expect(await add('returned')).toBe('notAccepted');
        await answer(store, 'b', 'accepted', 1);
        expect(await add('accepted', 1)).toBe('accepted');
        expect(await add('rejected', 1)).toBe('accepted');
        await answer(store, 'c', 'rejected', 2);
        for (const outcome of ['accepted', 'rejected', 'returned'] as const) {
          expect(await add(outcome, 2)).toBe('rejected');
        }
        expect(await add('rejected')).toBe('proposed');
        const [one] = await store.listActions('open', LATER, 10);
        expect(await store.proposeAction(proposalOf('accepted'), BY_OSCAR)).toEqual({
          ...{ kind: 'alreadyProposed', id: one?.id },
        });
        expect(await add('rejected', 3)).toBe('proposed');
        await answer(store, 'd', 'accepted');
        await bringBack(store, 'p', 'e');
        expect(await withdraw(store, one?.id ?? 0, BY_OSCAR)).toBe('done');
        expect(await add('returned')).toBe('cameBack');
      }),
    );

    it(
      'is in the history of its payment, also about a message that the history does not list',
      withStore(open, async (store) => {
        await handOverBoth(store);
        await store.markHandedOver(TWO, NOW);
        await store.proposeAction(proposalOf('rejected', 2, TWO), BY_OLGA);
        await beginDocument(store, 'a');
        const named = { messageId: TWO, index: 2 };
        const unusable = [{ ...named, position: 0, problem: 'noStatus', facts: '{}' }] as const;
        await store.takeAnswers(documentOf('a'), sliceOf({ to: 1, unusable }), NOW);
        const { messages, open: waits } = await store.historyOf(
          { paymentId: 'p', credit: null },
          1,
        );
        expect(messages.map(({ id }) => id)).not.toContain(TWO);
        expect(waits.proposals).toMatchObject([
          { subject: `${TWO}-2`, facts: { Payment: 'p', Row: 3 } },
        ]);
        expect(waits.problems).toMatchObject([{ messageId: TWO, index: 2 }]);
        const ofCredit = async (index: number) =>
          (await store.historyOf({ paymentId: 'p', credit: { batch: 0, index } }, 9)).open;
        expect(await ofCredit(0)).toMatchObject({
          ...{ messages: [{}], proposals: [], problems: [] },
        });
        expect(await ofCredit(2)).toMatchObject({
          ...{ messages: [{ id: TWO }], proposals: [{}], problems: [{}] },
        });
      }),
    );

    it(
      'of two operators at the same time is stored once',
      withStore(open, async (store) => {
        await handOver(store);
        const results = await Promise.all(
          (['accepted', 'rejected', 'rejected'] as const).map((outcome) =>
            store.proposeAction(proposalOf(outcome), BY_OLGA),
          ),
        );
        const kinds = results.map(({ kind }) => kind).sort();
        expect(kinds).toEqual(['alreadyProposed', 'alreadyProposed', 'proposed']);
        expect(await store.listActions('newest', LATER, 10)).toHaveLength(1);
      }),
    );

    it(
      'lapses, and can then be proposed again',
      withStore(open, async (store) => {
        await handOver(store);
        const id = await propose(store, 'rejected');
        const end = LATER + PROPOSAL_VALIDITY_MS;
        const late = { ...BY_OSCAR, at: end };
        expect(await store.listActions('open', end - 1, 10)).toHaveLength(1);
        expect(await store.listActions('open', end, 10)).toEqual([]);
        expect(await confirm(store, id, late)).toBe('lapsed');
        expect(await withdraw(store, id, late)).toBe('lapsed');
        expect(await store.listActions('newest', end, 10)).toMatchObject([{ id, end: null }]);
        expect((await store.proposeAction(proposalOf('rejected'), late)).kind).toBe('proposed');
        expect(await creditsOf(store)).toMatchObject({ open: 2, rejected: 0 });
      }),
    );
  });
}

export function hubProposalsSuite(open: OpenStore): void {
  proposalSuite(open);
}
