import { decodeProtectedHeader } from 'jose';
import { createHash, X509Certificate } from 'node:crypto';
import { renameSync, writeFileSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateKey, readKeys } from '../../../src/auth/keys/key-file.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { Browser } from './browser.ts';
import { World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = new World();
  await world.open();
});
afterAll(() => world.close());

async function publishedKeys(): Promise<string[]> {
  const { text } = await new Browser(world).get(`${world.issuerUrl}/as/jwks`);
  const { keys } = JSON.parse(text) as { keys: { kid: string; d?: string }[] };
  expect(keys.every((key) => key.d === undefined)).toBe(true);
  return keys.map(({ kid }) => kid);
}

/** Adds a new signing key before the existing ones, as the two steps of `npx pisctl keys` do. */
async function changeKeys(): Promise<void> {
  const keys = [await generateKey(), ...(await readKeys(world.keyFile))];
  writeFileSync(`${world.keyFile}.new`, JSON.stringify({ keys }));
  renameSync(`${world.keyFile}.new`, world.keyFile);
  await expect.poll(async () => (await publishedKeys()).length).toBe(keys.length);
}

async function restart(): Promise<void> {
  await world.stop();
  await world.start();
}

describe.each([
  ['a change of keys', changeKeys],
  ['a restart', restart],
])('after %s', (_, change) => {
  test('interactions, codes, tokens and used requests are unchanged', async () => {
    const tpp = world.tpp('tpp-one');
    const browser = new Browser(world);
    const { url } = await browser.follow(await tpp.authorizeUrl(await world.consent(tpp.id)));
    const { code = '' } = await browser.decide(await tpp.authorizeUrl(await world.consent(tpp.id)));
    const token = String((await tpp.clientToken()).json['access_token']);
    const used = await tpp.authorizeUrl(await world.consent(tpp.id));
    await browser.follow(used);
    const pkce = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
    const pushed = await tpp.push(await world.consent(tpp.id), { claims: pkce });

    await change();

    expect(await world.tokens.verify(token, tpp.thumbprint)).toBeDefined();
    expect((await tpp.post('/as/introspect', { token })).json).toMatchObject({ active: true });
    expect((await tpp.redeem(code)).status).toBe(200);
    const back = await browser.follow(`${url}?approve=clara`);
    expect(back.url).toContain('code=');
    const request_uri = String(pushed.json['request_uri']);
    expect(await browser.decide(tpp.authorizeUrlWith({ request_uri }))).toHaveProperty('code');
    expect(await browser.decide(used)).toMatchObject({ error: 'invalid_request_object' });
    expect((await tpp.redeem(code)).status).toBe(400);
  });

  test('a customer has the same sub', async () => {
    const tpp = world.tpp('tpp-one');
    const subject = async () => {
      const url = await tpp.authorizeUrl(await world.consent(tpp.id));
      const { id_token = '' } = await new Browser(world).decide(url);
      const [, payload = ''] = id_token.split('.');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string };
      return claims.sub;
    };
    const before = await subject();
    await change();
    expect(await subject()).toBe(before);
  });
});

test('the first key signs, and the older ones stay published', async () => {
  const before = await publishedKeys();
  await changeKeys();
  const [newest, ...others] = await publishedKeys();
  expect(others).toEqual(before);
  const tpp = world.tpp('tpp-one');
  const url = await tpp.authorizeUrl(await world.consent(tpp.id));
  const { id_token = '' } = await new Browser(world).decide(url);
  expect(decodeProtectedHeader(id_token).kid).toBe(newest);
});

test('keys are published with their certificates, as conformance tools require', async () => {
  const [certified] = await readKeys(world.pki.bankKeys);
  const { text, headers } = await new Browser(world).get(`${world.issuerUrl}/as/jwks`);
  expect(headers['content-type']).toBe('application/jwk-set+json; charset=utf-8');
  const { keys } = JSON.parse(text) as { keys: Record<string, unknown>[] };
  const {
    kty,
    kid,
    use,
    alg,
    n,
    e,
    x5c,
    'x5t#S256': thumbprint,
  } = expectDefined(certified, 'a key');
  expect(keys.find((key) => key['kid'] === kid)).toEqual({
    ...{ kty, kid, use, alg, n, e, x5c },
    'x5t#S256': thumbprint,
  });
  const chain = expectDefined(x5c, 'its certificates').map(
    (der) => new X509Certificate(Buffer.from(der, 'base64')),
  );
  const [own, issuing, root] = chain;
  expect(own?.publicKey.export({ format: 'jwk' })).toEqual({ kty, n, e });
  expect(own?.verify(expectDefined(issuing, 'its authority').publicKey)).toBe(true);
  expect(root?.raw).toEqual(new X509Certificate(readFileSync(world.pki.root.certificate)).raw);
});

test("the discovery document can contain the directory's URL of the keys", async () => {
  world.jwksUri = 'https://keystore.directory.example/0015800000SandBank/keys.jwks';
  await restart();
  const { json } = await new Browser(world).get(
    `${world.issuerUrl}/.well-known/openid-configuration`,
  );
  expect(json['jwks_uri']).toBe(world.jwksUri);
  expect(await publishedKeys()).not.toEqual([]);
});

test('the store contains no secret that could be replayed', async () => {
  const tpp = world.tpp('tpp-one');
  const browser = new Browser(world);
  const waiting = await browser.follow(await tpp.authorizeUrl(await world.consent(tpp.id)));
  const { code = '' } = await browser.decide(await tpp.authorizeUrl(await world.consent(tpp.id)));
  const { code: fresh = '' } = await browser.decide(
    await tpp.authorizeUrl(await world.consent(tpp.id)),
  );
  const { json } = await tpp.redeem(code);
  const own = (await tpp.clientToken()).json;
  const secrets = [waiting.url.split('/').at(-1), code, fresh, json['access_token']];
  const wanted = [...secrets, own['access_token']].map(String);
  const bytes = await world.contents();
  for (const secret of wanted) {
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(bytes.includes(secret)).toBe(false);
    expect(bytes.includes(createHash('sha256').update(secret).digest('hex'))).toBe(true);
  }
});
