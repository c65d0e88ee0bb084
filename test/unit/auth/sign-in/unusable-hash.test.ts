import { expect, it } from 'vitest';
import { createSignIn } from '../../../../src/auth/sign-in/sign-in.ts';
import type { SignInStore } from '../../../../src/domain/ports/sign-in-store.ts';
import { actorOf } from '../../../../src/domain/records/audit.ts';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import { localState } from '../../../../src/store/sqlite/local-state.ts';

const [SALT, KEY] = ['A'.repeat(22), 'A'.repeat(43)];
const UNUSABLE: Readonly<Record<string, string>> = {
  broken: '$scrypt$broken',
  huge: `$scrypt$ln=40,r=8,p=1$${SALT}$${KEY}`,
  short: `$scrypt$ln=4,r=8,p=1$${SALT}$AAAA`,
};

it('fails a sign-in whose stored hash cannot be verified, and reports the user once', async () => {
  const events: ServiceEvent[] = [];
  const never = () => Promise.reject(new Error('not asked for a password'));
  const findCredential: SignInStore['findCredential'] = (userId) => {
    const passwordHash = UNUSABLE[userId];
    if (passwordHash === undefined) return Promise.resolve(undefined);
    return Promise.resolve({
      ...{ userId, passwordHash, totpSecret: 'GEZDGNBVGY3TQOJQ' },
      ...{ lockedUntil: null, lockouts: 0, lastStep: null },
    });
  };
  const service = createSignIn({
    store: {
      ...{ findCredential, identifyUser: never, endSignIn: never, consumeFactor: never },
      ...localState(() => 0),
    },
    ...{ passkeys: undefined, browserKey: 'key', clock: () => 0, cost: { logN: 4, r: 8, p: 1 } },
    observe: (event) => events.push(event),
  });
  const act = { at: 0, by: actorOf({ kind: 'customer', id: 'broken' }) };
  const users = Object.keys(UNUSABLE);
  for (const userId of [...users, ...users]) {
    // The bank compares passwords of unknown users with a hash of the empty text. It must not
    // accept that text.
    const entered = await service.checkPassword({ userId, consentId: userId, act }, '');
    expect(entered).toMatchObject({ userId, isRight: false });
  }
  expect(events).toEqual(users.map((userId) => ({ kind: 'passwordHashUnusable', userId })));
});
