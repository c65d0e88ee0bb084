import { describe, expect, it } from 'vitest';
import type { PasskeyUse } from '../../../src/domain/ports/sign-in-store.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import {
  ACT,
  codeStep,
  givenFor,
  LATER,
  LATER_ACT,
  NOW,
  withStore,
  type OpenStore,
} from './fixtures.ts';
import { storeCredentials, enter, lockedUntil, LOCKOUT, trySignIn } from './sign-in.ts';

/** Clara's passkey, which was used seven times. */
const PASSKEY = {
  ...{ id: 'passkey', userId: 'clara', name: 'Telephone' },
  ...{ publicKey: new Uint8Array([1]), counter: 7 },
};

const USE: PasskeyUse = { id: 'passkey', counter: 8, factorsTaken: 0 };

const signed = (use: Partial<PasskeyUse> = {}) =>
  givenFor('first', { factor: 'passkey', use: { ...USE, ...use } });

/** Signs Clara in, who has a passkey. */
async function begin(store: Store): Promise<void> {
  await storeCredentials(store);
  await store.addPasskey(PASSKEY, ACT);
  await trySignIn(store);
}

export function factorsSuite(open: OpenStore): void {
  describe('a one-time code for an approval', () => {
    const prove = (store: Store, step: number | null, now = NOW) =>
      store.consumeFactor(givenFor('first', codeStep(step)), LOCKOUT, ACT, now);

    it(
      'is consumed, and codes of earlier time steps are rejected',
      withStore(open, async (store) => {
        await storeCredentials(store);
        await trySignIn(store, { step: 7 });
        expect(await prove(store, 7)).toBe('wrong');
        expect(await prove(store, 8)).toBe('right');
        expect(await prove(store, 8)).toBe('wrong');
        expect(await prove(store, 9)).toBe('right');
      }),
    );

    it(
      'is consumed once under concurrent attempts',
      withStore(open, async (store) => {
        await storeCredentials(store);
        await trySignIn(store, { step: 7 });
        const many = await Promise.all([8, 8, 8].map((step) => prove(store, step)));
        expect(many.filter((outcome) => outcome === 'right')).toHaveLength(1);
      }),
    );

    it(
      'is rejected without a session in which the user is known, and after its end',
      withStore(open, async (store) => {
        await storeCredentials(store);
        expect(await prove(store, 8)).toBe('gone');
        await enter(store, { hash: 'first' });
        expect(await prove(store, 8)).toBe('gone');
        expect(await prove(store, 8, LATER)).toBe('gone');
      }),
    );

    it(
      'locks the user out and ends the session after too many wrong guesses',
      withStore(open, async (store) => {
        await storeCredentials(store);
        await trySignIn(store, { step: 7 });
        for (let guessed = 0; guessed < LOCKOUT.maxFailures; guessed += 1) {
          expect(await store.findSession('first')).toBeDefined();
          expect(await prove(store, null)).toBe('wrong');
        }
        expect(await store.findSession('first')).toBeUndefined();
        expect(await lockedUntil(store)).toBe(NOW + LOCKOUT.milliseconds);
        expect(await prove(store, 9)).toBe('gone');
      }),
    );
  });

  describe('a passkey for an approval', () => {
    const prove = (store: Store, use: Partial<PasskeyUse> = {}, now = NOW) =>
      store.consumeFactor(signed(use), LOCKOUT, LATER_ACT, now);

    it(
      'is accepted, counted in the session, and its use is stored',
      withStore(open, async (store) => {
        await begin(store);
        expect(await prove(store)).toBe('right');
        expect(await store.findSession('first')).toMatchObject({ factorsTaken: 1 });
        expect(await store.findPasskey('passkey')).toMatchObject({ counter: 8, lastUsedAt: LATER });
      }),
    );

    it(
      'is accepted once under concurrent attempts, and not after a code was used',
      withStore(open, async (store) => {
        await begin(store);
        const many = [8, 9, 10].map((counter) => prove(store, { counter }));
        expect((await Promise.all(many)).filter((outcome) => outcome === 'right')).toHaveLength(1);
        const code = givenFor('first', codeStep(8));
        expect(await store.consumeFactor(code, LOCKOUT, ACT, NOW)).toBe('right');
        expect(await prove(store, { counter: 20, factorsTaken: 1 })).toBe('wrong');
        expect(await prove(store, { counter: 20, factorsTaken: 2 })).toBe('right');
      }),
    );

    it.each<[string, Partial<PasskeyUse>]>([
      ['that does not exist', { id: 'none' }],
      ['whose counter did not change', { counter: 7 }],
      ['whose counter decreased', { counter: 6 }],
      ['whose counter became 0', { counter: 0 }],
    ])('is rejected for a passkey %s', (_, use) =>
      withStore(open, async (store) => {
        await begin(store);
        expect(await prove(store, use)).toBe('wrong');
        expect(await store.findPasskey('passkey')).toMatchObject({ counter: 7, lastUsedAt: null });
        expect(await store.findSession('first')).toMatchObject({ factorsTaken: 0 });
      })(),
    );

    it(
      'is accepted repeatedly if its authenticator has no counter',
      withStore(open, async (store) => {
        await storeCredentials(store);
        await store.addPasskey({ ...PASSKEY, counter: 0 }, ACT);
        await trySignIn(store);
        expect(await prove(store, { counter: 0 })).toBe('right');
        expect(await prove(store, { counter: 0, factorsTaken: 1 })).toBe('right');
      }),
    );

    it(
      'is rejected if it belongs to another user or was removed',
      withStore(open, async (store) => {
        await begin(store);
        const secrets = { passwordHash: 'hash', totpSecret: 'secret' };
        await store.putCredentials([{ userId: 'sam', ...secrets }]);
        await store.addPasskey({ ...PASSKEY, id: 'of sam', userId: 'sam' }, ACT);
        expect(await prove(store, { id: 'of sam' })).toBe('wrong');
        expect(await store.findPasskey('of sam')).toMatchObject({ counter: 7 });
        await store.removePasskey('clara', 'passkey', ACT);
        expect(await prove(store)).toBe('wrong');
      }),
    );

    it(
      'counts wrong attempts as failures, locks the user out like codes, and is then rejected',
      withStore(open, async (store) => {
        await begin(store);
        const wrong = givenFor('first', { factor: 'passkey', use: null });
        for (let tried = 1; tried < LOCKOUT.maxFailures; tried += 1) {
          expect(await store.consumeFactor(wrong, LOCKOUT, ACT, NOW)).toBe('wrong');
        }
        expect(await lockedUntil(store)).toBeNull();
        expect(await store.consumeFactor(wrong, LOCKOUT, ACT, NOW)).toBe('wrong');
        expect(await lockedUntil(store)).toBe(LATER);
        expect(await prove(store)).toBe('gone');
        await enter(store);
        const successor = { hash: 'first', activeUntil: NOW + 1 };
        const entered = { ...signed(), hash: 'pending', successor };
        expect(await store.endSignIn(entered, LOCKOUT, ACT, NOW)).toBe('wrong');
      }),
    );

    it(
      'resets the failures before it',
      withStore(open, async (store) => {
        await begin(store);
        const wrong = givenFor('first', codeStep(null));
        for (let round = 0; round < LOCKOUT.maxFailures; round += 1) {
          expect(await store.consumeFactor(wrong, LOCKOUT, ACT, NOW)).toBe('wrong');
          const use = { counter: 8 + round, factorsTaken: round };
          expect(await prove(store, use)).toBe('right');
        }
        expect(await lockedUntil(store)).toBeNull();
      }),
    );
  });

  describe('a sign-in with a passkey', () => {
    const successor = { hash: 'next', activeUntil: NOW + 1 };
    const end = (store: Store, use: PasskeyUse | null) => {
      const proof = { factor: 'passkey', use } as const;
      return store.endSignIn({ hash: 'pending', proof, successor }, LOCKOUT, ACT, NOW);
    };

    it(
      'succeeds once after a right password',
      withStore(open, async (store) => {
        await begin(store);
        await enter(store);
        expect(await end(store, USE)).toBe('right');
        expect(await end(store, { ...USE, counter: 9 })).toBe('gone');
        expect(await store.findSession('next')).toMatchObject({
          ...{ stage: 'signedIn', userId: 'clara', factorsTaken: 0 },
        });
      }),
    );

    it.each<[string, Parameters<typeof enter>[1], PasskeyUse | null]>([
      ['a wrong password', { isRight: false }, USE],
      ['an invalid signature', {}, null],
      ['another user’s passkey', { userId: 'sam' }, USE],
      ['an unknown user name', { userId: null, isRight: false }, USE],
    ])('fails with %s and leaves the passkey unchanged', (_, tried, use) =>
      withStore(open, async (store) => {
        await begin(store);
        const secrets = { passwordHash: 'hash', totpSecret: 'secret' };
        await store.putCredentials([{ userId: 'sam', ...secrets }]);
        await enter(store, tried);
        expect(await end(store, use)).toBe('wrong');
        expect(await store.findSession('next')).toBeUndefined();
        expect(await store.findPasskey('passkey')).toMatchObject({ counter: 7, lastUsedAt: null });
      })(),
    );
  });
}
