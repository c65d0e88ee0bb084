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

/** How long a visit lasts at most. */
const LIFE_MS = 5000;

const VISIT = { interactionUid: 'visit', activeUntil: NOW + 2, expiresAt: LATER };

const SESSION: CustomerSession = {
  ...{ ...VISIT, hash: 'first', userId: 'clara', activeUntil: NOW + 1 },
  ...{ stage: 'signedIn', account: null, grantId: null, factorsTaken: 0 },
};

const ENROLLED = { userId: 'clara', passwordHash: 'hash', totpSecret: 'secret' };

/** A user gets what one signs in with. */
export function enrol(store: Store): Promise<void> {
  return store.putCredentials([ENROLLED]);
}

interface Tried {
  readonly userId?: string | null;
  readonly isRight?: boolean;
  readonly step?: number | null;
  readonly now?: number;
  /** Of the session that owes the code. */
  readonly hash?: string;
}

/** A password, after which a code is owed. */
export function enter(store: Store, tried: Tried = {}): Promise<void> {
  const { userId = 'clara', isRight = true, now = NOW, hash = 'pending' } = tried;
  const session = { ...VISIT, hash, activeUntil: now + 2, expiresAt: now + LIFE_MS };
  return store.beginSession(session, enteredBy(userId, isRight), null, ACT, now);
}

/** The code, and what came of both. */
function end(store: Store, { step = 7, now = NOW, hash = 'pending' }: Tried = {}) {
  const successor = { hash: 'first', activeUntil: NOW + 1 };
  return store.endSignIn({ hash, proof: codeStep(step), successor }, LOCKOUT, ACT, now);
}

/** A password and a code. */
export async function trySignIn(store: Store, tried: Tried = {}) {
  await enter(store, tried);
  return end(store, tried);
}

async function fail(store: Store, times: number, now = NOW): Promise<void> {
  for (let failure = 0; failure < times; failure += 1) {
    expect(await trySignIn(store, { step: null, now })).toBe('wrong');
  }
}

/** Until when the user is locked out. */
export async function lockOf(store: Store): Promise<number | null | undefined> {
  return (await store.findCredential('clara'))?.lockedUntil;
}

/** A visit for which a password was entered, or in which both factors were right. */
async function begin(store: Store, stage: CustomerSession['stage']): Promise<void> {
  await enrol(store);
  if (stage === 'code') await enter(store, { hash: 'first' });
  else await trySignIn(store);
}

export function signInSuite(open: OpenStore): void {
  describe('signing in', () => {
    it(
      'ends what others than the named sign in with, and their visits, and nothing of the named',
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
      'locks a user out at the last failure that is allowed, and counts anew after it',
      withStore(open, async (store) => {
        await enrol(store);
        await fail(store, 2);
        expect(await lockOf(store)).toBeNull();
        await fail(store, 4);
        expect(await lockOf(store)).toBe(LATER);
        await fail(store, 2, LATER);
        expect(await lockOf(store)).toBe(LATER);
        await fail(store, 1, LATER);
        expect(await lockOf(store)).toBe(LATER + LOCKOUT.milliseconds);
      }),
    );

    it(
      'takes a step of the codes once, none before it, and forgets failures then',
      withStore(open, async (store) => {
        await enrol(store);
        await fail(store, 2);
        expect(await trySignIn(store, { step: 7 })).toBe('right');
        expect(await trySignIn(store, { step: 7, hash: 'other' })).toBe('wrong');
        expect(await trySignIn(store, { step: 6 })).toBe('wrong');
        expect(await lockOf(store)).toBeNull();
        await fail(store, 1);
        expect(await lockOf(store)).toBe(LATER);
      }),
    );

    it(
      'takes no step of a user who is locked out, also when all is sent at once',
      withStore(open, async (store) => {
        await enrol(store);
        const hashes = ['a', 'b', 'c', 'd'];
        for (const hash of hashes) await enter(store, { hash });
        const steps = [null, null, null, 7];
        const atOnce = hashes.map((hash, place) =>
          end(store, { hash, step: steps[place] ?? null }),
        );
        expect(await Promise.all(atOnce)).toEqual(['wrong', 'wrong', 'wrong', 'wrong']);
        expect(await trySignIn(store, { now: LATER - 1 })).toBe('wrong');
        expect(await trySignIn(store, { now: LATER })).toBe('right');
      }),
    );

    it.each<[string, Tried]>([
      ['a wrong password', { isRight: false }],
      ['a wrong code', { step: null }],
      ['both wrong', { isRight: false, step: null }],
      ['a name that nobody has', { userId: null, isRight: false }],
    ])('with %s comes to the same, and is over', (_, tried) =>
      withStore(open, async (store) => {
        await enrol(store);
        expect(await trySignIn(store, tried)).toBe('wrong');
        expect(await store.findSession('first')).toBeUndefined();
        // Neither the right code afterwards nor the same once more makes anything of it.
        expect(await end(store)).toBe('gone');
        expect(await store.findSession('pending')).toBeUndefined();
      })(),
    );

    it(
      'with a wrong password leaves the code for the right one',
      withStore(open, async (store) => {
        await enrol(store);
        expect(await trySignIn(store, { isRight: false })).toBe('wrong');
        expect(await trySignIn(store)).toBe('right');
      }),
    );

    it(
      'counts a failure for a wrong password as for a wrong code, with the code and not before',
      withStore(open, async (store) => {
        await enrol(store);
        for (const hash of ['a', 'b', 'c', 'd']) await enter(store, { hash, isRight: false });
        expect(await lockOf(store)).toBeNull();
        for (const hash of ['a', 'b', 'c']) await end(store, { hash });
        expect(await lockOf(store)).toBe(LATER);
      }),
    );

    it(
      'takes no code for a session that is idle, over, or signed in',
      withStore(open, async (store) => {
        await enrol(store);
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
      'takes the place of the one before it',
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
      'has one grant, and from then on the account that was chosen before',
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
      'neither chooses nor claims before both factors were right',
      withStore(open, async (store) => {
        await begin(store, 'code');
        await store.chooseAccount('first', RICH);
        await expect(store.claimGrant('first', 'one')).rejects.toThrow('only who is known');
        expect(await store.findSession('first')).toMatchObject({
          ...{ stage: 'code', account: null, grantId: null },
        });
      }),
    );

    it(
      'is kept active by what is done in it, never less than before, and not once it is idle',
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
      'that is over is cleared away with a new one',
      withStore(open, async (store) => {
        await begin(store, 'signedIn');
        const over = NOW + LIFE_MS;
        await enter(store, { hash: 'second', now: over - 1 });
        expect(await store.findSession('first')).toBeDefined();
        await enter(store, { hash: 'third', now: over });
        expect(await store.findSession('first')).toBeUndefined();
      }),
    );
  });
}
