import { describe, expect, it } from 'vitest';
import type { Lockout } from '../../../src/domain/ports/sign-in-store.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import {
  ACT,
  codeStep,
  enteredBy,
  givenFor,
  LATER,
  NOW,
  POOR,
  withStore,
  type OpenStore,
} from './fixtures.ts';

const LOCKOUT: Lockout = {
  ...{ maxFailures: 3, milliseconds: LATER - NOW },
  ...{ maxMilliseconds: LATER - NOW, quietMilliseconds: 0 },
};
const SESSION = { hash: 'visit-1', interactionUid: 'visit', activeUntil: LATER, expiresAt: LATER };

const storeCredentials = (store: Store) =>
  store.putCredentials([{ userId: 'clara', passwordHash: 'hash', totpSecret: 'secret' }]);

interface Attempt {
  readonly userId?: string | null;
  readonly isRight?: boolean;
  readonly now?: number;
  readonly hash?: string;
  readonly replaces?: string | null;
}

/** Enters a password for a session in which each approval needs a factor of its own. */
function identify(store: Store, attempt: Attempt = {}): Promise<'right' | 'wrong'> {
  const {
    userId = 'clara',
    isRight = true,
    now = NOW,
    hash = 'visit-1',
    replaces = null,
  } = attempt;
  const session = { ...SESSION, hash, activeUntil: now + 10, expiresAt: now + 10 };
  return store.identifyUser(session, enteredBy(userId, isRight), replaces, LOCKOUT, ACT, now);
}

const prove = (store: Store, step: number | null, now = NOW) =>
  store.consumeFactor(givenFor('visit-1', codeStep(step)), LOCKOUT, ACT, now);

const lockedUntil = async (store: Store) => (await store.findCredential('clara'))?.lockedUntil;

export function identifiedSuite(open: OpenStore): void {
  describe('a user who is identified by the password', () => {
    it(
      'gets a session that replaces another, and approves in it with a second factor',
      withStore(open, async (store) => {
        await storeCredentials(store);
        expect(await identify(store, { hash: 'before' })).toBe('right');
        expect(await identify(store, { replaces: 'before' })).toBe('right');
        expect(await store.findSession('before')).toBeUndefined();
        await store.chooseAccount('visit-1', POOR);
        expect(await prove(store, 7)).toBe('right');
        expect(await store.claimGrant('visit-1', 'grant')).toBe('grant');
        expect(await store.findSession('visit-1')).toEqual({
          ...{ ...SESSION, activeUntil: NOW + 10, expiresAt: NOW + 10, userId: 'clara' },
          ...{ stage: 'identified', account: POOR, grantId: 'grant', factorsTaken: 1 },
        });
      }),
    );

    it(
      'is not signed in by a code alone',
      withStore(open, async (store) => {
        await storeCredentials(store);
        await identify(store);
        const successor = { hash: 'next', activeUntil: LATER };
        const code = { hash: 'visit-1', proof: codeStep(7), successor };
        expect(await store.endSignIn(code, LOCKOUT, ACT, NOW)).toBe('gone');
      }),
    );

    it.each<[string, Attempt]>([
      ['a wrong password', { isRight: false }],
      ['an unknown user name', { userId: null, isRight: false }],
    ])('is rejected with %s, and the previous session ends', (_, attempt) =>
      withStore(open, async (store) => {
        await storeCredentials(store);
        await identify(store, { hash: 'before' });
        expect(await identify(store, { ...attempt, replaces: 'before' })).toBe('wrong');
        expect(await store.findSession('visit-1')).toBeUndefined();
        expect(await store.findSession('before')).toBeUndefined();
      })(),
    );

    it(
      'is locked out after the maximum number of failures, which a right password does not reset',
      withStore(open, async (store) => {
        await storeCredentials(store);
        for (let failure = 0; failure < 2; failure += 1) await identify(store, { isRight: false });
        expect(await identify(store)).toBe('right');
        expect(await lockedUntil(store)).toBeNull();
        expect(await prove(store, null)).toBe('wrong');
        expect(await lockedUntil(store)).toBe(LATER);
        expect(await identify(store, { hash: 'other' })).toBe('wrong');
        expect(await store.findSession('other')).toBeUndefined();
        expect(await identify(store, { hash: 'other', now: LATER })).toBe('right');
      }),
    );

    it(
      'has failures reset only by a right second factor',
      withStore(open, async (store) => {
        await storeCredentials(store);
        for (let round = 0; round < 3; round += 1) {
          for (let failure = 0; failure < 2; failure += 1)
            await identify(store, { isRight: false });
          await identify(store, { replaces: 'visit-1' });
          expect(await prove(store, 7 + round)).toBe('right');
        }
        expect(await lockedUntil(store)).toBeNull();
      }),
    );

    it(
      'cannot use a factor after the session has ended',
      withStore(open, async (store) => {
        await storeCredentials(store);
        await identify(store);
        expect(await prove(store, 7, NOW + 10)).toBe('gone');
      }),
    );
  });
}
