import { describe, expect, it } from 'vitest';
import { actorOf, type Act } from '../../../src/domain/records/audit.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { LATER, withStore, type OpenStore } from './fixtures.ts';
import { messageIdOf } from './hub-messages.ts';
import { failReturn } from './hub-problems.ts';

const by = (id: string): Act => ({ at: LATER, by: actorOf({ kind: 'operator', id }) });
const [OLGA, OSCAR] = [by('olga'), by('oscar')];
const RETURNED = { inFile: { 'Debtor account': '11-28-00 12345678', Payee: 'Fresco Ltd' } };

/** The repeated booking of a returned credit, which two operators decide. */
export function returnProposalsSuite(open: OpenStore): void {
  describe('a proposal to book a returned credit again', () => {
    it(
      'lets the credit be booked once, when another operator confirms the same facts',
      withStore(open, async (store) => {
        await failReturn(store);
        const [problem] = await store.listHubProblems('open', 1);
        const subject = String(expectDefined(problem, 'the problem').id);
        const request = { action: 'retryReturn', subject, reason: 'r', seen: null } as const;
        const current = await store.factsOfAction('retryReturn', subject, LATER, RETURNED);
        expect(current?.facts).toEqual({
          Problem: expect.stringContaining('(notOwned)') as string,
          'Dismissed because': null,
          ...{ Payment: 'p', Row: 1, Amount: '£1.00', Received: '2026-03-02T10:00:00.000Z' },
          ...RETURNED.inFile,
        });
        expect(await store.proposeAction(request, OLGA)).toEqual({ kind: 'notPossible' });
        const complete = { ...request, plan: RETURNED, seen: current?.hash ?? '' };
        const other = { ...complete, plan: { inFile: { Payee: 'Fresco Limited' } } };
        expect(await store.proposeAction(other, OLGA)).toEqual({ kind: 'changed' });
        expect((await store.proposeAction(complete, OLGA)).kind).toBe('proposed');
        expect(await store.confirmAction(1, RETURNED, OLGA)).toEqual({ kind: 'sameOperator' });
        expect(await store.confirmAction(1, null, OSCAR)).toEqual({ kind: 'notPossible' });
        expect(await store.confirmAction(1, other.plan, OSCAR)).toEqual({ kind: 'changed' });
        expect(await store.listHubProblems('open', 10)).toEqual([problem]);
        const results = await Promise.all(
          ['oscar', 'ola', 'otto'].map((id) => store.confirmAction(1, RETURNED, by(id))),
        );
        expect(results.map(({ kind }) => kind).sort()).toEqual(['done', 'ended', 'ended']);
        expect(await store.listHubProblems('open', 10)).toEqual([]);
        const entries = await store.listAuditEntries({ from: 1, limit: 100 });
        expect(entries.slice(-2)).toMatchObject([
          { action: 'hubReturnRepeated', subject },
          { action: 'actionConfirmed', subject },
        ]);
        // It is tried again, so it can fail again.
        await store.endReturn({ messageId: messageIdOf('p'), index: 0 }, 'notOwned', LATER);
        expect(await store.listHubProblems('open', 10)).toMatchObject([{ kind: 'return' }]);
      }),
    );

    it(
      'is refused if the problem was dismissed after the proposal',
      withStore(open, async (store) => {
        await failReturn(store);
        const [problem] = await store.listHubProblems('open', 1);
        const id = expectDefined(problem, 'the problem').id;
        const request = { action: 'retryReturn', subject: String(id), reason: 'r' } as const;
        await store.proposeAction({ ...request, seen: null, plan: RETURNED }, OLGA);
        await store.dismissHubProblem(id, 'the bank paid it itself', OLGA);
        expect(await store.confirmAction(1, RETURNED, OSCAR)).toEqual({ kind: 'changed' });
        expect(await store.listHubProblems('dismissed', 10)).toMatchObject([{ id }]);
      }),
    );
  });
}
