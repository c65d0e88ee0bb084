import { createRemoteJWKSet, customFetch, jwtVerify, type JWTPayload } from 'jose';
import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { later, now } from '../../helpers/later.ts';
import { seconds, type Change, type SecureTpp } from '../../helpers/secure-tpp.ts';
import { actAt, revoke } from '../store/fixtures.ts';
import { Browser } from './browser.ts';
import { USE_MS } from './pages.ts';
import { useWorld } from './world.ts';

const world = useWorld();

/**
 * Creates a consent and approves it as clara. Returns the parameters of the redirect to the TPP.
 */
async function approved(tpp: SecureTpp, change: Change = {}, family?: string, expiresAt?: number) {
  const consentId = await world().consent(tpp.id, family, expiresAt);
  const back = await new Browser(world()).decide(await tpp.authorizeUrl(consentId, change));
  return { consentId, code: back['code'] ?? '', idToken: back['id_token'] ?? '' };
}

async function claimsOf(idToken: unknown, audience: string): Promise<JWTPayload> {
  const browser = new Browser(world());
  const keys = createRemoteJWKSet(new URL(`${world().issuerUrl}/as/jwks`), {
    [customFetch]: async (url) => new Response((await browser.get(url)).text),
  });
  const options = { issuer: world().issuerUrl, audience, algorithms: ['PS256'] };
  return (await jwtVerify(String(idToken), keys, options)).payload;
}

/**
 * Returns the left half of a text's SHA-256, as ID tokens contain it (OpenID Connect Core,
 * 3.3.2.11).
 */
function halfHash(value: string): string {
  return createHash('sha256').update(value).digest().subarray(0, 16).toString('base64url');
}

function grantOf(token: unknown, { thumbprint }: SecureTpp) {
  return world().tokens.verify(String(token), thumbprint);
}

describe('the code of an approval', () => {
  test.each(['tpp-one', 'tpp-two'])('gives %s a token for that consent only', async (id) => {
    const tpp = world().tpp(id);
    const { consentId, code } = await approved(tpp);
    const { status, json } = await tpp.redeem(code);
    expect(status).toBe(200);
    expect(json).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    expect(json).not.toHaveProperty('refresh_token');
    expect(await grantOf(json['access_token'], tpp)).toMatchObject({
      clientId: id,
      kind: 'customer',
      consentId,
      certificate: tpp.thumbprint,
    });
    expect(await world().tokens.verify(String(json['access_token']), null)).toBeUndefined();
  });

  test('comes with an ID token that confirms the code, the customer and the consent', async () => {
    const tpp = world().tpp('tpp-one');
    const nonce = randomUUID();
    const { consentId, code, idToken } = await approved(tpp, { claims: { nonce } });
    const { json } = await tpp.redeem(code);
    const [front, back] = [
      await claimsOf(idToken, tpp.id),
      await claimsOf(json['id_token'], tpp.id),
    ];
    const common = {
      openbanking_intent_id: consentId,
      nonce,
      acr: 'urn:openbanking:psd2:sca',
      amr: ['pwd', 'otp', 'mfa'],
    };
    expect(front).toMatchObject({
      ...common,
      c_hash: halfHash(code),
      s_hash: halfHash('the state'),
    });
    expect(back).toMatchObject({ ...common, at_hash: halfHash(String(json['access_token'])) });
    expect(back.sub).toBe(front.sub);
    expect(Math.abs(Number(front['auth_time']) - seconds())).toBeLessThan(10);
    expect(JSON.stringify([front, back])).not.toContain('clara');
    expect(JSON.stringify(back)).not.toContain(json['access_token']);
  });

  test('comes with an ID token that names the passkey as factor if one was used', async () => {
    const tpp = world().tpp('tpp-one');
    const url = await tpp.authorizeUrl(await world().consent(tpp.id));
    const back = await new Browser(world()).decide(url, 'approve=clara&factor=passkey');
    expect((await claimsOf(back['id_token'], tpp.id))['amr']).toEqual(['pwd', 'pop', 'mfa']);
  });

  test('identifies each customer by one constant, distinct sub', async () => {
    const tpp = world().tpp('tpp-one');
    const subjects = [];
    for (const user of ['clara', 'clara', 'colin']) {
      const url = await tpp.authorizeUrl(await world().consent(tpp.id));
      const back = await new Browser(world()).decide(url, `approve=${user}`);
      subjects.push((await claimsOf(back['id_token'], tpp.id)).sub);
    }
    expect(new Set(subjects)).toEqual(new Set([subjects[0], subjects[2]]));
    expect(subjects[0]).toBe(subjects[1]);
    expect(subjects[0]).not.toBe(subjects[2]);
  });

  test('uses the same sub for all software of one organisation and different ones for others', async () => {
    const subjectFor = async (id: string) => {
      const tpp = world().tpp(id);
      const back = await new Browser(world()).decide(
        await tpp.authorizeUrl(await world().consent(id)),
      );
      return (await claimsOf(back['id_token'], id)).sub;
    };
    const first = await subjectFor('tpp-one');
    expect(await subjectFor('tpp-two')).not.toBe(first);

    const { directory, store } = world();
    const softwareOfTwo = directory.find(({ id }) => id === 'tpp-two')?.software ?? [];
    const together = directory.flatMap((organisation) => {
      if (organisation.id === 'tpp-two') return [];
      if (organisation.id !== 'tpp-one') return [organisation];
      return [{ ...organisation, software: [...organisation.software, ...softwareOfTwo] }];
    });
    await store.replaceDirectory(together, actAt(now()));
    try {
      expect(await subjectFor('tpp-two')).toBe(first);
      expect(await subjectFor('tpp-one')).toBe(first);
    } finally {
      await store.replaceDirectory(directory, actAt(now()));
    }
  });

  test.each([
    ['by another TPP', (code: string) => world().tpp('tpp-two').redeem(code)],
    [
      'over the connection of another',
      (code: string) => world().tpp('tpp-one').redeem(code, {}, world().tpp('tpp-two')),
    ],
    [
      'for another address',
      (code: string) => world().tpp('tpp-one').redeem(code, { redirect_uri: 'https://x.example' }),
    ],
    ['after its minute', (code: string) => later(61, () => world().tpp('tpp-one').redeem(code))],
    ['when a letter is wrong', (code: string) => world().tpp('tpp-one').redeem(`${code}x`)],
    ['with its case changed', (code: string) => world().tpp('tpp-one').redeem(swapCase(code))],
  ])('gives no token %s', async (_, redeem) => {
    const { code } = await approved(world().tpp('tpp-one'));
    const reply = await redeem(code);
    expect(reply.json['error']).toMatch(/^invalid_(?:grant|client)$/);
    expect(reply.text).not.toContain('access_token');
  });

  test('can be used once, and its reuse revokes its tokens but not the consent', async () => {
    const tpp = world().tpp('tpp-one');
    const { consentId, code } = await approved(tpp);
    const token = (await tpp.redeem(code)).json['access_token'];
    expect(await grantOf(token, tpp)).toBeDefined();
    const { sequence } = await world().store.auditHead();
    expect(await tpp.redeem(code)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
    expect(await grantOf(token, tpp)).toBeUndefined();
    await expect.poll(async () => (await world().store.auditHead()).sequence).toBe(sequence + 1);
    expect(await world().store.findConsent(consentId)).toMatchObject({ status: 'Authorised' });
  });

  test('gives at most one token to simultaneous requests, which is then revoked', async () => {
    const tpp = world().tpp('tpp-one');
    const { code } = await approved(tpp);
    const replies = await Promise.all(Array.from({ length: 10 }, () => tpp.redeem(code)));
    const good = replies.filter(({ status }) => status === 200);
    expect(good.length).toBeLessThanOrEqual(1);
    for (const { json } of good) expect(await grantOf(json['access_token'], tpp)).toBeUndefined();
  });

  test('gives no token after the consent was revoked', async () => {
    const tpp = world().tpp('tpp-one');
    const { consentId, code } = await approved(tpp, {}, 'domestic-vrps');
    await revoke(world().store, consentId, actAt(now()));
    expect(await tpp.redeem(code)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } });
  });
});

function swapCase(text: string): string {
  const other = (one: string) =>
    one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase();
  return [...text].map(other).join('');
}

describe('when the consent lapses, its approval leads to no', () => {
  test('token for its code', async () => {
    const tpp = world().tpp('tpp-one');
    const { consentId, code } = await approved(tpp);
    await world().store.lapseConsent(consentId, now() + USE_MS);
    expect((await tpp.redeem(code)).json).toMatchObject({ error: 'invalid_grant' });
  });

  test('valid token', async () => {
    const tpp = world().tpp('tpp-one');
    const { consentId, code } = await approved(tpp);
    const { json } = await tpp.redeem(code);
    await world().store.lapseConsent(consentId, now() + USE_MS - 60_000);
    expect(await grantOf(json['access_token'], tpp)).toBeDefined();
    await world().store.lapseConsent(consentId, now() + USE_MS);
    expect(await grantOf(json['access_token'], tpp)).toBeUndefined();
  });
});

describe("a customer's token is valid", () => {
  test('as long as its consent, if that allows several payments', async () => {
    const tpp = world().tpp('tpp-one');
    const inTwoHours = now() + 7_200_000;
    const { code } = await approved(tpp, {}, 'domestic-vrps', inTwoHours);
    const { json } = await tpp.redeem(code);
    expect(Math.abs(Number(json['expires_in']) - 7200)).toBeLessThan(10);
    const own = await later(7100, () =>
      tpp.post('/as/introspect', { token: String(json['access_token']) }),
    );
    expect(own.json).toMatchObject({ active: true });
  });

  test('ten years if the consent has no end', async () => {
    const tpp = world().tpp('tpp-one');
    const { code } = await approved(tpp, {}, 'domestic-vrps');
    expect((await tpp.redeem(code)).json).toMatchObject({ expires_in: 315_360_000 });
  });
});

describe('a token', () => {
  test('can be introspected only by the TPP that it was issued to', async () => {
    const [one, two] = [world().tpp('tpp-one'), world().tpp('tpp-two')];
    const { code } = await approved(one);
    const tokens = [(await one.redeem(code)).json, (await one.clientToken()).json];
    for (const { access_token } of tokens) {
      const token = String(access_token);
      expect((await one.post('/as/introspect', { token })).json).toMatchObject({
        active: true,
        client_id: 'tpp-one',
        iss: world().issuerUrl,
        cnf: { 'x5t#S256': one.thumbprint },
      });
      expect((await two.post('/as/introspect', { token })).json).toEqual({ active: false });
    }
    expect((await one.post('/as/introspect', { token: 'x' })).json).toEqual({ active: false });
  });

  test('can be revoked only by the TPP that it was issued to', async () => {
    const [one, two] = [world().tpp('tpp-one'), world().tpp('tpp-two')];
    const { consentId, code } = await approved(one);
    for (const { json } of [await one.redeem(code), await one.clientToken()]) {
      const token = String(json['access_token']);
      expect((await two.post('/as/revoke', { token })).status).toBe(200);
      expect(await grantOf(token, one)).toBeDefined();
      expect((await one.post('/as/revoke', { token })).status).toBe(200);
      expect(await grantOf(token, one)).toBeUndefined();
    }
    expect(await world().store.findConsent(consentId)).toMatchObject({ status: 'Authorised' });
  });
});

test('requests for tokens are measured like requests of the API', async () => {
  const { events, answered } = world();
  const before = answered.length;
  await world().tpp('tpp-one').clientToken();
  const { status } = await world().tpp('tpp-one').redeem('unknown');
  expect(status).toBe(400);
  expect(answered.slice(before)).toEqual([
    ['authorisation.issueToken', 200],
    ['authorisation.issueToken', 400],
  ]);
  expect(events.filter(({ kind }) => kind === 'requestAnswered').slice(-2)).toMatchObject([
    { operation: 'authorisation.issueToken', status: 200, clientId: 'tpp-one' },
    { status: 400, clientId: 'tpp-one' },
  ]);
});
