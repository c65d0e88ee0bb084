import { describe, expect, it } from 'vitest';
import type { Store } from '../../../src/domain/ports/store.ts';
import { actorOf, type Act } from '../../../src/domain/records/audit.ts';
import type { OperatorRole } from '../../../src/domain/records/operators.ts';
import { LATER, NOW, withStore, type OpenStore } from './fixtures.ts';
import { actOf, confirm, handOver, propose as proposeOutcome } from './hub-proposals.ts';
import { hold } from './screening.ts';

const by = (id: string): Act => ({ at: LATER, by: actorOf({ kind: 'operator', id }) });
const BY_ADMIN = by('claimed:root/0');
const OPEN = ['open', LATER, 10] as const;

const add = (store: Store, id: string, ...roles: readonly OperatorRole[]) =>
  store.addOperator({ id, name: id, roles }, { hash: id, until: NOW }, BY_ADMIN);

/** Proposes to resume a stopped scheme. */
const proposeResume = (store: Store, operator: string, subject = 'FPS') =>
  store.proposeAction(
    { action: 'resumeScheme', subject, reason: 'It works again.', seen: null },
    by(operator),
  );

const release = (id: number) => ({ id, decision: 'release', reason: 'checked' }) as const;

/** Returns the causes of the withdrawals in the audit log, by action. */
async function withdrawals(store: Store) {
  const entries = await store.listAuditEntries({ from: 1, limit: 1000 });
  return entries.flatMap(({ action, detail }) => {
    const [, cause = ''] = /"cause":"(\w+)"/.exec(String(detail)) ?? [];
    return action.endsWith('Withdrawn') ? [`${action}: ${cause}`] : [];
  });
}

export function lostRightsSuite(open: OpenStore): void {
  describe('the proposals of an operator', () => {
    it(
      'are withdrawn when the operator ends, also those with the claimed name',
      withStore(open, async (store) => {
        await add(store, 'olga', 'operate', 'approve');
        await add(store, 'oscar', 'operate', 'approve');
        await store.stopScheme('FPS', 'slow', BY_ADMIN);
        await store.stopScheme('BACS', 'slow', BY_ADMIN);
        await proposeResume(store, 'olga');
        await proposeResume(store, 'oscar', 'BACS');
        const held = await hold(store, undefined, 'q');
        await store.decideCase(release(held), by('olga'));
        await handOver(store);
        const outcome = await proposeOutcome(store, 'accepted');
        expect(await store.endOperator('olga', BY_ADMIN)).toBe(true);
        expect(await store.listActions(...OPEN)).toMatchObject([{ proposedBy: 'oscar' }]);
        expect((await store.findAction(1))?.end).toEqual({
          ...{ at: LATER, by: BY_ADMIN.by.id, ending: 'withdrawn' },
        });
        expect((await store.casesOf(['q']))[0]?.proposed).toBeNull();
        expect(await store.confirmAction(1, null, by('oscar'))).toEqual({ kind: 'ended' });
        expect(await confirm(store, outcome, actOf('oscar'))).toBe('ended');
        expect(await store.decideCase(release(held), by('oscar'))).toBe('proposed');
        expect((await withdrawals(store)).sort()).toEqual([
          'actionWithdrawn: operatorEnded',
          'actionWithdrawn: operatorEnded',
          'screeningWithdrawn: operatorEnded',
        ]);
      }),
    );

    it(
      'are withdrawn when the operator loses the role to propose them, and only then',
      withStore(open, async (store) => {
        await add(store, 'olga', 'operate', 'approve');
        await store.stopScheme('FPS', 'slow', BY_ADMIN);
        await proposeResume(store, 'olga');
        const held = await hold(store, undefined, 'q');
        await store.decideCase(release(held), by('olga'));
        await store.changeOperatorRoles('olga', ['read', 'approve'], BY_ADMIN);
        expect(await store.listActions(...OPEN)).toHaveLength(1);
        expect((await store.casesOf(['q']))[0]?.proposed).toBeNull();
        await store.changeOperatorRoles('olga', ['read', 'operate'], BY_ADMIN);
        expect(await store.listActions(...OPEN)).toEqual([]);
        expect(await withdrawals(store)).toEqual([
          'screeningWithdrawn: roleLost',
          'actionWithdrawn: roleLost',
        ]);
      }),
    );

    it(
      'cannot be confirmed if they were made while the operator ended or lost the role',
      withStore(open, async (store) => {
        await add(store, 'olga', 'read');
        await store.stopScheme('FPS', 'slow', BY_ADMIN);
        await proposeResume(store, 'olga');
        const held = await hold(store, undefined, 'q');
        await store.decideCase(release(held), by('olga'));
        expect(await store.confirmAction(1, null, by('oscar'))).toEqual({ kind: 'ended' });
        expect(await store.decideCase(release(held), by('oscar'))).toBe('changed');
        expect((await store.schemeQueues(LATER)).some(({ stop }) => stop !== null)).toBe(true);
        expect((await store.withdrawAction(1, by('oscar'))).kind).toBe('done');
        expect(await store.withdrawCase(held, by('oscar'))).toBe('done');
      }),
    );
  });
}
