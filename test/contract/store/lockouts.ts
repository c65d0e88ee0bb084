import { describe, expect, it } from 'vitest';
import type { Lockout, Proof } from '../../../src/domain/ports/sign-in-store.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import { ACT, codeStep, enteredBy, givenFor, NOW, withStore, type OpenStore } from './fixtures.ts';
import { storeCredentials, enter, lockedUntil, trySignIn } from './sign-in.ts';
import { performAction } from '../../helpers/proposals.ts';

const GROWING: Lockout = {
  ...{ maxFailures: 3, milliseconds: 1000 },
  ...{ maxMilliseconds: 3000, quietMilliseconds: 10_000 },
};

const successor = { hash: 'next', activeUntil: NOW + 100_000 };

/** Signs in with a wrong code, like an attacker who knows the user name. Returns the result. */
async function guess(store: Store, now: number): Promise<string> {
  await enter(store, { hash: 'guess', now });
  const entered = { hash: 'guess', proof: codeStep(null), successor };
  return store.endSignIn(entered, GROWING, ACT, now);
}

/** Locks the user out and returns the duration of the lockout, in milliseconds. */
async function lockOut(store: Store, now: number): Promise<number> {
  for (let guessed = 0; guessed < GROWING.maxFailures; guessed += 1) {
    expect(await guess(store, now)).toBe('wrong');
  }
  return ((await lockedUntil(store)) ?? now) - now;
}

const lockouts = async (store: Store) => (await store.findCredential('clara'))?.lockouts;

/** Uses a second factor for an approval in the signed-in session `first`. */
const prove = (store: Store, proof: Proof, now = NOW) =>
  store.consumeFactor({ ...givenFor('first', proof) }, GROWING, ACT, now);

export function lockoutsSuite(open: OpenStore): void {
  describe('consecutive lockouts', () => {
    it(
      'double in length up to the maximum and are reset after a quiet period',
      withStore(open, async (store) => {
        await storeCredentials(store);
        expect(await lockOut(store, NOW)).toBe(1000);
        expect(await lockOut(store, NOW + 1000)).toBe(2000);
        expect(await lockOut(store, NOW + 3000)).toBe(3000);
        expect(await lockOut(store, NOW + 6000)).toBe(3000);
        expect(await lockouts(store)).toBe(4);
        expect(await lockOut(store, NOW + 9000 + 9999)).toBe(3000);
        expect(await lockOut(store, NOW + 21_999 + 10_000)).toBe(1000);
        expect(await lockouts(store)).toBe(1);
      }),
    );

    it(
      'are reset by a sign-in with both factors but not by a password alone',
      withStore(open, async (store) => {
        await storeCredentials(store);
        await lockOut(store, NOW);
        const session = { hash: 'visit', interactionUid: 'visit', activeUntil: NOW + 9000 };
        const begun = { ...session, expiresAt: NOW + 9000 };
        const right = enteredBy('clara', true);
        expect(await store.identifyUser(begun, right, null, GROWING, ACT, NOW + 1000)).toBe(
          'right',
        );
        expect(await lockOut(store, NOW + 1000)).toBe(2000);
        expect(await trySignIn(store, { now: NOW + 3000 })).toBe('right');
        expect(await lockouts(store)).toBe(0);
        expect(await lockOut(store, NOW + 3000)).toBe(1000);
      }),
    );

    it(
      'are reset when an operator ends one',
      withStore(open, async (store) => {
        await storeCredentials(store);
        await lockOut(store, NOW);
        const unlock = { action: 'endLockout', subject: 'clara' } as const;
        expect(await performAction(store, unlock, ACT)).toMatchObject({ kind: 'done' });
        expect(await lockOut(store, NOW)).toBe(1000);
      }),
    );
  });

  describe('a customer who is signed in', () => {
    it(
      'can approve with a code and a passkey while an attacker keeps the user locked out',
      withStore(open, async (store) => {
        await storeCredentials(store);
        const passkey = { id: 'passkey', userId: 'clara', name: 'Telephone', counter: 0 };
        await store.addPasskey({ ...passkey, publicKey: new Uint8Array([1]) }, ACT);
        await trySignIn(store, { step: 7 });
        await lockOut(store, NOW);
        expect(await prove(store, codeStep(8))).toBe('right');
        const use = { id: 'passkey', counter: 0, factorsTaken: 1 };
        expect(await prove(store, { factor: 'passkey', use })).toBe('right');
        // The lockout still blocks new sign-ins.
        expect(await lockedUntil(store)).toBe(NOW + 1000);
        expect(await trySignIn(store, { step: 20 })).toBe('wrong');
      }),
    );

    it(
      'is not signed out by the failed sign-ins of an attacker, whose count stays separate',
      withStore(open, async (store) => {
        await storeCredentials(store);
        await trySignIn(store, { step: 7 });
        await guess(store, NOW);
        await guess(store, NOW);
        expect(await prove(store, codeStep(null))).toBe('wrong');
        expect(await prove(store, codeStep(null))).toBe('wrong');
        expect(await lockedUntil(store)).toBeNull();
        expect(await store.findSession('first')).toBeDefined();
      }),
    );

    it(
      'has the failures of a session reset only by a right code in that session',
      withStore(open, async (store) => {
        await storeCredentials(store);
        await trySignIn(store, { step: 7 });
        await enter(store, { hash: 'other' });
        const entered = { hash: 'other', proof: codeStep(8), successor };
        expect(await store.endSignIn(entered, GROWING, ACT, NOW)).toBe('right');
        await prove(store, codeStep(null));
        await prove(store, codeStep(null));
        const elsewhere = givenFor('next', codeStep(9));
        expect(await store.consumeFactor(elsewhere, GROWING, ACT, NOW)).toBe('right');
        expect(await prove(store, codeStep(null))).toBe('wrong');
        expect(await store.findSession('first')).toBeUndefined();
        expect(await lockedUntil(store)).toBe(NOW + 1000);
        // The other session of the same user continues.
        expect(await store.consumeFactor(givenFor('next', codeStep(10)), GROWING, ACT, NOW)).toBe(
          'right',
        );
      }),
    );
  });
}
