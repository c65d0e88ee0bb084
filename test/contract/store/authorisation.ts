import { describe, expect, it } from 'vitest';
import {
  MAX_ITEMS_PER_CLIENT,
  type AuthorisationItem,
  type ServerToken,
} from '../../../src/domain/ports/authorisation-store.ts';
import {
  ACT,
  approvedWith,
  authorise,
  consentOf,
  factsOf,
  keyOf,
  LATER,
  NOW,
  RICH,
  tokenOf,
  withStore,
  type OpenStore,
} from './fixtures.ts';

function itemOf(id: string, rest?: Partial<AuthorisationItem>): AuthorisationItem {
  const owners = { grantId: null, clientId: null };
  return { model: 'Code', id, ...owners, payload: `{"of":"${id}"}`, expiresAt: LATER, ...rest };
}

function serverToken(hash: string, grantId: string | null): ServerToken {
  return { ...tokenOf(hash), grantId, payload: `{"of":"${hash}"}` };
}

export function authorisationSuite(open: OpenStore): void {
  describe('an item of the authorisation server', () => {
    it(
      'is found by its model and id',
      withStore(open, async (store) => {
        await store.saveItem(itemOf('a'), NOW);
        expect(await store.findItem('Code', 'a')).toEqual({
          payload: '{"of":"a"}',
          consumedAt: null,
        });
        expect(await store.findItem('Code', 'b')).toBeUndefined();
        expect(await store.findItem('Visit', 'a')).toBeUndefined();
      }),
    );

    it(
      'is consumed once under concurrent attempts, and stays consumed when it is saved again',
      withStore(open, async (store) => {
        await store.saveItem(itemOf('a'), NOW);
        const tries = Array.from({ length: 5 }, () => store.consumeItem('Code', 'a', LATER));
        expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
        expect(await store.findItem('Code', 'a')).toMatchObject({ consumedAt: LATER });
        expect(await store.consumeItem('Code', 'none', LATER)).toBe(false);
        await store.saveItem(itemOf('a', { payload: '{}' }), NOW);
        expect(await store.findItem('Code', 'a')).toEqual({
          payload: '{}',
          consumedAt: LATER,
        });
      }),
    );

    it(
      'is added if its id is unused or has expired',
      withStore(open, async (store) => {
        const tries = Array.from({ length: 5 }, () => store.addItem(itemOf('a'), NOW));
        expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
        expect(await store.addItem(itemOf('a', { expiresAt: LATER + 5 }), LATER - 1)).toBe(false);
        expect(await store.addItem(itemOf('a', { expiresAt: LATER + 5 }), LATER)).toBe(true);
        expect(await store.addItem(itemOf('a'), LATER)).toBe(false);
      }),
    );

    it(
      'is removed only once',
      withStore(open, async (store) => {
        await store.saveItem(itemOf('a'), NOW);
        expect(await store.removeItem('Code', 'a')).toBe(true);
        expect(await store.removeItem('Code', 'a')).toBe(false);
      }),
    );
  });

  describe('an item of a client', () => {
    const pushed = (id: string, rest?: Partial<AuthorisationItem>): AuthorisationItem =>
      itemOf(id, { model: 'Pushed', clientId: 'tpp-one', ...rest });

    it(
      'is refused above the limit per client until another one expires',
      withStore(open, async (store) => {
        const save = (id: string, rest?: Partial<AuthorisationItem>, now = NOW) =>
          store.saveItem(pushed(id, rest), now);
        const saves = Array.from({ length: MAX_ITEMS_PER_CLIENT - 1 }, (_, at) => save(String(at)));
        expect(new Set(await Promise.all(saves))).toEqual(new Set([true]));
        expect(await save('last', { expiresAt: LATER + 1 })).toBe(true);
        // Consumed items count too, because they are stored until they expire.
        await store.consumeItem('Pushed', '0', NOW);
        expect(await save('more')).toBe(false);
        expect(await store.findItem('Pushed', 'more')).toBeUndefined();
        expect(await save('others', { clientId: 'tpp-two' })).toBe(true);
        expect(await save('of another kind', { model: 'Other' })).toBe(true);
        expect(await save("nobody's", { clientId: null })).toBe(true);
        expect(await save('more', {}, LATER - 1)).toBe(false);
        expect(await save('more', { expiresAt: LATER + 1 }, LATER)).toBe(true);
      }),
    );

    it(
      'is deleted in portions after its expiry, like expired tokens, and nothing else is',
      withStore(open, async (store) => {
        for (let number = 0; number < 600; number += 1) {
          await store.saveItem(itemOf(String(number)), NOW);
        }
        await store.saveItem(itemOf('good', { expiresAt: LATER + 1 }), NOW);
        await store.saveToken(tokenOf('token'));
        expect(await store.clearExpired(LATER - 1)).toBe(false);
        expect(await store.findItem('Code', '599')).toBeDefined();
        expect(await store.clearExpired(LATER)).toBe(true);
        expect(await store.clearExpired(LATER)).toBe(false);
        expect(await store.findItem('Code', '599')).toBeUndefined();
        expect(await store.findGrant('token')).toBeUndefined();
        expect(await store.findItem('Code', 'good')).toBeDefined();
      }),
    );
  });

  describe('a grant of the authorisation server', () => {
    it(
      'ends with everything that was issued for it, and nothing else',
      withStore(open, async (store) => {
        await store.saveItem(itemOf('a', { grantId: 'g' }), NOW);
        await store.saveItem(itemOf('b', { grantId: 'h' }), NOW);
        expect(await store.saveServerToken(serverToken('token g', 'g'))).toBe(true);
        expect(await store.saveServerToken(serverToken('token h', 'h'))).toBe(true);
        expect(await store.saveServerToken(serverToken('own', null))).toBe(true);
        await store.removeGrant('g');
        expect(await store.findItem('Code', 'a')).toBeUndefined();
        expect(await store.findGrant('token g')).toBeUndefined();
        expect(await store.findItem('Code', 'b')).toBeDefined();
        expect(await store.findGrant('token h')).toMatchObject(tokenOf('').grant);
        expect(await store.findGrant('own')).toBeDefined();
      }),
    );

    it(
      'issues no token after its end',
      withStore(open, async (store) => {
        await store.saveItem(itemOf('a', { grantId: 'g' }), NOW);
        await store.removeGrant('g');
        expect(await store.saveServerToken(serverToken('late', 'g'))).toBe(false);
        expect(await store.findGrant('late')).toBeUndefined();
      }),
    );

    it(
      'ends when one of its codes is used twice',
      withStore(open, async (store) => {
        await store.saveItem(itemOf('a', { grantId: 'g' }), NOW);
        expect(await store.consumeItem('Code', 'a', NOW)).toBe(true);
        await store.saveServerToken(serverToken('token', 'g'));
        expect(await store.consumeItem('Code', 'a', NOW)).toBe(false);
        expect(await store.findGrant('token')).toBeUndefined();
        expect(await store.findItem('Code', 'a')).toBeUndefined();
      }),
    );

    it(
      'finds the consent that was authorised with it, which has no token yet',
      withStore(open, async (store) => {
        await store.createConsent(consentOf('c'), keyOf('k'), ACT);
        await store.attachFile('c', factsOf(), keyOf('file'), ACT);
        expect(await store.authoriseConsent('c', approvedWith(RICH), { grantId: 'g' }, ACT)).toBe(
          true,
        );
        expect(await store.findConsentByGrant('g')).toEqual(await store.findConsent('c'));
        expect(await store.findConsentByGrant('h')).toBeUndefined();
        await authorise(store, 'other');
        await expect(
          store.authoriseConsent('c', approvedWith(RICH), { grantId: 'g' }, ACT),
        ).resolves.toBe(false);
      }),
    );
  });

  describe('a token of the authorisation server', () => {
    it(
      'has a payload until it is removed, unlike a sandbox token',
      withStore(open, async (store) => {
        await store.saveServerToken(serverToken('a', null));
        expect(await store.findServerToken('a')).toBe('{"of":"a"}');
        await store.removeToken('a');
        expect(await store.findServerToken('a')).toBeUndefined();
        await store.saveToken(tokenOf('b'));
        expect(await store.findServerToken('b')).toBeUndefined();
      }),
    );
  });
}
