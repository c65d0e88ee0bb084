import { describe, expect, it } from 'vitest';
import { actorOf, type Act } from '../../../src/domain/records/audit.ts';
import type { PlannedRecall } from '../../../src/domain/records/action-proposals.ts';
import { LATER, withStore, type OpenStore } from './fixtures.ts';
import { accept, recallOf, statesOf } from './hub-recalls.ts';

const by = (id: string): Act => ({ at: LATER, by: actorOf({ kind: 'operator', id }) });
const [OLGA, OSCAR] = [by('olga'), by('oscar')];

/** A recall of the first credit. Its id differs each time that it is written. */
const planned = (id: string, payee = 'Fresco Ltd'): PlannedRecall => ({
  facts: { Payment: 'p', Row: 1, Payee: payee, Amount: '£1.00' },
  recall: recallOf(id),
});
const REQUEST = { action: 'recallCredit', subject: 'p/1', reason: 'r', seen: null } as const;

/** The recall of a credit, which two operators decide. */
export function recallProposalsSuite(open: OpenStore): void {
  describe('a proposal to recall a credit', () => {
    it(
      'stores the recall once, when another operator confirms it with the same facts',
      withStore(open, async (store) => {
        await accept(store, 1);
        expect(await store.factsOfAction('recallCredit', 'p/1', LATER)).toBeUndefined();
        expect((await store.proposeAction(REQUEST, OLGA)).kind).toBe('notPossible');
        const request = { ...REQUEST, plan: planned('R1') };
        expect((await store.proposeAction(request, OLGA)).kind).toBe('proposed');
        // The history of a row finds the entry by its row.
        const entries = await store.listAuditEntries({ from: 1, limit: 100 });
        expect(entries.at(-1)?.action).toBe('actionProposed');
        expect(entries.at(-1)?.detail).toContain('"paymentId":"p","row":1,"index":0');
        expect((await store.proposeAction(request, OSCAR)).kind).toBe('alreadyProposed');
        expect(await statesOf(store)).toEqual([]);
        for (const same of [OLGA, by('claimed:OLGA/1000')]) {
          const result = await store.confirmAction(1, planned('R2'), same);
          expect(result).toEqual({ kind: 'sameOperator' });
        }
        for (const plan of [null, { next: null }]) {
          expect(await store.confirmAction(1, plan, OSCAR)).toEqual({ kind: 'notPossible' });
        }
        const other = planned('R2', 'Fresco Limited');
        expect(await store.confirmAction(1, other, OSCAR)).toEqual({ kind: 'changed' });
        expect(await statesOf(store)).toEqual([]);
        const plans = ['R3', 'R4', 'R5'].map((id) => planned(id));
        const results = await Promise.all(plans.map((plan) => store.confirmAction(1, plan, OSCAR)));
        expect(results.map(({ kind }) => kind).sort()).toEqual(['done', 'ended', 'ended']);
        expect(await statesOf(store)).toHaveLength(1);
        const [recall] = await store.listRecalls({ by: 'newest' }, 10);
        expect(recall).toMatchObject({ requestedBy: 'oscar', requestedByKind: 'operator' });
      }),
    );

    it(
      'is refused unless the credit can come back, also at the confirmation',
      withStore(open, async (store) => {
        await accept(store, 1);
        const second = { ...planned('R1'), recall: recallOf('R1', 1) };
        const refused = await store.proposeAction({ ...REQUEST, plan: second }, OLGA);
        expect(refused).toEqual({ kind: 'notAccepted' });
        await store.proposeAction({ ...REQUEST, plan: planned('R1') }, OLGA);
        // The customer asks for the money back before another operator confirms.
        expect(await store.addRecall(recallOf('R2'), OLGA)).toBe('stored');
        const late = await store.confirmAction(1, planned('R3'), OSCAR);
        expect(late).toEqual({ kind: 'notPossible' });
        expect(await statesOf(store)).toEqual(['R2 open']);
        expect(await store.findAction(1)).toMatchObject({ end: null });
        expect((await store.withdrawAction(1, OSCAR)).kind).toBe('done');
        const again = await store.proposeAction({ ...REQUEST, plan: planned('R4') }, OLGA);
        expect(again).toEqual({ kind: 'recalled' });
      }),
    );
  });
}
