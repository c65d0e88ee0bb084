import { expect, it } from 'vitest';
import { readAuditLog } from '../../../../src/store/sqlite/database/inspection.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/index.ts';
import { ACT, BANK, enteredBy, inFolder, NOW } from '../../../contract/store/fixtures.ts';

const LOCKOUT = {
  ...{ maxFailures: 3, milliseconds: 1000 },
  ...{ maxMilliseconds: 1000, quietMilliseconds: 0 },
};
const SESSION = { interactionUid: 'visit', activeUntil: NOW + 10, expiresAt: NOW + 10 };
const SUCCESSOR = { hash: 'next', activeUntil: NOW + 10 };

it('the audit log records what was wrong with a failed sign-in', () =>
  inFolder(async (directory) => {
    const path = `${directory}/bank.db`;
    const store = openSqliteStore(path, () => NOW);
    await store.seed(BANK, NOW);
    await store.putCredentials([{ userId: 'clara', passwordHash: 'hash', totpSecret: 's' }]);
    const attempt = async (userId: string | null, isRight: boolean, step: number | null) => {
      const hash = 'pending';
      await store.beginSession({ ...SESSION, hash }, enteredBy(userId, isRight), null, ACT, NOW);
      await store.endSignIn(
        { hash, proof: { factor: 'code', step }, successor: SUCCESSOR },
        LOCKOUT,
        ACT,
        NOW,
      );
    };
    await attempt('clara', true, 7);
    await attempt('clara', true, 7);
    await attempt('clara', true, null);
    await attempt(null, false, 8);
    await attempt('clara', false, 8);
    await attempt('clara', true, 8);
    await store.close();

    const failure = (password: string, code: string, lockedOut = false, locked = {}) => {
      return JSON.stringify({ password, code, lockedOut, ...locked });
    };
    const firstLockout = { lockedForSeconds: 1, lockouts: 1 };
    const entries = readAuditLog(path, (rows) => [...rows]).filter(({ action }) => {
      return action.startsWith('signIn');
    });
    const ended = entries.filter(({ action }) => action !== 'signInBegun');
    expect(ended.map(({ action, subject, detail }) => [action, subject, detail])).toEqual([
      ['signInSucceeded', 'clara', null],
      ['signInFailed', 'clara', failure('right', 'used')],
      ['signInFailed', 'clara', failure('right', 'wrong')],
      ['signInFailed', 'unknown', failure('wrong', 'right')],
      ['signInLockedOut', 'clara', failure('wrong', 'right', false, firstLockout)],
      ['signInFailed', 'clara', failure('right', 'right', true)],
    ]);
    const begun = entries.filter(({ action }) => action === 'signInBegun');
    expect(begun.map(({ detail }) => detail)).toEqual(
      ['right', 'right', 'right', 'wrong', 'wrong', 'right'].map((password) => {
        return JSON.stringify({ password });
      }),
    );
    expect(entries.every(({ actorId, subject }) => actorId === subject)).toBe(true);
  }));
