import { describe, expect, it } from 'vitest';
import { ACT, BAKER, LATER, NOW, RICH, withStore, type OpenStore } from './fixtures.ts';
import { LOCKOUT, storeCredentials, trySignIn } from './sign-in.ts';

const PASSKEY = {
  ...{ userId: 'clara', publicKey: Buffer.from([1]), counter: 0, name: 'Telephone' },
} as const;

export function customersSuite(open: OpenStore): void {
  describe('a customer', () => {
    it(
      'is found by its id, the id of a user and an account number',
      withStore(open, async (store) => {
        const north = await store.findCustomer('north');
        expect(north).toEqual({
          ...{ id: 'north', name: 'Northwind', segment: 'corporate' },
          companyLimitPence: 2_000_000,
        });
        for (const text of ['north', 'clara', RICH]) {
          expect(await store.findCustomers(text)).toEqual([north]);
        }
        expect(await store.findCustomers(BAKER)).toMatchObject([{ id: 'bakes' }]);
        expect(await store.findCustomers('opening')).toEqual([]);
        expect(await store.findCustomers('nort')).toEqual([]);
        expect(await store.findCustomer('clara')).toBeUndefined();
        expect(await store.usersOfCustomer('north', 0, NOW)).toEqual([]);
        expect(await store.usersOfCustomer('bakes', 10, NOW)).toMatchObject([
          { mayUploadFiles: false },
        ]);
        expect(await store.accountsOf('north', 0)).toEqual([]);
        expect(await store.permissionsOf('north', 0)).toEqual([]);
      }),
    );

    it(
      'has users with the state of their sign-in',
      withStore(open, async (store) => {
        const user = { id: 'clara', mayUploadFiles: true, userLimitPence: 900_000 };
        const unknown = { hasPassword: false, lockedUntil: null, passkeys: 0, lastSignInAt: null };
        expect(await store.usersOfCustomer('north', 10, NOW)).toEqual([{ ...user, ...unknown }]);
        await storeCredentials(store);
        await store.addPasskey({ ...PASSKEY, id: 'one' }, ACT);
        await store.addPasskey({ ...PASSKEY, id: 'two' }, ACT);
        await trySignIn(store);
        const known = { ...user, hasPassword: true, passkeys: 2, lastSignInAt: NOW };
        expect(await store.usersOfCustomer('north', 10, NOW)).toEqual([
          { ...known, lockedUntil: null },
        ]);
        for (let failed = 0; failed < LOCKOUT.maxFailures; failed += 1) {
          await trySignIn(store, { step: null });
        }
        const [locked] = await store.usersOfCustomer('north', 10, NOW);
        expect(locked?.lockedUntil).toBe(LATER);
        const [unlocked] = await store.usersOfCustomer('north', 10, LATER);
        expect(unlocked?.lockedUntil).toBeNull();
      }),
    );
  });
}
