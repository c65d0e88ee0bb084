import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/domain/ports/store.ts';
import { actorOf, auditDetail, type Act } from '../../../src/domain/records/audit.ts';
import type { ActionResult } from '../../../src/domain/records/action-proposals.ts';
import { DAY_MS } from '../../../src/shared/time.ts';
import { batchOf, LATER, submit, withStore, type OpenStore } from './fixtures.ts';

const by = (id: string, at = LATER): Act => ({ at, by: actorOf({ kind: 'operator', id }) });
const [OLGA, OSCAR, ANNA] = [by('olga'), by('oscar'), by('anna')];
const ALWAYS = Number.MAX_SAFE_INTEGER;

/** Submits a payment of several batches of 1.00 each, and holds all of them. */
export async function heldPayment(store: Store, batches: number, dueAt = LATER): Promise<void> {
  await submit(
    store,
    'p',
    Array.from({ length: batches }, () => batchOf(1, 100, { dueAt })),
  );
  await store.holdPayment('p', 'They called.', OLGA);
}

type Action = 'releaseCases' | 'rejectCases';

/** Proposes a decision about all cases of the payment. Returns the result. */
export function proposeAll(store: Store, action: Action = 'releaseCases', act = OLGA, seen = '') {
  const request = { action, subject: 'p', reason: 'All checked.', seen: seen || null } as const;
  return store.proposeAction(request, act);
}

const confirm = async (store: Store, id: number, act = OSCAR): Promise<ActionResult['kind']> =>
  (await store.confirmAction(id, null, act)).kind;

export function paymentCasesSuite(open: OpenStore): void {
  describe('one decision about all cases of a payment', () => {
    it(
      'is confirmed by another operator who sees the same facts, and audited once with all numbers',
      withStore(open, async (store) => {
        await heldPayment(store, 3, LATER + DAY_MS);
        const one = { id: 2, decision: 'reject', reason: 'r' } as const;
        await store.decideCase(one, ANNA);
        const current = await store.factsOfAction('releaseCases', 'p', LATER);
        expect(current?.facts).toMatchObject({
          ...{ Payment: 'p', Decision: 'release', Cases: 3, 'Case numbers': '1 to 3' },
          ...{ Payments: 3, Amount: '£3.00', 'Held because of': 'operator 3' },
          ...{ 'Proposed for single cases': 'reject 1', 'Further cases': null },
        });
        expect((await proposeAll(store, 'releaseCases', OLGA, 'f'.repeat(64))).kind).toBe(
          'changed',
        );
        const hash = current?.hash ?? '';
        expect((await proposeAll(store, 'releaseCases', OLGA, hash)).kind).toBe('proposed');
        expect((await proposeAll(store)).kind).toBe('alreadyProposed');
        expect(await confirm(store, 1, OLGA)).toBe('sameOperator');
        expect(await confirm(store, 1)).toBe('done');
        expect(await confirm(store, 1)).toBe('ended');
        expect(await store.casesOf(['p'])).toEqual([]);
        expect(await store.decideCase(one, OSCAR)).toBe('ended');
        // A release keeps the day of the payment.
        const steps = await store.dueWork(ALWAYS, 10);
        expect(steps.map(({ dueAt }) => dueAt)).toEqual(Array(3).fill(LATER + DAY_MS));
        for (const step of steps) {
          expect(await store.findCase(step)).toMatchObject({
            decided: { decision: 'release', by: 'oscar', at: LATER },
          });
        }
        const entries = await store.listAuditEntries({ from: 1, limit: 100 });
        const decided = entries.filter(({ action }) => action === 'screeningDecided');
        expect(decided).toMatchObject([{ subject: 'p', by: { id: 'oscar' } }]);
        expect(decided.map(auditDetail)).toEqual([
          {
            ...{ cases: '1-3', count: 3, decision: 'release', reason: 'All checked.' },
            ...{ proposal: 1, proposedBy: 'olga' },
          },
        ]);
      }),
    );

    it(
      'is refused if a case was decided or opened since, and names the new facts',
      withStore(open, async (store) => {
        await heldPayment(store, 2);
        await proposeAll(store);
        for (const act of [ANNA, OSCAR]) {
          await store.decideCase({ id: 1, decision: 'reject', reason: 'r' }, act);
        }
        expect(await confirm(store, 1)).toBe('changed');
        expect(await store.casesOf(['p'])).toMatchObject([{ id: 2, decided: null }]);
        const current = await store.factsOfAction('releaseCases', 'p', LATER);
        expect(current?.facts).toMatchObject({ Cases: 1, 'Case numbers': 2, Amount: '£1.00' });
        await store.withdrawAction(1, ANNA);
        await proposeAll(store);
        expect(await confirm(store, 2)).toBe('done');
        expect(await store.factsOfAction('releaseCases', 'p', LATER)).toBeUndefined();
        expect((await proposeAll(store)).kind).toBe('notPossible');
      }),
    );

    it(
      'rejects all steps at once, and is not possible for an unknown payment',
      withStore(open, async (store) => {
        expect((await proposeAll(store)).kind).toBe('notPossible');
        await heldPayment(store, 2, LATER + DAY_MS);
        await proposeAll(store, 'rejectCases');
        expect(await confirm(store, 1)).toBe('done');
        const steps = await store.dueWork(LATER, 10);
        expect(steps.map(({ dueAt }) => dueAt)).toEqual([LATER, LATER]);
      }),
    );
  });
}
