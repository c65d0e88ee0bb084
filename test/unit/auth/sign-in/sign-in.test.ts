import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { showCode } from '../../../../src/auth/sign-in/one-time-codes.ts';
import { hashPassword } from '../../../../src/auth/sign-in/passwords.ts';
import { LOCKOUT } from '../../../../src/auth/sign-in/lockout.ts';
import { createSignIn } from '../../../../src/auth/sign-in/sign-in.ts';
import type {
  CodeSession,
  EnteredPassword,
  FactorFor,
  SignInStore,
} from '../../../../src/domain/ports/sign-in-store.ts';
import { actorOf, type Act } from '../../../../src/domain/records/audit.ts';
import { assert } from '../../../../src/shared/assert.ts';
import { SECOND_MS } from '../../../../src/shared/time.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/index.ts';
import { localState } from '../../../../src/store/sqlite/local-state.ts';
import { BANK, inFolder } from '../../../contract/store/fixtures.ts';

const CHEAP = { logN: 4, r: 8, p: 1 };
const QUIET = {
  ...{ passkeys: undefined, cost: CHEAP, observe: () => undefined, browserKey: 'key' },
};
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const NOW = 59_000;

function actFrom(address: string): Act {
  return { at: 0, by: actorOf({ kind: 'customer', id: 'clara' }, { address }) };
}

const ACT = actFrom('::1');
const ATTEMPT = { consentId: 'consent', act: ACT };

const SIGNED_IN = {
  ...({ hash: 'signed-in', userId: 'clara', stage: 'signedIn', factorsTaken: 0 } as const),
};

const SUCCESSOR = { hash: 'next', activeUntil: NOW + 1 };

function pending(userId: string | null, hash = 'pending'): CodeSession {
  const lasting = { activeUntil: NOW + 1, expiresAt: NOW + 1, factorsTaken: 0 };
  return { hash, interactionUid: 'visit', stage: 'code', userId, ...lasting };
}

const codeOf = (code: string) => ({ factor: 'code', code }) as const;
const stepped = (step: number | null) => ({ factor: 'code', step }) as const;

type Judged = Parameters<SignInStore['endSignIn']>[0];

async function serviceWith(ended: 'right' | 'wrong' = 'right', secrets = {}) {
  const judged: Judged[] = [];
  const factors: FactorFor[] = [];
  let now = NOW;
  const credential = {
    userId: 'clara',
    passwordHash: await hashPassword('right', CHEAP),
    totpSecret: SECRET,
    lockedUntil: null,
    lockouts: 0,
    lastStep: null,
    ...secrets,
  };
  const store = {
    findCredential: (id: string) => Promise.resolve(id === 'clara' ? credential : undefined),
    identifyUser: (_: unknown, { isRight }: EnteredPassword) => {
      return Promise.resolve(isRight ? ended : 'wrong');
    },
    endSignIn: (code: Judged) => {
      judged.push(code);
      return Promise.resolve(ended);
    },
    consumeFactor: (factor: FactorFor) => {
      factors.push(factor);
      return Promise.resolve(ended);
    },
    ...localState(() => now),
  };
  const service = createSignIn({ store, clock: () => now, ...QUIET });
  const pass = (milliseconds: number) => (now += milliseconds);
  return { service, judged, factors, pass };
}

describe('the sign-in service', () => {
  it('distinguishes the right password of a user from every other', async () => {
    const { service } = await serviceWith();
    const check = (userId: string, password: string) =>
      service.checkPassword({ ...ATTEMPT, userId }, password);
    expect(await check('clara', 'right')).toMatchObject({ userId: 'clara', isRight: true });
    expect(await check('clara', 'wrong')).toMatchObject({ userId: 'clara', isRight: false });
    expect(await check('nobody', 'right')).toMatchObject({ userId: null, isRight: false });
    // The bank compares passwords of unknown users with a hash of the empty text. It must not
    // accept that text.
    expect(await check('nobody', '')).toMatchObject({ userId: null, isRight: false });
  });

  it('passes the time step of a code to the store, also for an unknown user', async () => {
    const { service, judged } = await serviceWith();
    for (const [userId, code] of [
      ['clara', '287082'],
      ['clara', '287083'],
      [null, '287082'],
    ] as const) {
      expect(await service.checkFactor(pending(userId), codeOf(code), SUCCESSOR, ATTEMPT)).toBe(
        'right',
      );
    }
    expect(judged.map(({ proof }) => proof)).toEqual([1, null, null].map(stepped));
    expect(judged[0]).toEqual({ hash: 'pending', proof: stepped(1), successor: SUCCESSOR });
  });

  it('accepts no password and no code of a user who has none', async () => {
    const { service, judged } = await serviceWith('right', { passwordHash: '', totpSecret: '' });
    for (const password of ['', 'right']) {
      const attempt = { ...ATTEMPT, userId: 'clara' };
      expect(await service.checkPassword(attempt, password)).toMatchObject({ isRight: false });
    }
    // The code that an authenticator app with an empty secret shows.
    const code = codeOf(
      new TOTP({ secret: new Secret({ buffer: new ArrayBuffer(0) }) }).generate({ timestamp: NOW }),
    );
    await service.checkFactor(pending('clara'), code, SUCCESSOR, ATTEMPT);
    expect(judged.map(({ proof }) => proof)).toEqual([stepped(null)]);
  });

  it('identifies a user by password, and does not count a right one as a failure', async () => {
    const { service } = await serviceWith();
    const lasting = { interactionUid: 'visit', activeUntil: NOW + 1, expiresAt: NOW + 1 };
    const session = { hash: 'new', ...lasting };
    const identify = (userId: string, password: string) =>
      service.identify(session, null, { ...ATTEMPT, userId }, password);
    for (let tried = 0; tried < 20; tried += 1) {
      expect(await identify('clara', 'right')).toBe('right');
    }
    for (let tried = 0; tried < 10; tried += 1) {
      expect(await identify(tried % 2 === 0 ? 'clara' : 'nobody', 'wrong')).toBe('wrong');
    }
    expect(await identify('clara', 'right')).toBe('busy');
  });

  it('passes a code to the store together with what it approves', async () => {
    const { service, factors } = await serviceWith();
    const session = { ...SIGNED_IN };
    expect(await service.proveFactor(session, codeOf('287082'), 'this', ATTEMPT)).toBe('right');
    expect(await service.proveFactor(session, codeOf('000000'), 'this', ATTEMPT)).toBe('right');
    expect(factors).toEqual([
      { hash: 'signed-in', proof: stepped(1), dynamicLinkingHash: 'this' },
      { hash: 'signed-in', proof: stepped(null), dynamicLinkingHash: 'this' },
    ]);
  });

  it('refuses codes after too many wrong ones, even of a signed-in user', async () => {
    const { service } = await serviceWith('wrong');
    const session = { ...SIGNED_IN };
    const prove = () => service.proveFactor(session, codeOf('000000'), 'this', ATTEMPT);
    const answers: unknown[] = [];
    for (let tried = 0; tried < 12; tried += 1) answers.push(await prove());
    expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'wrong'));
    expect(answers.slice(10)).toEqual(['busy', 'busy']);
  });

  it('queues some passwords and refuses the others instead of hashing all at once', async () => {
    const { service } = await serviceWith();
    const enter = (consentId: string) =>
      service.checkPassword({ userId: 'clara', consentId, act: ACT }, 'right');
    const attempts = Array.from({ length: 40 }, (_, index) => enter(String(index)));
    const answers = await Promise.all(attempts);
    // Two passwords are being hashed. One more may wait as one of the first three of its network,
    // and four wait behind it.
    expect(answers.filter((answer) => answer === 'busy')).toHaveLength(33);
    expect(await enter('last')).not.toBe('busy');
  });
});

describe('simultaneous attempts', () => {
  /**
   * Returns a sign-in service with a real store. The store begins a lockout between two attempts.
   */
  function withStore(
    use: (service: ReturnType<typeof createSignIn>, store: SignInStore) => Promise<void>,
  ) {
    return () =>
      inFolder(async (directory) => {
        const store = openSqliteStore(`${directory}/bank.db`, () => NOW);
        await store.seed(BANK, NOW);
        const passwordHash = await hashPassword('right', CHEAP);
        await store.putCredentials([{ userId: 'clara', passwordHash, totpSecret: SECRET }]);
        await use(createSignIn({ store, clock: () => NOW, ...QUIET }), store);
        await store.close();
      });
  }

  it.each([
    ['codes', 'right', '000000'],
    ['passwords', 'wrong', '287082'],
  ])('with %s: the right one is refused after too many wrong ones', (_, ...wrong) =>
    withStore(async (service, store) => {
      const { code: right } = showCode(SECRET, { issuer: '', user: '', lastStep: null }, NOW);
      const [wrongPassword, wrongCode] = wrong;
      const tries = Array.from({ length: LOCKOUT.maxFailures + 1 }, async (_none, index) => {
        const isLast = index === LOCKOUT.maxFailures;
        const attempt = { ...ATTEMPT, userId: 'clara' };
        const entered = await service.checkPassword(attempt, isLast ? 'right' : wrongPassword);
        assert(entered !== 'busy', 'few try at once');
        const session = pending('clara', String(index));
        await store.beginSession(session, entered, null, ACT, NOW);
        return { session, code: isLast ? right : wrongCode };
      });
      const codes = (await Promise.all(tries)).map(({ session, code }) =>
        service.checkFactor(session, codeOf(code), SUCCESSOR, ATTEMPT),
      );
      expect(new Set(await Promise.all(codes))).toEqual(new Set(['wrong']));
    })(),
  );
});

/**
 * Returns a function that enters a password and reports whether the service refuses to check it.
 */
function trying(service: ReturnType<typeof createSignIn>) {
  let consents = 0;
  return async ({
    address = 'a',
    user = 'nobody',
    password = 'wrong',
    consentId = `consent ${String((consents += 1))}`,
  }) => {
    const attempt = { userId: user, consentId, act: actFrom(address) };
    return (await service.checkPassword(attempt, password)) === 'busy';
  };
}

describe.each([
  ['an IP address', 50, undefined],
  ['the interactions for one consent', 10, 'one'],
])('sign-ins of %s', (_, most, onlyConsent) => {
  const where = onlyConsent === undefined ? {} : { consentId: onlyConsent };

  it.each([
    ['wrong', 'of nobody', 'nobody', 'wrong'],
    ['wrong', 'of a user', 'clara', 'wrong'],
    ['right', 'of a user', 'clara', 'right'],
  ])(
    'with a %s password %s are refused after the maximum number, and allowed again later',
    async (_password, _of, user, password) => {
      const { service, pass } = await serviceWith();
      const enter = trying(service);
      for (let time = 0; time < most; time += 1) {
        expect(await enter({ ...where, user, password })).toBe(false);
      }
      expect(await enter({ ...where, user: 'clara' })).toBe(true);
      expect(await enter({ address: 'b' })).toBe(false);
      const secondsEach = LOCKOUT.milliseconds / SECOND_MS / most;
      pass((secondsEach - 1) * SECOND_MS);
      expect(await enter(where)).toBe(true);
      pass(2 * SECOND_MS);
      expect(await enter(where)).toBe(false);
      expect(await enter(where)).toBe(true);
    },
  );

  it('count as failures only if they fail in the end', async () => {
    const times = async (ended: 'right' | 'wrong') => {
      const { service } = await serviceWith(ended);
      const enter = trying(service);
      for (let time = 0; time < 60; time += 1) {
        const consentId = onlyConsent ?? String(time);
        if (await enter({ consentId, user: 'clara', password: 'right' })) return time;
        const attempt = { consentId, act: actFrom('a') };
        await service.checkFactor(pending('clara'), codeOf('287082'), SUCCESSOR, attempt);
      }
      return 60;
    };
    expect([await times('right'), await times('wrong')]).toEqual([60, most]);
  });
});

describe('interactions that exhaust the limit of their consent', () => {
  it('do not reduce the limit of their address any further', async () => {
    const { service } = await serviceWith();
    const enter = trying(service);
    for (let time = 0; time < 200; time += 1) await enter({ consentId: 'one' });
    expect(await enter({ consentId: 'one', address: 'b' })).toBe(true);
    for (let time = 0; time < 40; time += 1) expect(await enter({})).toBe(false);
    expect(await enter({})).toBe(true);
  });

  it('get back the tokens of both limits if the password queue is full', async () => {
    const { service } = await serviceWith();
    const enter = trying(service);
    // Only seven passwords are checked. None of them belongs to the last consents.
    const atOnce = Array.from({ length: 80 }, (_, index) =>
      enter({ consentId: String(Math.floor(index / 10)) }),
    );
    expect((await Promise.all(atOnce)).filter((isBusy) => !isBusy)).toHaveLength(7);
    for (let time = 0; time < 10; time += 1) expect(await enter({ consentId: '7' })).toBe(false);
    for (let time = 0; time < 33; time += 1) expect(await enter({})).toBe(false);
    expect(await enter({})).toBe(true);
  });
});
