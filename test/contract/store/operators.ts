import { describe, expect, it } from 'vitest';
import { actorOf, UNKNOWN_USER } from '../../../src/domain/records/audit.ts';
import type { OperatorSession, ProvenOperator } from '../../../src/domain/records/operators.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import { NOW, withStore, type OpenStore } from './fixtures.ts';

const ACT = { at: NOW, by: actorOf({ kind: 'operator', id: 'claimed:root/0' }) };
const LINK = { hash: 'link', until: NOW + 1000 };
const KEY = { id: 'key', operatorId: 'olga', publicKey: new Uint8Array([0, 255]), counter: 3 };
const SESSION: OperatorSession = {
  hash: 'session',
  operatorId: 'olga',
  activeUntil: NOW + 900,
  expiresAt: NOW + 8000,
};

/** Adds an operator with a passkey. */
async function addOlga(store: Store): Promise<void> {
  await store.addOperator({ id: 'olga', name: 'Olga', roles: ['read', 'operate'] }, LINK, ACT);
  expect(await store.enrolOperator('link', KEY, ACT, NOW)).toBe(true);
}

const begin = (store: Store, counter = 4, session = SESSION) =>
  store.beginOperatorSession(session, { id: 'key', counter }, ACT);

const PROVEN: ProvenOperator = {
  ...{ id: 'olga', name: 'Olga', subject: 'sub-1', roles: ['read', 'approve'] },
  evidence: { acr: 'mfa' },
};

/** Signs an operator in whom the provider proved. */
const prove = (store: Store, changes: object = {}, hash = 'session') => {
  const { activeUntil, expiresAt } = SESSION;
  const session = { hash, activeUntil, expiresAt };
  const act = { at: NOW, by: actorOf({ kind: 'operator', id: UNKNOWN_USER }) };
  return store.beginProvenOperatorSession(session, { ...PROVEN, ...changes }, act);
};

/** Returns the newest audit entry about operators, as text. */
async function lastEntry(store: Store): Promise<string> {
  const entries = await store.listAuditEntries({ from: 1, limit: 100 });
  const { action = '', by, subject = '', detail = null } = entries.at(-1) ?? {};
  return `${action} ${subject} by ${by?.id ?? ''} ${String(detail)}`;
}

export function operatorsSuite(open: OpenStore): void {
  describe('operators of the console', () => {
    it(
      'are added once, also after they ended',
      withStore(open, async (store) => {
        await addOlga(store);
        const again = { id: 'olga', name: 'Another', roles: ['administer'] } as const;
        expect(await store.addOperator(again, { ...LINK, hash: 'other' }, ACT)).toBe(false);
        expect(await store.endOperator('olga', ACT)).toBe(true);
        expect(await store.endOperator('olga', ACT)).toBe(false);
        expect(await store.addOperator(again, { ...LINK, hash: 'other' }, ACT)).toBe(false);
        expect(await store.changeOperatorRoles('olga', ['read'], ACT)).toBe(false);
        expect(await store.renewOperatorEnrolment('olga', LINK, ACT)).toBe(false);
        expect(await store.listOperators()).toEqual([
          {
            ...{ id: 'olga', name: 'Olga', roles: ['read', 'operate'], state: 'ended' },
            ...{ createdAt: NOW, passkeys: 0, sessions: 0, enrolUntil: null, subject: null },
          },
        ]);
      }),
    );

    it(
      'use an enrolment link once and only until it expires',
      withStore(open, async (store) => {
        await store.addOperator({ id: 'olga', name: 'Olga', roles: ['read'] }, LINK, ACT);
        await store.addOperator(
          { id: 'eve', name: 'Eve', roles: ['read'] },
          { ...LINK, hash: 'eve' },
          ACT,
        );
        expect(await store.findOperatorToEnrol('link', LINK.until)).toBeUndefined();
        expect(await store.enrolOperator('link', KEY, ACT, LINK.until)).toBe(false);
        expect(await store.enrolOperator('eve', KEY, ACT, NOW)).toBe(false);
        expect((await store.findOperatorToEnrol('link', NOW))?.id).toBe('olga');
        expect(await store.enrolOperator('link', KEY, ACT, NOW)).toBe(true);
        expect(await store.findOperatorToEnrol('link', NOW)).toBeUndefined();
        expect(await store.enrolOperator('link', { ...KEY, id: 'second' }, ACT, NOW)).toBe(false);
        expect(await store.passkeysOfOperator('olga')).toMatchObject([{ id: 'key', counter: 3 }]);
      }),
    );

    it(
      'keep the enrolment link if the passkey exists',
      withStore(open, async (store) => {
        await addOlga(store);
        await store.renewOperatorEnrolment('olga', { ...LINK, hash: 'next' }, ACT);
        expect(await store.enrolOperator('next', KEY, ACT, NOW)).toBe(false);
        expect(await store.enrolOperator('next', { ...KEY, id: 'second' }, ACT, NOW)).toBe(true);
      }),
    );

    it(
      'begin a session only with their own passkey and a higher counter',
      withStore(open, async (store) => {
        await addOlga(store);
        await store.addOperator({ id: 'eve', name: 'Eve', roles: ['read'] }, LINK, ACT);
        expect(await begin(store, 4, { ...SESSION, operatorId: 'eve' })).toBe(false);
        expect(await begin(store, 3)).toBe(false);
        expect(await begin(store, 4)).toBe(true);
        expect(await begin(store, 4, { ...SESSION, hash: 'second' })).toBe(false);
        const { session, operator } = (await store.findOperatorSession('session')) ?? {};
        expect(session).toEqual(SESSION);
        expect(operator).toMatchObject({ id: 'olga', roles: ['read', 'operate'] });
      }),
    );

    it(
      'lose a role and their sessions at once',
      withStore(open, async (store) => {
        await addOlga(store);
        await begin(store);
        await store.changeOperatorRoles('olga', ['read'], ACT);
        expect((await store.findOperatorSession('session'))?.operator.roles).toEqual(['read']);
        await store.endOperator('olga', ACT);
        expect(await store.findOperatorSession('session')).toBeUndefined();
        expect(await begin(store, 5)).toBe(false);
      }),
    );

    it(
      'have sessions that are extended, end and are deleted after they expired',
      withStore(open, async (store) => {
        await addOlga(store);
        await begin(store, 4);
        await begin(store, 5, { ...SESSION, hash: 'second' });
        await store.keepOperatorActive('session', NOW + 1500);
        const found = await store.findOperatorSession('session');
        expect(found?.session.activeUntil).toBe(NOW + 1500);
        const by = actorOf({ kind: 'operator', id: 'olga' });
        await store.endOperatorSession('session', { at: NOW, by });
        expect(await store.findOperatorSession('session')).toBeUndefined();
        await store.clearExpired(SESSION.expiresAt - 1);
        expect((await store.listOperators())[0]?.sessions).toBe(1);
        await store.clearExpired(SESSION.expiresAt);
        expect((await store.listOperators())[0]?.sessions).toBe(0);
      }),
    );

    it(
      'are added by their first sign-in at the provider, and have the roles of the last one',
      withStore(open, async (store) => {
        expect(await prove(store)).toBe('signedIn');
        const { operator } = (await store.findOperatorSession('session')) ?? {};
        expect(operator).toMatchObject({ id: 'olga', roles: ['read', 'approve'] });
        expect(await prove(store, { roles: ['operate'] }, 'second')).toBe('signedIn');
        expect((await store.findOperatorSession('session'))?.operator.roles).toEqual(['operate']);
        expect(await lastEntry(store)).toContain('operatorSignedIn olga by olga');
        expect(await store.changeOperatorRoles('olga', ['approve'], ACT)).toBe(false);
        expect(await store.renewOperatorEnrolment('olga', LINK, ACT)).toBe(false);
      }),
    );

    it(
      'have no session without a role, and lose those that they have',
      withStore(open, async (store) => {
        expect(await prove(store, { roles: [] })).toBe('noRole');
        expect(await store.listOperators()).toEqual([]);
        expect(await lastEntry(store)).toContain(`operatorSignInFailed olga by ${UNKNOWN_USER}`);
        await prove(store);
        expect(await prove(store, { roles: [] }, 'second')).toBe('noRole');
        expect(await lastEntry(store)).toContain('operatorSignInFailed olga by olga');
        expect(await store.findOperatorSession('session')).toBeUndefined();
        expect(await store.findOperatorSession('second')).toBeUndefined();
        expect(await store.listOperators()).toMatchObject([{ id: 'olga', roles: [] }]);
        expect(await prove(store, {}, 'third')).toBe('signedIn');
      }),
    );

    it(
      'cannot sign in at the provider with the id or the subject of another operator',
      withStore(open, async (store) => {
        await addOlga(store);
        expect(await prove(store)).toBe('idTaken');
        expect(await lastEntry(store)).toMatch(
          new RegExp(`operatorSignInFailed olga by ${UNKNOWN_USER} .*idTaken`),
        );
        expect(await prove(store, { id: 'eve', subject: 'sub-2' })).toBe('signedIn');
        expect(await prove(store, { id: 'mallory', subject: 'sub-2' }, 'second')).toBe('idChanged');
        expect(await prove(store, { id: 'eve', subject: 'sub-3' }, 'third')).toBe('idTaken');
        expect(await store.findLinkedOperator('sub-2')).toMatchObject({
          id: 'eve',
          state: 'active',
        });
        expect(await store.findLinkedOperator('sub-3')).toBeUndefined();
        expect((await store.listOperators()).map(({ id, sessions }) => [id, sessions])).toEqual([
          ['eve', 1],
          ['olga', 0],
        ]);
      }),
    );

    it(
      'sign in only at the provider after they were linked to it',
      withStore(open, async (store) => {
        await addOlga(store);
        await begin(store);
        expect(await store.linkOperator('nobody', 'sub-1', ACT)).toBe(false);
        expect(await store.linkOperator('olga', 'sub-1', ACT)).toBe(true);
        expect(await store.linkOperator('olga', 'sub-2', ACT)).toBe(false);
        expect(await store.findOperatorSession('session')).toBeUndefined();
        expect(await begin(store, 5)).toBe(false);
        expect(await prove(store, { roles: ['read'] })).toBe('signedIn');
        await store.addOperator({ id: 'eve', name: 'Eve', roles: ['read'] }, LINK, ACT);
        expect(await store.linkOperator('eve', 'sub-1', ACT)).toBe(false);
      }),
    );

    it(
      'who have ended cannot sign in at the provider, also under another id',
      withStore(open, async (store) => {
        await prove(store);
        expect(await store.endOperator('olga', ACT)).toBe(true);
        expect(await store.findOperatorSession('session')).toBeUndefined();
        expect(await prove(store)).toBe('ended');
        expect(await prove(store, { id: 'olga2' })).toBe('ended');
        expect(await prove(store, { subject: 'sub-9' })).toBe('idTaken');
        expect(await store.linkOperator('olga', 'sub-1', ACT)).toBe(false);
      }),
    );

    it(
      'are added once if they sign in at the provider in several browsers at once',
      withStore(open, async (store) => {
        const hashes = ['a', 'b', 'c', 'd'];
        const results = await Promise.all(hashes.map((hash) => prove(store, {}, hash)));
        expect(results).toEqual(hashes.map(() => 'signedIn'));
        expect(await store.listOperators()).toMatchObject([{ id: 'olga', sessions: 4 }]);
      }),
    );
  });
}
