import { describe, expect, it } from 'vitest';
import {
  MAX_ITEMS_PER_CLIENT,
  type AuthorisationItem,
} from '../../../src/domain/ports/authorisation-store.ts';
import { MAX_PASSKEYS_PER_USER } from '../../../src/domain/ports/sign-in-store.ts';
import { MAX_REGISTRATIONS_PER_SOFTWARE } from '../../../src/domain/records/access.ts';
import type { PostgresStore } from '../../../src/store/postgres/index.ts';
import { rowsOf } from '../../helpers/postgres-audit.ts';
import { hasPostgres } from '../../helpers/use-postgres.ts';
import { ACT, codeStep, givenFor, LATER, NOW, organisation, tokenOf } from './fixtures.ts';
import { overNodes, tally, TIMES } from './four-nodes.ts';
import { storeCredentials, enter, lockedUntil } from './sign-in.ts';

function itemOf(id: string, rest?: Partial<AuthorisationItem>): AuthorisationItem {
  const owners = { grantId: null, clientId: null };
  return { model: 'Code', id, ...owners, payload: '{}', expiresAt: LATER, ...rest };
}

const LOCKOUT = {
  ...{ maxFailures: 5, milliseconds: LATER - NOW },
  ...{ maxMilliseconds: LATER - NOW, quietMilliseconds: 0 },
};

function endSignIn(store: PostgresStore, hash: string, step: number | null) {
  const successor = { hash: `after ${hash}`, activeUntil: LATER };
  return store.endSignIn({ hash, proof: codeStep(step), successor }, LOCKOUT, ACT, NOW);
}

describe.skipIf(!hasPostgres())('four nodes at once', () => {
  it(
    'leave no token of a grant that ends while tokens are stored',
    overNodes(async ({ url, first, atOnce }) => {
      for (const grant of ['g', 'h', 'i', 'j', 'k', 'l']) {
        const code = itemOf(`code ${grant}`, { grantId: grant });
        await first.saveItem(code, NOW);
        if (grant > 'i') await first.consumeItem('Code', code.id, NOW);
        await atOnce<unknown>((store, n) => {
          // A code that is used twice also ends its grant.
          if (n === 13) {
            if (grant > 'i') return store.consumeItem('Code', code.id, NOW);
            return store.removeGrant(grant);
          }
          const hash = `${grant} ${String(n)}`;
          return store.saveServerToken({ ...tokenOf(hash), grantId: grant, payload: '{}' });
        });
        const left = `SELECT hash FROM token WHERE grant_id = '${grant}'`;
        expect(await rowsOf(url, left)).toEqual([]);
      }
    }),
  );

  it(
    'consume each code and each request once',
    overNodes(async ({ first, atOnce }) => {
      await first.saveItem(itemOf('code'), NOW);
      const used = await atOnce((store) => store.consumeItem('Code', 'code', NOW));
      expect(used.filter(Boolean)).toHaveLength(1);
      const removed = await atOnce((store) => store.removeItem('Code', 'code'));
      expect(removed.filter(Boolean)).toHaveLength(1);
      // An expired id may be added again, once.
      for (const [at, expiresAt] of [
        [NOW, LATER],
        [LATER, LATER + 5],
      ] as const) {
        const added = await atOnce((store) => store.addItem(itemOf('jti', { expiresAt }), at));
        expect(added.filter(Boolean)).toHaveLength(1);
      }
    }),
  );

  it(
    'store no more items of a client than allowed, except concurrent ones',
    overNodes(async ({ first, atOnce }) => {
      const pushed = (id: string): AuthorisationItem =>
        itemOf(id, { model: 'Pushed', clientId: 'tpp-one' });
      const some = Array.from({ length: MAX_ITEMS_PER_CLIENT - 3 }, (_, n) =>
        first.saveItem(pushed(String(n)), NOW),
      );
      await Promise.all(some);
      const saved = await atOnce((store, n) => store.saveItem(pushed(`more ${String(n)}`), NOW));
      expect(saved.filter(Boolean).length).toBeGreaterThanOrEqual(3);
      const later = await atOnce((store, n) => store.saveItem(pushed(`later ${String(n)}`), NOW));
      expect(tally(later)).toEqual({ false: TIMES });
    }),
  );

  it(
    'count every wrong code, lock the user out once and accept a right code once',
    overNodes(async ({ url, first, atOnce }) => {
      await storeCredentials(first);
      await atOnce((store, n) => enter(store, { hash: `s ${String(n)}` }));
      const right = await atOnce((store, n) =>
        endSignIn(store, `s ${String(n)}`, n < 4 ? 7 : null),
      );
      // A right code counts only if it comes before the fifth wrong one.
      expect(tally(right)['right'] ?? 0).toBeLessThanOrEqual(1);
      expect(await lockedUntil(first)).toBe(LATER);
      await first.auditHead();
      const locks = `SELECT action FROM audit_entry WHERE action = 'signInLockedOut'`;
      expect(await rowsOf(url, locks)).toHaveLength(1);
    }),
  );

  it(
    'lock the user out after the maximum number of wrong codes and not before',
    overNodes(async ({ first, atOnce }) => {
      await storeCredentials(first);
      await atOnce((store, n) => enter(store, { hash: `s ${String(n)}` }));
      await atOnce<unknown>((store, n) =>
        n < LOCKOUT.maxFailures - 1 ? endSignIn(store, `s ${String(n)}`, null) : lockedUntil(store),
      );
      expect(await lockedUntil(first)).toBeNull();
      expect(await endSignIn(first, 's 30', null)).toBe('wrong');
      expect(await lockedUntil(first)).toBe(LATER);
    }),
  );

  it(
    'sign a session in once and give it one grant',
    overNodes(async ({ first, atOnce }) => {
      await storeCredentials(first);
      await enter(first);
      const ended = await atOnce((store) => endSignIn(store, 'pending', 7));
      expect(tally(ended)).toEqual({ right: 1, gone: TIMES - 1 });
      const hash = 'after pending';
      const grants = await atOnce((store, n) => store.claimGrant(hash, `grant ${String(n)}`));
      expect(new Set(grants).size).toBe(1);
      const factors = await atOnce((store) =>
        store.consumeFactor(givenFor(hash, codeStep(8)), { ...LOCKOUT, maxFailures: 99 }, ACT, NOW),
      );
      expect(tally(factors)).toEqual({ right: 1, wrong: TIMES - 1 });
    }),
  );

  it(
    'add no more passkeys to a user than allowed, and each passkey once',
    overNodes(async ({ first, atOnce }) => {
      await storeCredentials(first);
      const passkey = { userId: 'clara', publicKey: Buffer.from([1]), counter: 1, name: 'Phone' };
      const same = await atOnce((store) => store.addPasskey({ ...passkey, id: 'same' }, ACT));
      expect(tally(same)).toEqual({ added: 1, known: TIMES - 1 });
      const added = await atOnce((store, n) =>
        store.addPasskey({ ...passkey, id: `k ${String(n)}` }, ACT),
      );
      const room = MAX_PASSKEYS_PER_USER - 1;
      expect(tally(added)).toEqual({ added: room, tooMany: TIMES - room });
      const removed = await atOnce((store) => store.removePasskey('clara', 'same', ACT));
      expect(removed.filter(Boolean)).toHaveLength(1);
    }),
  );

  it(
    'store no more registrations of a software than allowed, each for a request used once',
    overNodes(async ({ atOnce }) => {
      const register = (store: PostgresStore, clientId: string, request: string) => {
        const named = { clientId, softwareId: 'software of one', metadata: {}, registeredAt: NOW };
        const use = { ...itemOf(request, { model: 'RegistrationRequest' }), usedAt: NOW };
        return store.saveRegistration(named, use, ACT);
      };
      const once = await atOnce((store, n) => register(store, `c ${String(n)}`, 'same'));
      expect(tally(once)).toEqual({ kept: 1, requestUsed: TIMES - 1 });
      const many = await atOnce((store, n) => register(store, `d ${String(n)}`, String(n)));
      const room = MAX_REGISTRATIONS_PER_SOFTWARE - 1;
      expect(tally(many)).toEqual({ kept: room, tooMany: TIMES - room });
      const gone = await atOnce((store, n) =>
        many[n] === 'kept' ? Promise.resolve(false) : store.removeRegistration('c 0', ACT),
      );
      expect(gone.filter(Boolean).length).toBeLessThanOrEqual(1);
    }),
  );

  it(
    'apply the same directory state concurrently',
    overNodes(async ({ first, atOnce }) => {
      const listed = [organisation('one', 'PISP'), organisation('new', 'PISP')];
      await atOnce((store) => store.replaceDirectory(listed, ACT));
      expect(await first.findSoftware('software of new')).toMatchObject({ isAdmitted: true });
      expect(await first.findSoftware('software of aisp')).toMatchObject({ isAdmitted: false });
    }),
  );
});
