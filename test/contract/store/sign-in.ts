import { describe, expect, it } from 'vitest';
import type { CustomerSession, Lockout } from '../../../src/domain/ports/sign-in-store.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import {
  ACT,
  bankFileOf,
  codeStep,
  enteredBy,
  LATER,
  NOW,
  POOR,
  RICH,
  withStore,
  type OpenStore,
} from './fixtures.ts';

export const LOCKOUT: Lockout = {
  ...{ maxFailures: 3, milliseconds: LATER - NOW },
  ...{ maxMilliseconds: LATER - NOW, quietMilliseconds: 0 },
};

/** Maximum lifetime of a session. */
const LIFE_MS = 5000;

const VISIT = { interactionUid: 'visit', activeUntil: NOW + 2, expiresAt: LATER };

const SESSION: CustomerSession = {
  ...{ ...VISIT, hash: 'first', userId: 'clara', activeUntil: NOW + 1 },
  ...{ stage: 'signedIn', account: null, grantId: null, factorsTaken: 0 },
};

const ENROLLED = { userId: 'clara', passwordHash: 'hash', totpSecret: 'secret' };

/** Stores Clara's credentials. */
export function storeCredentials(store: Store): Promise<void> {
  return store.putCredentials([ENROLLED]);
}

interface Attempt {
  readonly userId?: string | null;
  readonly isRight?: boolean;
  readonly step?: number | null;
  readonly now?: number;
  /** Hash of the session that waits for the code. */
  readonly hash?: string;
}

/** Enters a password and starts a session that waits for a code. */
export function enter(store: Store, attempt: Attempt = {}): Promise<void> {
  const { userId = 'clara', isRight = true, now = NOW, hash = 'pending' } = attempt;
  const session = { ...VISIT, hash, activeUntil: now + 2, expiresAt: now + LIFE_MS };
  return store.beginSession(session, enteredBy(userId, isRight), null, ACT, now);
}

/** Enters the code and returns the result of the sign-in. */
function end(store: Store, { step = 7, now = NOW, hash = 'pending' }: Attempt = {}) {
  const successor = { hash: 'first', activeUntil: NOW + 1 };
  return store.endSignIn({ hash, proof: codeStep(step), successor }, LOCKOUT, ACT, now);
}

/** Signs in with a password and a code. */
export async function trySignIn(store: Store, attempt: Attempt = {}) {
  await enter(store, attempt);
  return end(store, attempt);
}

async function fail(store: Store, times: number, now = NOW): Promise<void> {
  for (let failure = 0; failure < times; failure += 1) {
    expect(await trySignIn(store, { step: null, now })).toBe('wrong');
  }
}

/** Returns the end of the user's lockout. */
export async function lockedUntil(store: Store): Promise<number | null | undefined> {
  return (await store.findCredential('clara'))?.lockedUntil;
}

/** Starts a session in which the password was entered, or in which both factors were right. */
async function begin(store: Store, stage: CustomerSession['stage']): Promise<void> {
  await storeCredentials(store);
  if (stage === 'code') await enter(store, { hash: 'first' });
  else await trySignIn(store);
}

export function signInSuite(open: OpenStore): void {
  describe('signing in', () => {
    it(
      'is no longer possible for users whom the bank file does not list, and their sessions end',
      withStore(open, async (store) => {
        await begin(store, 'signedIn');
        await store.applyBankFile(bankFileOf(1, [ENROLLED]), ACT);
        expect(await store.findSession(SESSION.hash)).toBeDefined();
        await store.applyBankFile(bankFileOf(2, []), ACT);
        expect(await store.findCredential('clara')).toBeUndefined();
        expect(await store.findSession(SESSION.hash)).toBeUndefined();
        expect(await store.findUser('clara')).toBeDefined();
      }),
    );

    it(
      'locks a user out after the maximum number of failures and then counts again from 0',
      withStore(open, async (store) => {
        await storeCredentials(store);
        await fail(store, 2);
        expect(await lockedUntil(store)).toBeNull();
        await fail(store, 4);
        expect(await lockedUntil(store)).toBe(LATER);
        await fail(store, 2, LATER);
        expect(await lockedUntil(store)).toBe(LATER);
        await fail(store, 1, LATER);
        expect(await lockedUntil(store)).toBe(LATER + LOCKOUT.milliseconds);
      }),
    );

    it(
      'accepts each time step of codes once, no earlier one, and then resets failures',
      withStore(open, async (store) => {
        await storeCredentials(store);
        await fail(store, 2);
        expect(await trySignIn(store, { step: 7 })).toBe('right');
        expect(await trySignIn(store, { step: 7, hash: 'other' })).toBe('wrong');
        expect(await trySignIn(store, { step: 6 })).toBe('wrong');
        expect(await lockedUntil(store)).toBeNull();
        await fail(store, 1);
        expect(await lockedUntil(store)).toBe(LATER);
      }),
    );

    it(
      'accepts no code of a locked-out user, even under concurrent attempts',
      withStore(open, async (store) => {
        await storeCredentials(store);
        const hashes = ['a', 'b', 'c', 'd'];
        for (const hash of hashes) await enter(store, { hash });
        const steps = [null, null, null, 7];
        const atOnce = hashes.map((hash, index) =>
          end(store, { hash, step: steps[index] ?? null }),
        );
        expect(await Promise.all(atOnce)).toEqual(['wrong', 'wrong', 'wrong', 'wrong']);
        expect(await trySignIn(store, { now: LATER - 1 })).toBe('wrong');
        expect(await trySignIn(store, { now: LATER })).toBe('right');
      }),
    );

    it.each<[string, Attempt]>([
      ['a wrong password', { isRight: false }],
      ['a wrong code', { step: null }],
      ['both wrong', { isRight: false, step: null }],
      ['a name that nobody has', { userId: null, isRight: false }],
    ])('with %s fails in the same way and ends the session', (_, attempt) =>
      withStore(open, async (store) => {
        await storeCredentials(store);
        expect(await trySignIn(store, attempt)).toBe('wrong');
        expect(await store.findSession('first')).toBeUndefined();
        // The ended session accepts no further code.
        expect(await end(store)).toBe('gone');
        expect(await store.findSession('pending')).toBeUndefined();
      })(),
    );

    it(
      'with a wrong password does not use up the code',
      withStore(open, async (store) => {
        await storeCredentials(store);
        expect(await trySignIn(store, { isRight: false })).toBe('wrong');
        expect(await trySignIn(store)).toBe('right');
      }),
    );

    it(
      'counts a wrong password as a failure when the code is entered, not before',
      withStore(open, async (store) => {
        await storeCredentials(store);
        for (const hash of ['a', 'b', 'c', 'd']) await enter(store, { hash, isRight: false });
        expect(await lockedUntil(store)).toBeNull();
        for (const hash of ['a', 'b', 'c']) await end(store, { hash });
        expect(await lockedUntil(store)).toBe(LATER);
      }),
    );

    it(
      'accepts no code for a session that is idle, expired or signed in',
      withStore(open, async (store) => {
        await storeCredentials(store);
        await enter(store);
        expect(await end(store, { now: NOW + 2 })).toBe('gone');
        expect(await end(store)).toBe('right');
        expect(await end(store, { hash: 'first', step: 8 })).toBe('gone');
        expect(await store.findSession('first')).toEqual({ ...SESSION, expiresAt: NOW + LIFE_MS });
      }),
    );
  });

  describe("a customer's session", () => {
    it(
      'replaces the previous session',
      withStore(open, async (store) => {
        await begin(store, 'signedIn');
        const password = enteredBy('clara', true);
        await store.beginSession({ ...VISIT, hash: 'second' }, password, 'first', ACT, NOW);
        expect(await store.findSession('first')).toBeUndefined();
        expect(await store.findSession('second')).toEqual({
          ...{ ...VISIT, hash: 'second', userId: 'clara' },
          ...{ stage: 'code', account: null, grantId: null, factorsTaken: 0 },
        });
      }),
    );

    it(
      'has one grant, and its account cannot change after that',
      withStore(open, async (store) => {
        await begin(store, 'signedIn');
        await store.chooseAccount('first', POOR);
        await store.chooseAccount('first', RICH);
        const claims = [store.claimGrant('first', 'one'), store.claimGrant('first', 'two')];
        expect(await Promise.all(claims)).toEqual(['one', 'one']);
        await store.chooseAccount('first', POOR);
        expect(await store.findSession('first')).toMatchObject({ account: RICH, grantId: 'one' });
      }),
    );

    it(
      'accepts no account and no grant before both factors are right',
      withStore(open, async (store) => {
        await begin(store, 'code');
        await store.chooseAccount('first', RICH);
        await expect(store.claimGrant('first', 'one')).rejects.toThrow(
          'only a session with an identified user',
        );
        expect(await store.findSession('first')).toMatchObject({
          ...{ stage: 'code', account: null, grantId: null },
        });
      }),
    );

    it(
      'is extended by activity, never shortened, and not after it is idle',
      withStore(open, async (store) => {
        await begin(store, 'signedIn');
        const until = async () => (await store.findSession('first'))?.activeUntil;
        await Promise.all([
          store.keepActive('first', NOW + 9, NOW),
          store.keepActive('first', NOW + 8, NOW),
        ]);
        expect(await until()).toBe(NOW + 9);
        await store.keepActive('first', LATER, NOW + 9);
        expect(await until()).toBe(NOW + 9);
        await store.keepActive('first', LATER, NOW + 8);
        expect(await until()).toBe(LATER);
      }),
    );

    it(
      'is deleted after its end',
      withStore(open, async (store) => {
        await begin(store, 'signedIn');
        const over = NOW + LIFE_MS;
        await store.clearExpired(over - 1);
        expect(await store.findSession('first')).toBeDefined();
        await store.clearExpired(over);
        expect(await store.findSession('first')).toBeUndefined();
      }),
    );
  });
}
