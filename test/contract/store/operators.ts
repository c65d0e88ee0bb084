import { describe, expect, it } from 'vitest';
import { actorOf } from '../../../src/domain/records/audit.ts';
import type { OperatorSession } from '../../../src/domain/records/operators.ts';
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
            ...{ createdAt: NOW, passkeys: 0, sessions: 0, enrolUntil: null },
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
  });
}
