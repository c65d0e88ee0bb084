import { describe, expect, it } from 'vitest';
import { hashPassword } from '../../../src/auth/passwords.ts';
import { showCode } from '../../../src/auth/one-time-codes.ts';
import { createSignIn, LOCKOUT } from '../../../src/auth/sign-in.ts';
import { actorOf, type Act } from '../../../src/domain/audit.ts';
import { SECOND_MS } from '../../../src/kernel/time.ts';
import { openSqliteStore } from '../../../src/store/sqlite/index.ts';
import { BANK, inFolder } from '../../contract/store.fixtures.ts';

const CHEAP = { logN: 4, r: 8, p: 1 };
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const NOW = 59_000;

function actFrom(address: string): Act {
  return { at: 0, by: actorOf({ kind: 'customer', id: 'clara' }, { address }) };
}

const ACT = actFrom('::1');

async function officeWith(lockedUntil: number | null = null) {
  const failures: string[] = [];
  let now = NOW;
  const credential = {
    userId: 'clara',
    passwordHash: await hashPassword('right', CHEAP),
    totpSecret: SECRET,
    lockedUntil,
  };
  const store = {
    findCredential: (id: string) => Promise.resolve(id === 'clara' ? credential : undefined),
    countFailure: (id: string) => {
      failures.push(id);
      return Promise.resolve();
    },
    takeStep: () => Promise.resolve(true),
  };
  const office = createSignIn({ store, clock: () => now, cost: CHEAP });
  const pass = (milliseconds: number) => (now += milliseconds);
  return { office, failures, pass };
}

describe('the sign-in office', () => {
  it('counts a failure of anybody, known or not, and none of who is right', async () => {
    const { office, failures } = await officeWith();
    const check = (userId: string, password: string) =>
      office.checkPassword({ userId, act: ACT }, password);
    expect(await check('clara', 'right')).toBe('right');
    expect(await check('clara', 'wrong')).toBe('wrong');
    expect(await check('nobody', '')).toBe('wrong');
    expect(failures).toEqual(['clara', 'nobody']);
  });

  it('takes neither factor of a user who is locked out, until the time is over', async () => {
    const attempt = { userId: 'clara', act: ACT };
    const { office: locked } = await officeWith(59_001);
    expect(await locked.checkPassword(attempt, 'right')).toBe('wrong');
    expect(await locked.checkCode(attempt, '287082')).toBe('wrong');
    const { office: open } = await officeWith(59_000);
    expect(await open.checkPassword(attempt, 'right')).toBe('right');
    expect(await open.checkCode(attempt, '287082')).toBe('right');
  });

  it('lets some wait and turns the others away, rather than hash them all at once', async () => {
    const { office } = await officeWith();
    const attempts = Array.from({ length: 40 }, () =>
      office.checkPassword({ userId: 'clara', act: ACT }, 'right'),
    );
    const answers = await Promise.all(attempts);
    expect(answers.filter((answer) => answer === 'right')).toHaveLength(34);
    expect(answers.filter((answer) => answer === 'busy')).toHaveLength(6);
    expect(await office.checkPassword({ userId: 'clara', act: ACT }, 'right')).toBe('right');
  });
});

describe('many tries at once', () => {
  const attempt = { userId: 'clara', act: ACT };

  /** An office over a real store, in which a lockout comes between two looks. */
  function withStore(use: (office: ReturnType<typeof createSignIn>) => Promise<void>) {
    return () =>
      inFolder(async (directory) => {
        const store = openSqliteStore(`${directory}/bank.db`, () => NOW);
        await store.seed(BANK, NOW);
        const passwordHash = await hashPassword('right', CHEAP);
        await store.putCredentials([{ userId: 'clara', passwordHash, totpSecret: SECRET }]);
        await use(createSignIn({ store, clock: () => NOW, cost: CHEAP }));
        await store.close();
      });
  }

  it(
    'of codes: the right one after too many wrong ones is as wrong as they are',
    withStore(async (office) => {
      const { code } = showCode(SECRET, { issuer: '', user: '' }, NOW);
      const wrong = Array.from({ length: LOCKOUT.maxFailures }, () => '000000');
      const codes = [...wrong, code].map((sent) => office.checkCode(attempt, sent));
      expect(new Set(await Promise.all(codes))).toEqual(new Set(['wrong']));
    }),
  );

  it(
    'of passwords: the right one after too many wrong ones is as wrong as they are',
    withStore(async (office) => {
      const wrong = Array.from({ length: 20 }, () => 'wrong');
      const passwords = [...wrong, 'right'].map((sent) => office.checkPassword(attempt, sent));
      expect(new Set(await Promise.all(passwords))).toEqual(new Set(['wrong']));
    }),
  );
});

describe('failures from an address', () => {
  const fail = (office: ReturnType<typeof createSignIn>, address: string, user = 'nobody') =>
    office.checkPassword({ userId: user, act: actFrom(address) }, 'wrong');

  it('turn it away after fifty, whoever it tries to be, and let it try again in a while', async () => {
    const { office, pass } = await officeWith();
    for (let failure = 0; failure < 50; failure += 1) {
      expect(await fail(office, 'a', `user ${String(failure)}`)).toBe('wrong');
    }
    expect(await fail(office, 'a', 'clara')).toBe('busy');
    expect(await fail(office, 'b', 'clara')).toBe('wrong');
    const secondsEach = LOCKOUT.milliseconds / SECOND_MS / 50;
    pass((secondsEach - 1) * SECOND_MS);
    expect(await fail(office, 'a')).toBe('busy');
    pass(2 * SECOND_MS);
    expect(await fail(office, 'a')).toBe('wrong');
    expect(await fail(office, 'a')).toBe('busy');
  });

  it('are none where everything is right', async () => {
    const { office } = await officeWith();
    for (let time = 0; time < 60; time += 1) {
      const attempt = { userId: 'clara', act: ACT };
      expect(await office.checkPassword(attempt, 'right')).toBe('right');
    }
  });
});
