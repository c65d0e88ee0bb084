import { expect, it } from 'vitest';
import { LOCKOUT } from '../../../../src/auth/sign-in/lockout.ts';
import { HOUR_MS, MINUTE_MS } from '../../../../src/shared/time.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/index.ts';
import { ACT, BANK, codeStep, inFolder, NOW } from '../../../contract/store/fixtures.ts';
import { enter, lockedUntil, storeCredentials } from '../../../contract/store/sign-in.ts';

it('consecutive lockouts last from 15 minutes up to four hours, each twice as long as the last', () =>
  inFolder(async (directory) => {
    let now = NOW;
    const store = openSqliteStore(`${directory}/bank.db`, () => now);
    await store.seed(BANK, now);
    await storeCredentials(store);
    const minutes: number[] = [];
    for (let lockouts = 0; lockouts < 6; lockouts += 1) {
      for (let failures = 0; failures < 5; failures += 1) {
        await enter(store, { hash: 'guess', now });
        const successor = { hash: 'next', activeUntil: now + HOUR_MS };
        const entered = { hash: 'guess', proof: codeStep(null), successor };
        expect(await store.endSignIn(entered, LOCKOUT, ACT, now)).toBe('wrong');
      }
      const until = (await lockedUntil(store)) ?? now;
      minutes.push((until - now) / MINUTE_MS);
      now = until;
    }
    expect(minutes).toEqual([15, 30, 60, 120, 240, 240]);
    await store.close();
  }));
