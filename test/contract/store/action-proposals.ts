import { describe, expect, it } from 'vitest';
import type { ProposedAction } from '../../../src/domain/records/action-proposals.ts';
import { PROPOSAL_VALIDITY_MS } from '../../../src/domain/schemes/proposals.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import { actorOf, type Act } from '../../../src/domain/records/audit.ts';
import { enter, storeCredentials } from './sign-in.ts';
import {
  approvedWith,
  authorise,
  balanceOf,
  batchOf,
  bookingOf,
  codeStep,
  consentOf,
  debitOf,
  keyOf,
  LATER,
  nextWork,
  NOW,
  RICH,
  RICH_PENCE,
  submit,
  tokenOf,
  withStore,
  type OpenStore,
} from './fixtures.ts';

const by = (id: string, at = LATER): Act => ({ at, by: actorOf({ kind: 'operator', id }) });
const BY_OLGA = by('olga');
const BY_OSCAR = by('oscar');
/** Locks a user out after one failure. */
const LOCKOUT = {
  ...{ maxFailures: 1, milliseconds: 1000 },
  ...{ maxMilliseconds: 1000, quietMilliseconds: 1000 },
};
const NO_NEXT = { next: null };

/** Parks the send step of a payment of 1.00. Returns its number as text. */
export async function parkedStep(store: Store, id = 'p'): Promise<string> {
  await submit(store, id, [batchOf(1, 100)]);
  await store.bookDebits(await nextWork(store), bookingOf([debitOf(null, 100)]), NOW);
  const work = await nextWork(store);
  await store.postponeWork(work, { at: NOW, problem: 'Error: away', tryAt: null });
  return String(work.id);
}

/** Proposes an action. Returns the kind of the result. */
async function propose(store: Store, action: ProposedAction, subject: string, seen?: string) {
  const request = { action, subject, reason: 'They called.', seen: seen ?? null };
  return (await store.proposeAction(request, BY_OLGA)).kind;
}

export function actionProposalsSuite(open: OpenStore): void {
  describe('an action of two operators', () => {
    it(
      'is stored with its facts and performed once by another operator',
      withStore(open, async (store) => {
        const step = await parkedStep(store);
        const current = await store.factsOfAction('abandonWork', step, LATER);
        expect(current?.facts).toMatchObject({
          Payment: 'p',
          'Returned to the debtor': '1.00 GBP',
        });
        expect(await propose(store, 'abandonWork', step, 'f'.repeat(64))).toBe('changed');
        expect(await propose(store, 'abandonWork', step, current?.hash)).toBe('proposed');
        expect(await propose(store, 'abandonWork', step)).toBe('alreadyProposed');
        expect(await store.listActions('open', LATER, 10)).toMatchObject([
          { id: 1, action: 'abandonWork', subject: step, proposedBy: 'olga', end: null },
        ]);
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 100);
        for (const same of [BY_OLGA, by('claimed:Olga/1000')]) {
          expect(await store.confirmAction(1, NO_NEXT, same)).toEqual({ kind: 'sameOperator' });
        }
        expect(await store.confirmAction(1, null, BY_OSCAR)).toEqual({ kind: 'notPossible' });
        expect(await store.confirmAction(1, NO_NEXT, BY_OSCAR)).toEqual({
          ...{ kind: 'done', returnedPence: 100, finished: 'RJCT' },
        });
        expect(await store.confirmAction(1, NO_NEXT, BY_OSCAR)).toEqual({ kind: 'ended' });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE);
        expect(await store.findAction(1)).toMatchObject({
          end: { at: LATER, by: 'oscar', ending: 'confirmed' },
        });
        expect(await store.auditBooks()).toEqual([]);
      }),
    );

    it(
      'is refused after its facts have changed, until it is proposed again',
      withStore(open, async (store) => {
        const step = await parkedStep(store);
        await propose(store, 'abandonWork', step);
        await store.resumeWork(Number(step), 1, BY_OSCAR);
        expect(await store.confirmAction(1, NO_NEXT, BY_OSCAR)).toEqual({ kind: 'notPossible' });
        const [work] = await store.workToRetry(LATER, 1);
        if (work === undefined) throw new Error('no step');
        await store.postponeWork(work, { at: LATER, problem: 'Error: gone', tryAt: null });
        expect(await store.confirmAction(1, NO_NEXT, BY_OSCAR)).toEqual({ kind: 'changed' });
        expect(await balanceOf(store, RICH)).toBe(RICH_PENCE - 100);
        expect((await store.withdrawAction(1, BY_OSCAR)).kind).toBe('done');
        expect(await propose(store, 'abandonWork', step)).toBe('proposed');
        expect((await store.confirmAction(2, NO_NEXT, BY_OSCAR)).kind).toBe('done');
      }),
    );

    it(
      'lapses, and can then be proposed again',
      withStore(open, async (store) => {
        await store.stopScheme('FPS', 'slow', BY_OLGA);
        await propose(store, 'resumeScheme', 'FPS');
        const late = by('oscar', LATER + PROPOSAL_VALIDITY_MS);
        expect(await store.confirmAction(1, null, late)).toEqual({ kind: 'lapsed' });
        expect(await store.withdrawAction(1, late)).toEqual({ kind: 'lapsed' });
        expect(await store.listActions('open', late.at, 10)).toEqual([]);
        const request = {
          action: 'resumeScheme',
          subject: 'FPS',
          reason: 'r',
          seen: null,
        } as const;
        expect((await store.proposeAction(request, late)).kind).toBe('proposed');
        const [again, lapsed] = await store.listActions('newest', late.at, 10);
        expect(lapsed?.end).toEqual({ at: late.at, by: null, ending: 'lapsed' });
        expect(again?.end).toBeNull();
        expect((await store.confirmAction(2, null, by('ola', late.at))).kind).toBe('done');
        expect((await store.schemeQueues(late.at)).every(({ stop }) => stop === null)).toBe(true);
      }),
    );

    it(
      'ends a lockout, and a consent to recurring payments',
      withStore(open, async (store) => {
        await storeCredentials(store);
        expect(await propose(store, 'endLockout', 'clara')).toBe('notPossible');
        await enter(store, { hash: 'guess', now: LATER });
        const successor = { hash: 'next', activeUntil: LATER + 1 };
        const entered = { hash: 'guess', proof: codeStep(null), successor };
        await store.endSignIn(entered, LOCKOUT, BY_OLGA, LATER);
        expect(await propose(store, 'endLockout', 'clara')).toBe('proposed');
        expect(await store.confirmAction(1, null, BY_OSCAR)).toMatchObject({ kind: 'done' });
        expect((await store.findCredential('clara'))?.lockedUntil).toBeNull();

        await authorise(store, 'single');
        expect(await propose(store, 'endPermission', 'consent-single')).toBe('notPossible');
        const vrp = { family: 'domestic-vrps', status: 'AwaitingAuthorisation' } as const;
        await store.createConsent({ ...consentOf('vrp'), ...vrp }, keyOf('vrp'), BY_OLGA);
        expect(await propose(store, 'endPermission', 'vrp')).toBe('notPossible');
        const token = tokenOf('vrp token', { kind: 'customer', consentId: 'vrp' });
        await store.authoriseConsent('vrp', approvedWith(RICH), { token }, BY_OLGA);
        expect(await propose(store, 'endPermission', 'vrp')).toBe('proposed');
        expect(await store.confirmAction(2, null, BY_OSCAR)).toMatchObject({ kind: 'done' });
        expect(await store.findConsent('vrp')).toMatchObject({ status: 'Revoked' });
      }),
    );

    it(
      'is possible only in the right state of its subject',
      withStore(open, async (store) => {
        expect(await propose(store, 'resumeScheme', 'FPS')).toBe('notPossible');
        expect(await propose(store, 'endLockout', 'nobody')).toBe('notPossible');
        expect(await propose(store, 'endPermission', 'nothing')).toBe('notPossible');
        for (const step of ['99', '', '0', '1e1', '-1']) {
          expect(await propose(store, 'abandonWork', step)).toBe('notPossible');
        }
        expect(await store.confirmAction(1, null, BY_OSCAR)).toEqual({ kind: 'unknown' });
        expect(await store.withdrawAction(1, BY_OSCAR)).toEqual({ kind: 'unknown' });
      }),
    );
  });
}
