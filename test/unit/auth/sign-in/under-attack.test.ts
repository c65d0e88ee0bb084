import { describe, expect, it } from 'vitest';
import { showCode } from '../../../../src/auth/sign-in/one-time-codes.ts';
import { hashPassword } from '../../../../src/auth/sign-in/passwords.ts';
import { createSignIn } from '../../../../src/auth/sign-in/sign-in.ts';
import { actorOf, type Act } from '../../../../src/domain/records/audit.ts';
import { localState } from '../../../../src/store/sqlite/local-state.ts';

const CHEAP = { logN: 4, r: 8, p: 1 };
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const NOW = 59_000;
const HOME = '198.51.100.7';
const USE = { id: 'passkey', counter: 1, factorsTaken: 0 };

function actFrom(address: string): Act {
  return { at: 0, by: actorOf({ kind: 'customer', id: 'clara' }, { address }) };
}

const attemptFrom = (address: string, consentId = address) => ({
  ...{ consentId, act: actFrom(address) },
});

const SIGNED_IN = {
  ...({ hash: 'signed-in', userId: 'clara', stage: 'signedIn', factorsTaken: 0 } as const),
};

const { code: CODE } = showCode(SECRET, { issuer: '', user: '', lastStep: null }, NOW);

/** Returns a sign-in service for clara. It accepts her passkey if the assertion is `right`. */
async function openOffice() {
  const credential = {
    ...{ userId: 'clara', passwordHash: await hashPassword('right', CHEAP), totpSecret: SECRET },
    ...{ lockedUntil: null, lockouts: 0, lastStep: null },
  };
  const passkeys = {
    verify: (_session: unknown, assertion: string) =>
      Promise.resolve(assertion === 'right' ? USE : undefined),
  };
  const store = {
    findCredential: (id: string) => Promise.resolve(id === 'clara' ? credential : undefined),
    identifyUser: () => Promise.resolve('right' as const),
    endSignIn: () => Promise.resolve('right' as const),
    consumeFactor: ({ proof }: { proof: { use?: unknown; step?: unknown } }) =>
      Promise.resolve(
        (proof.use ?? proof.step ?? null) === null ? ('wrong' as const) : ('right' as const),
      ),
    ...localState(() => NOW),
  };
  return createSignIn({
    ...{ store, clock: () => NOW, cost: CHEAP, browserKey: 'key' },
    observe: () => undefined,
    passkeys: passkeys as unknown as Parameters<typeof createSignIn>[0]['passkeys'],
  });
}

type Office = Awaited<ReturnType<typeof openOffice>>;

/** Enters a password for a made-up user name. Returns true if the service checked it. */
async function isTried(service: Office, address: string, name = crypto.randomUUID()) {
  const attempt = { ...attemptFrom(address, name), userId: name };
  return (await service.checkPassword(attempt, 'wrong')) !== 'busy';
}

describe('guesses with made-up user names', () => {
  it.each([
    [
      'a household, with all of its 256 networks',
      100,
      (n: number) => `2001:db8:1:${n.toString(16)}::1`,
    ],
    [
      'a company, with all of its networks',
      200,
      (n: number) => `2001:db8:1:${(n * 256).toString(16)}::1`,
    ],
  ])('of %s are counted together', async (_, most, addressOf) => {
    const service = await openOffice();
    let looked = 0;
    for (let n = 0; n < 250; n += 1) if (await isTried(service, addressOf(n))) looked += 1;
    expect(looked).toBe(most);
    expect(await isTried(service, '2001:db8:2::1')).toBe(true);
  });

  it.each([
    ['a /48', (n: number) => `2001:db8:1:${n.toString(16)}::1`],
    ['sixty networks', (n: number) => `203.0.${String(n)}.1`],
  ])(
    'from %s at the same time do not block a customer of another network',
    async (_, addressOf) => {
      const service = await openOffice();
      const guesses = Array.from({ length: 60 }, (_none, n) => isTried(service, addressOf(n)));
      const attempt = { ...attemptFrom(HOME, 'consent'), userId: 'clara' };
      const entered = service.checkPassword(attempt, 'right');
      expect(await entered).toMatchObject({ userId: 'clara', isRight: true });
      await Promise.all(guesses);
    },
  );
});

describe('networks that retry after being refused', () => {
  it('do not delay a customer of another network', async () => {
    const service = await openOffice();
    // The first check computes the hash with which passwords of unknown users are compared. Do this
    // before the test.
    await isTried(service, '192.0.2.1');
    const results: string[] = [];
    const guesses: Promise<unknown>[] = [];
    // There are more guesses than places in the queue, so the service refuses most of them at once.
    for (let tried = 0; tried < 5; tried += 1) {
      for (let n = 0; n < 300; n += 1) {
        const guess = isTried(service, `203.0.${String(n)}.1`);
        guesses.push(guess.then((isLooked) => isLooked && results.push('guess')));
      }
    }
    // Checks for unknown users reach the queue one step later than those for a customer, so wait
    // for them.
    await new Promise(setImmediate);
    const before = results.length;
    const attempt = { ...attemptFrom(HOME, 'consent'), userId: 'clara' };
    const entered = service.checkPassword(attempt, 'right').then((found) => {
      results.push('customer');
      return found;
    });
    // These guesses come after the customer, from networks that have tried before.
    for (let n = 0; n < 300; n += 1) guesses.push(isTried(service, `203.0.${String(n)}.1`));
    expect(await entered).toMatchObject({ userId: 'clara', isRight: true });
    await Promise.all(guesses);
    expect(results.indexOf('customer') - before).toBeLessThan(10);
  });
});

/**
 * Waits until all checks have reached the queue. Only microtasks run meanwhile, so no hash is ready
 * before that.
 */
async function allQueued(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
}

describe('networks that sent a wrong password', () => {
  it('are served after customers of another network', async () => {
    const service = await openOffice();
    const addresses = Array.from({ length: 60 }, (_, n) => `203.0.${String(n)}.1`);
    for (const address of addresses) await isTried(service, address);
    let guessed = 0;
    const guesses = addresses.map((address) =>
      isTried(service, address).then(() => (guessed += 1)),
    );
    await allQueued();
    // The second customer's network is no longer new, so it does not enter first.
    const customers = ['first', 'second'].map(async (consentId) => {
      const attempt = { ...attemptFrom(HOME, consentId), userId: 'clara' };
      expect(await service.checkPassword(attempt, 'right')).toMatchObject({ isRight: true });
    });
    await Promise.all(customers);
    expect(guessed).toBeLessThan(20);
    await Promise.all(guesses);
  });
});

describe('a customer whose network fills its part of the queue', () => {
  it.each([
    ['in a browser that is known', (browserToken: string) => ({ browserToken })],
    ['with an approval that a TPP started', () => ({ clientId: 'tpp-one' })],
  ])('is served %s', async (_, reservedBy) => {
    const service = await openOffice();
    await isTried(service, '192.0.2.1');
    const reserved = reservedBy(await service.browserTokenFor('clara'));
    const guesses = Array.from({ length: 40 }, () => isTried(service, HOME));
    await allQueued();
    const enter = (more: object) =>
      service.checkPassword({ ...attemptFrom(HOME, 'consent'), ...more, userId: 'clara' }, 'right');
    const [refused, served] = [enter({}), enter(reserved)];
    expect(await refused).toBe('busy');
    expect(await served).toMatchObject({ userId: 'clara', isRight: true });
    await Promise.all(guesses);
  });
});

/** Enters wrong passwords for a user from another address until the user's limit is reached. */
async function useUpName(service: Office, consentId: string): Promise<void> {
  for (let tried = 0; tried < 10; tried += 1) {
    const attempt = { ...attemptFrom('203.0.113.1', consentId), userId: 'clara' };
    expect(await service.checkPassword(attempt, 'wrong')).toMatchObject({ isRight: false });
  }
  const more = { ...attemptFrom('203.0.113.1', consentId), userId: 'clara' };
  expect(await service.checkPassword(more, 'wrong')).toBe('busy');
}

async function useUpAddress(service: Office, address: string): Promise<void> {
  for (let tried = 0; tried < 50; tried += 1) await isTried(service, address);
  expect(await isTried(service, address)).toBe(false);
}

describe('a signed-in customer', () => {
  const code = { factor: 'code', code: CODE } as const;

  it.each([
    ['the user name', (service: Office) => useUpName(service, 'clara')],
    ['the address', (service: Office) => useUpAddress(service, HOME)],
  ])('can approve with a code after others exhausted the limit of %s', async (_, useUp) => {
    const service = await openOffice();
    await useUp(service);
    const attempt = attemptFrom(HOME, 'clara');
    expect(await service.proveFactor(SIGNED_IN, code, 'this', attempt)).toBe('right');
  });

  it('has a limited number of guesses, after which a valid passkey is still accepted', async () => {
    const service = await openOffice();
    const attempt = attemptFrom(HOME);
    const give = (proof: Parameters<Office['proveFactor']>[1]) =>
      service.proveFactor(SIGNED_IN, proof, 'this', attempt);
    for (let tried = 0; tried < 10; tried += 1) {
      expect(await give({ factor: 'passkey', assertion: 'wrong' })).toBe('wrong');
    }
    expect(await give({ factor: 'passkey', assertion: 'wrong' })).toBe('busy');
    expect(await give(code)).toBe('busy');
    expect(await give({ factor: 'passkey', assertion: 'right' })).toBe('right');
  });
});

describe('a known browser', () => {
  it('can sign its user in after others exhausted the limits, and has its own limit', async () => {
    const service = await openOffice();
    await useUpName(service, 'clara');
    await useUpAddress(service, HOME);
    const browserToken = await service.browserTokenFor('clara');
    const attempt = { ...attemptFrom(HOME, 'clara'), browserToken };
    const enter = (userId: string, password: string) =>
      service.checkPassword({ ...attempt, userId }, password);
    expect(await enter('clara', 'right')).toMatchObject({ userId: 'clara', isRight: true });
    // The service knows this browser only for the other user.
    expect(await enter('nobody', 'right')).toBe('busy');
    for (let tried = 0; tried < 9; tried += 1) {
      expect(await enter('clara', 'wrong')).toMatchObject({ userId: 'clara', isRight: false });
    }
    expect(await enter('clara', 'right')).toBe('busy');
  });

  it('gets its token back after a sign-in', async () => {
    const service = await openOffice();
    const browserToken = await service.browserTokenFor('clara');
    const attempt = { ...attemptFrom(HOME, 'clara'), browserToken };
    const lasting = { activeUntil: NOW + 1, expiresAt: NOW + 1, factorsTaken: 0 };
    const session = { hash: 'pending', interactionUid: 'own', userId: 'clara', ...lasting };
    const successor = { hash: 'next', activeUntil: NOW + 1 };
    for (let times = 0; times < 30; times += 1) {
      const entered = await service.checkPassword({ ...attempt, userId: 'clara' }, 'right');
      expect(entered).toMatchObject({ isRight: true });
      const proof = { factor: 'code', code: CODE } as const;
      await service.checkFactor({ ...session, stage: 'code' }, proof, successor, attempt);
    }
  });
});
