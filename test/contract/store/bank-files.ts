import { describe, expect, it } from 'vitest';
import { expectDefined } from '../../../src/shared/assert.ts';
import {
  ACT,
  BANK,
  bankFileOf,
  codeStep,
  enteredBy,
  LATER,
  NOW,
  withStore,
  type OpenStore,
  type TestStore,
} from './fixtures.ts';

const CLARA = { userId: 'clara', passwordHash: 'hash', totpSecret: 'secret' };
const SAM = { ...CLARA, userId: 'sam' };

const LOCKOUT = {
  ...{ maxFailures: 3, milliseconds: 1000 },
  ...{ maxMilliseconds: 1000, quietMilliseconds: 1000 },
};

/** Signs a user in. The user's id is the hash of the session. */
async function signIn(store: TestStore, userId: string, step: number): Promise<void> {
  const lasting = { interactionUid: 'visit', activeUntil: LATER, expiresAt: LATER };
  const owing = { ...lasting, hash: `${userId} owes a code` };
  const { passwordHash } = expectDefined(await store.findCredential(userId), userId);
  await store.beginSession(owing, { userId, passwordHash, isRight: true }, null, ACT, NOW);
  const successor = { hash: userId, activeUntil: LATER };
  const proof = codeStep(step);
  await store.endSignIn({ hash: owing.hash, proof, successor }, LOCKOUT, ACT, NOW);
}

async function sequenceOf(store: TestStore): Promise<number> {
  return (await store.auditHead()).sequence;
}

export function bankFilesSuite(open: OpenStore): void {
  describe("the bank's file", () => {
    it(
      'is applied only if its version is newer',
      withStore(open, async (store) => {
        const first = await store.applyBankFile(bankFileOf(5, [CLARA]), ACT);
        expect(first).toMatchObject({ outcome: 'applied', previous: null });
        const before = await sequenceOf(store);

        const other = bankFileOf(5, [CLARA, SAM]);
        const elsewhere = { ...other, sortCodes: ['999999'], data: { ...BANK, users: [] } };
        for (const [version, digest, outcome] of [
          [5, 'digest 5', 'unchanged'],
          [4, 'digest 4', 'older'],
          [5, 'another', 'different'],
        ] as const) {
          const found = await store.applyBankFile({ ...elsewhere, version, digest }, ACT);
          expect(found).toMatchObject({
            outcome,
            current: { version: 5, digest: 'digest 5', sortCodes: ['112800'] },
          });
        }
        expect(await store.findCredential('sam')).toBeUndefined();
        expect(await sequenceOf(store)).toBe(before);

        const newer = await store.applyBankFile({ ...other, version: 6 }, ACT);
        expect(newer).toMatchObject({ outcome: 'applied', previous: { version: 5 } });
        expect(await store.findCredential('sam')).toBeDefined();
        expect(await sequenceOf(store)).toBe(before + 1);
      }),
    );

    it(
      'leaves users, mandates and passkeys of a newer version unchanged if it is older',
      withStore(open, async (store) => {
        const [known] = BANK.accounts;
        const mandate = [{ fromPence: 1, approvals: 2 }];
        const account = { ...expectDefined(known, 'an account'), mandate };
        const newest = bankFileOf(9, [SAM]);
        await store.applyBankFile({ ...newest, data: { ...BANK, accounts: [account] } }, ACT);
        const passkey = { id: 'one', userId: 'sam', publicKey: Buffer.from([1]), counter: 0 };
        await store.addPasskey({ ...passkey, name: 'Telephone' }, ACT);
        await store.applyBankFile(bankFileOf(8, [CLARA]), ACT);
        expect(await store.findCredential('clara')).toBeUndefined();
        expect(await store.findAccount(account.number)).toMatchObject({ mandate });
        expect(await store.passkeysOf('sam')).toHaveLength(1);
      }),
    );

    it(
      'ends only the sessions of users whose password or secret changed',
      withStore(open, async (store) => {
        await store.applyBankFile(bankFileOf(1, [CLARA, SAM]), ACT);
        const hasSession = async (userId: string) =>
          (await store.findSession(userId)) !== undefined;
        for (const [version, changed] of [
          [2, { passwordHash: 'other' }],
          [3, { totpSecret: 'other' }],
        ] as const) {
          for (const userId of ['clara', 'sam']) await signIn(store, userId, version);
          await store.applyBankFile(bankFileOf(version, [{ ...CLARA, ...changed }, SAM]), ACT);
          expect([await hasSession('clara'), await hasSession('sam')]).toEqual([false, true]);
          await store.endSession('sam');
        }
      }),
    );

    it(
      'ends a sign-in whose password hash changed after the comparison',
      withStore(open, async (store) => {
        await store.applyBankFile(bankFileOf(1, [CLARA, SAM]), ACT);
        await store.applyBankFile(bankFileOf(2, [{ ...CLARA, passwordHash: 'other' }]), ACT);
        const lasting = { interactionUid: 'visit', activeUntil: LATER, expiresAt: LATER };
        const successor = { hash: 'signed in', activeUntil: LATER };
        for (const [step, userId] of ['clara', 'sam'].entries()) {
          const session = { ...lasting, hash: userId };
          const entered = enteredBy(userId, true);
          expect(await store.identifyUser(session, entered, null, LOCKOUT, ACT, NOW)).toBe('wrong');
          await store.beginSession(session, entered, null, ACT, NOW);
          const factor = { hash: userId, proof: codeStep(step + 1), successor };
          expect(await store.endSignIn(factor, LOCKOUT, ACT, NOW)).toBe('wrong');
        }
        expect(await store.findSession('signed in')).toBeUndefined();
      }),
    );
  });
}
