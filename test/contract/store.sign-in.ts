import { describe, expect, it } from 'vitest';
import type { CustomerSession, Lockout } from '../../src/domain/sign-in-store.ts';
import type { Store } from '../../src/domain/store.ts';
import { ACT, LATER, NOW, POOR, RICH, withStore, type OpenStore } from './store.fixtures.ts';

const LOCKOUT: Lockout = { maxFailures: 3, milliseconds: LATER - NOW };

const SESSION: CustomerSession = {
  hash: 'first',
  interactionUid: 'visit',
  userId: 'clara',
  stage: 'signedIn',
  account: null,
  grantId: null,
  activeUntil: NOW + 1,
  expiresAt: LATER,
};

/** A user gets what one signs in with. */
function enrol(store: Store): Promise<void> {
  return store.putCredentials([{ userId: 'clara', passwordHash: 'hash', totpSecret: 'secret' }]);
}

async function fail(store: Store, times: number, now = NOW): Promise<void> {
  for (let failure = 0; failure < times; failure += 1) {
    await store.countFailure('clara', LOCKOUT, now, ACT);
  }
}

/** Until when the user is locked out. */
async function lockOf(store: Store): Promise<number | null | undefined> {
  return (await store.findCredential('clara'))?.lockedUntil;
}

/** A visit for which the password was right, or both factors. */
async function begin(store: Store, stage: CustomerSession['stage']): Promise<void> {
  await enrol(store);
  await store.saveSession({ ...SESSION, stage }, null, NOW);
}

export function signInSuite(open: OpenStore): void {
  describe('signing in', () => {
    it(
      'ends what others than the named sign in with, and their visits, and nothing of the named',
      withStore(open, async (store) => {
        await begin(store, 'signedIn');
        await store.keepUsers(['clara', 'nobody']);
        expect(await store.findSession(SESSION.hash)).toBeDefined();
        await store.keepUsers(['sam']);
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
        expect(await store.takeStep('clara', 7, NOW, ACT)).toBe(true);
        expect(await store.takeStep('clara', 7, NOW, ACT)).toBe(false);
        expect(await store.takeStep('clara', 6, NOW, ACT)).toBe(false);
        await fail(store, 2);
        expect(await lockOf(store)).toBeNull();
        expect(await store.takeStep('clara', 8, NOW, ACT)).toBe(true);
        expect(await store.takeStep('nobody', 8, NOW, ACT)).toBe(false);
      }),
    );

    it(
      'takes no step of a user who is locked out, also when all is sent at once',
      withStore(open, async (store) => {
        await enrol(store);
        const failure = () => store.countFailure('clara', LOCKOUT, NOW, ACT);
        const take = (now: number) => store.takeStep('clara', 7, now, ACT);
        const [, , , atOnce] = await Promise.all([failure(), failure(), failure(), take(NOW)]);
        expect(atOnce).toBe(false);
        expect(await take(LATER - 1)).toBe(false);
        expect(await take(LATER)).toBe(true);
      }),
    );
  });

  describe("a customer's session", () => {
    it(
      'takes the place of the one before it',
      withStore(open, async (store) => {
        await begin(store, 'code');
        await store.saveSession({ ...SESSION, hash: 'second' }, 'first', NOW);
        expect(await store.findSession('first')).toBeUndefined();
        expect(await store.findSession('second')).toEqual({ ...SESSION, hash: 'second' });
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
        await expect(store.claimGrant('first', 'one')).rejects.toThrow('the grant of the session');
        expect(await store.findSession('first')).toEqual({ ...SESSION, stage: 'code' });
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
        expect(await store.findSession('first')).toEqual({ ...SESSION, activeUntil: LATER });
      }),
    );

    it(
      'that is over is cleared away with a new one',
      withStore(open, async (store) => {
        await begin(store, 'signedIn');
        await store.saveSession({ ...SESSION, hash: 'second' }, null, LATER - 1);
        expect(await store.findSession('first')).toBeDefined();
        await store.saveSession({ ...SESSION, hash: 'third' }, null, LATER);
        expect(await store.findSession('first')).toBeUndefined();
      }),
    );
  });
}
