import { describe, expect, test } from 'vitest';
import { FORGERIES } from '../../helpers/forged-jwts.ts';
import { ASSERTION_TYPE, type Change, seconds } from '../../helpers/secure-tpp.ts';
import { useWorld } from './world.ts';

const world = useWorld();

/** Requests a token and authenticates with this client assertion. */
function withAssertion(client_assertion: string, rest = {}) {
  const form = { client_assertion, client_assertion_type: ASSERTION_TYPE, ...rest };
  const grant = { grant_type: 'client_credentials', scope: 'payments' };
  return world()
    .tpp('tpp-two')
    .send('/as/token', { ...grant, ...form });
}

const REFUSED = { status: 401, json: { error: 'invalid_client' } };

describe('a TPP that authenticates with its certificate', () => {
  test('gets a token that is valid only with that certificate', async () => {
    const tpp = world().tpp('tpp-one');
    const { status, json } = await tpp.clientToken();
    expect(status).toBe(200);
    expect(json).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'payments' });
    const token = String(json['access_token']);
    const { tokens } = world();
    expect(await tokens.verify(token, tpp.thumbprint)).toMatchObject({
      clientId: 'tpp-one',
      kind: 'client',
      consentId: null,
    });
    expect(await tokens.verify(token, world().tpp('tpp-two').thumbprint)).toBeUndefined();
    expect(await tokens.verify(token, null)).toBeUndefined();
  });

  test('is refused with the certificate of another TPP', async () => {
    const form = { grant_type: 'client_credentials', scope: 'payments', client_id: 'tpp-one' };
    expect(await world().tpp('tpp-two').send('/as/token', form)).toMatchObject(REFUSED);
  });

  test.each(['tpp-lapsed', 'tpp-aisp'])('is refused as %s', async (id) => {
    expect(await world().tpp(id).clientToken()).toMatchObject(REFUSED);
  });

  test.each(['nobody', 'tpp-one\u0000', "' OR 1=1", 'x'.repeat(10_000)])(
    'is refused as %j, which is not registered',
    async (client_id) => {
      const form = { grant_type: 'client_credentials', scope: 'payments', client_id };
      expect(await world().tpp('tpp-one').send('/as/token', form)).toMatchObject(REFUSED);
    },
  );

  test('is refused once the directory has revoked its certificate', async () => {
    const tpp = world().tpp('tpp-one');
    const revoke = world().whileListed(
      'tpp-one',
      (organisation) => ({
        ...organisation,
        software: organisation.software.map((one) => ({
          ...one,
          certificates: one.certificates.map((each) => ({ ...each, status: 'Revoked' as const })),
        })),
      }),
      () => tpp.clientToken(),
    );
    expect(await revoke).toMatchObject(REFUSED);
    expect((await tpp.clientToken()).status).toBe(200);
  });

  test('is refused with an assertion instead of its certificate', async () => {
    const assertion = await world().tpp('tpp-one').assertion();
    const reply = await withAssertion(assertion, { client_id: 'tpp-one' });
    expect(reply).toMatchObject(REFUSED);
  });
});

describe('a TPP that authenticates with a signed assertion', () => {
  test.each<[string, () => string | string[]]>([
    ['the issuer', () => world().issuerUrl],
    ['the token endpoint', () => `${world().apiUrl}/as/token`],
    ['the issuer among others', () => ['https://else.example', world().issuerUrl]],
  ])('can use as audience %s', async (_, aud) => {
    const assertion = await world()
      .tpp('tpp-two')
      .assertion({ claims: { aud: aud() } });
    expect((await withAssertion(assertion)).status).toBe(200);
  });

  test.each<[string, () => Change]>([
    ['that has expired', () => ({ claims: { exp: seconds() - 60 } })],
    ['that never expires', () => ({ claims: { exp: undefined } })],
    ['that is good for ten years', () => ({ claims: { exp: seconds() + 315_360_000 } })],
    ['of the future', () => ({ claims: { nbf: seconds() + 600 } })],
    ['without an id', () => ({ claims: { jti: undefined } })],
    ['to nobody', () => ({ claims: { aud: undefined } })],
    ['to another server', () => ({ claims: { aud: 'https://else.example' } })],
    ['to the address of this listener', () => ({ claims: { aud: world().apiUrl } })],
    ['by nobody', () => ({ claims: { iss: undefined } })],
    ['by another', () => ({ claims: { iss: 'tpp-one' } })],
    ['about another', () => ({ claims: { sub: 'tpp-one' } })],
    ['of an unknown key', () => ({ header: { kid: 'unknown' } })],
    ['with an extension of JWS', () => ({ header: { crit: ['b64'], b64: true } })],
    ['with an extension that it does not tell of', () => ({ header: { b64: true } })],
  ])('is refused with an assertion %s', async (_, change) => {
    const assertion = await world().tpp('tpp-two').assertion(change());
    expect(await withAssertion(assertion)).toMatchObject(REFUSED);
  });

  test.each(Object.entries(FORGERIES))('is refused with an assertion %s', async (_, forge) => {
    const tpp = world().tpp('tpp-two');
    const { status, json } = await withAssertion(forge(await tpp.assertion(), tpp.signingKey));
    expect([400, 401]).toContain(status);
    expect(['invalid_client', 'invalid_request']).toContain(json['error']);
  });

  test('is refused with an assertion that is too large', async () => {
    const assertion = await world()
      .tpp('tpp-two')
      .assertion({ claims: { padding: 'x'.repeat(60_000) } });
    expect((await withAssertion(assertion)).status).toBe(400);
  });

  test('is accepted once with each assertion', async () => {
    const assertion = await world().tpp('tpp-two').assertion();
    expect((await withAssertion(assertion)).status).toBe(200);
    expect(await withAssertion(assertion)).toMatchObject(REFUSED);
  });

  test('is accepted once with the same assertion sent many times at once', async () => {
    const assertion = await world().tpp('tpp-two').assertion();
    const replies = await Promise.all(Array.from({ length: 10 }, () => withAssertion(assertion)));
    const refused = replies.filter(({ status }) => status === 401);
    expect(refused).toHaveLength(9);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('must also present its own certificate', async () => {
    const form = {
      grant_type: 'client_credentials',
      scope: 'payments',
      client_assertion_type: ASSERTION_TYPE,
      client_assertion: await world().tpp('tpp-two').assertion(),
    };
    expect(await world().tpp('tpp-one').send('/as/token', form)).toMatchObject(REFUSED);
  });

  test('can use a new key as soon as the directory lists it, and the old one no longer', async () => {
    const [two, other] = [world().tpp('tpp-two'), world().tpp('tpp-one')];
    const keys = world().directory.flatMap(({ id, software }) =>
      id === other.id ? software.flatMap((one) => one.keys) : [],
    );
    const [oldOne, newOne] = await world().whileListed(
      'tpp-two',
      (organisation) => ({
        ...organisation,
        software: organisation.software.map((one) => ({ ...one, keys })),
      }),
      async () => {
        const claims = { iss: 'tpp-two', sub: 'tpp-two' };
        return [
          await withAssertion(await two.assertion()),
          await withAssertion(await other.assertion({ claims })),
        ] as const;
      },
    );
    expect(oldOne).toMatchObject(REFUSED);
    expect(newOne.status).toBe(200);
  });
});

test('scope must be payments', async () => {
  const tpp = world().tpp('tpp-one');
  for (const scope of ['openid', 'accounts', '']) {
    expect(await tpp.clientToken({ scope })).toMatchObject({ status: 400 });
  }
});

test('tokens and refused clients are audited without secrets', async () => {
  const tpp = world().tpp('tpp-one');
  const before = (await world().store.auditHead()).sequence;
  expect((await tpp.clientToken()).status).toBe(200);
  expect((await world().store.auditHead()).sequence).toBe(before + 1);
  expect((await tpp.clientToken({ client_id: 'nobody' })).status).toBe(401);
  await expect.poll(async () => (await world().store.auditHead()).sequence).toBe(before + 2);
});
