import { expect, it } from 'vitest';
import { createPasskeys } from '../../../../src/auth/sign-in/passkey-service.ts';
import { expectDefined } from '../../../../src/shared/assert.ts';
import { Authenticator } from '../../../helpers/authenticator.ts';

const ORIGIN = 'https://bank.example';
const SESSION = { hash: 'session', factorsTaken: 0, userId: 'clara' };

function serviceAt(origin: string, known: readonly string[] = []) {
  const passkeys = known.map((id) => ({
    ...{ id, userId: 'clara', publicKey: new Uint8Array(), counter: 0, name: '' },
    ...{ createdAt: 0, lastUsedAt: null },
  }));
  const store = {
    passkeysOf: () => Promise.resolve(passkeys),
    findPasskey: () => Promise.resolve(undefined),
  };
  return createPasskeys({ store, origin, bankName: 'Bank' });
}

const service = expectDefined(serviceAt(ORIGIN), 'the service');

it('the passkey service does not exist if the pages have an IP address as host', () => {
  expect(serviceAt('https://192.0.2.1')).toBeUndefined();
});

it('an enrolment excludes the passkeys that the user has', async () => {
  const options = await expectDefined(serviceAt(ORIGIN, ['b2xk']), 'the service').askToEnrol(
    SESSION,
  );
  expect(JSON.parse(options)).toMatchObject({ excludeCredentials: [{ id: 'b2xk' }] });
});

it('the second factor that adds a passkey is linked to the user and the passkey', async () => {
  const linkOf = async (userId: string, authenticator: Authenticator) => {
    const session = { ...SESSION, userId };
    const text = authenticator.create(await service.askToEnrol(session));
    return expectDefined(await service.verifyEnrolment(session, text), 'a passkey')
      .dynamicLinkingHash;
  };
  const [one, other] = [new Authenticator(ORIGIN), new Authenticator(ORIGIN)];
  const links = [
    await linkOf('clara', one),
    await linkOf('sam', one),
    await linkOf('clara', other),
  ];
  expect(new Set(links).size).toBe(3);
  expect(await linkOf('clara', one)).toBe(links[0]);
});

it('an enrolment is valid only in the same session and before another factor is accepted', async () => {
  const text = new Authenticator(ORIGIN).create(await service.askToEnrol(SESSION));
  expect(await service.verifyEnrolment(SESSION, text)).toBeDefined();
  const others = [
    { ...SESSION, hash: 'another' },
    { ...SESSION, factorsTaken: 1 },
  ];
  for (const session of others) {
    expect(await service.verifyEnrolment(session, text)).toBeUndefined();
  }
});
