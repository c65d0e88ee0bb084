import { decodeProtectedHeader, decodeJwt } from 'jose';
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { MAX_ITEMS_PER_CLIENT } from '../../../src/domain/ports/authorisation-store.ts';
import { later, now } from '../../helpers/later.ts';
import type { SecureTpp } from '../../helpers/secure-tpp.ts';
import { Browser } from './browser.ts';
import { useWorld } from './world.ts';

const world = useWorld();

const VERIFIER = randomBytes(32).toString('base64url');
const PKCE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
};
const JARM = { response_type: 'code', response_mode: 'jwt', ...PKCE };

async function pushed(tpp: SecureTpp, claims: object = JARM): Promise<string> {
  const reply = await tpp.push(await world().consent(tpp.id), { claims: { ...claims } });
  expect(reply).toMatchObject({ status: 201, json: { expires_in: 60 } });
  return tpp.authorizeUrlWith({ request_uri: String(reply.json['request_uri']) });
}

describe('a pushed request', () => {
  test('leads to a signed response whose code needs the PKCE verifier', async () => {
    const tpp = world().tpp('tpp-one');
    const back = await new Browser(world()).decide(await pushed(tpp));
    expect(Object.keys(back)).toEqual(['response']);
    const response = back['response'] ?? '';
    expect(decodeProtectedHeader(response)).toMatchObject({ alg: 'PS256' });
    const claims = decodeJwt<{ code: string }>(response);
    expect(claims).toMatchObject({
      iss: world().issuerUrl,
      aud: 'tpp-one',
      state: 'the state',
    });
    const { code } = claims;
    expect((await tpp.redeem(code)).json).toMatchObject({ error: 'invalid_grant' });
    const wrong = { code_verifier: randomBytes(32).toString('base64url') };
    expect((await tpp.redeem(code, wrong)).json).toMatchObject({ error: 'invalid_grant' });
    expect((await tpp.redeem(code, { code_verifier: VERIFIER })).status).toBe(200);
  });

  test('can request a code and an ID token', async () => {
    const tpp = world().tpp('tpp-two');
    const back = await new Browser(world()).decide(await pushed(tpp, PKCE));
    expect(Object.keys(back).sort()).toEqual(['code', 'id_token', 'state']);
  });

  test.each<[string, object]>([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['with a plain challenge', { code_challenge_method: 'plain' }],
    ['without a consent', { claims: undefined }],
    ['for a code in a readable answer', { response_mode: 'query' }],
    ['to an address that is not registered', { redirect_uri: 'https://evil.example' }],
    ['of another client', { client_id: 'tpp-two' }],
  ])('is refused %s', async (_, change) => {
    const tpp = world().tpp('tpp-one');
    const claims = { ...JARM, ...change };
    const reply = await tpp.push(await world().consent(tpp.id), { claims });
    expect(reply.status).toBe(400);
    expect(reply.json['error']).toMatch(/^invalid_request/);
  });

  test("is refused for another TPP's consent", async () => {
    const reply = await world()
      .tpp('tpp-one')
      .push(await world().consent('tpp-two'), { claims: JARM });
    expect(reply).toMatchObject({ status: 400, json: { error: 'invalid_request' } });
  });

  test('is refused without a signature', async () => {
    const tpp = world().tpp('tpp-one');
    const plain = { ...JARM, redirect_uri: tpp.redirectUri, scope: 'openid payments', nonce: 'n' };
    expect((await tpp.post('/as/par', plain)).status).toBe(400);
  });

  test('is refused a second time, also when it is sent by value', async () => {
    const tpp = world().tpp('tpp-one');
    const request = await tpp.requestObject(await world().consent(tpp.id), { claims: JARM });
    expect((await tpp.post('/as/par', { request })).status).toBe(201);
    expect((await tpp.post('/as/par', { request })).json).toMatchObject({
      error: 'invalid_request_object',
    });
    const back = await new Browser(world()).decide(tpp.authorizeUrlWith({ request }));
    expect(back).not.toHaveProperty('code');
  });

  test('is refused if it is too large', async () => {
    const tpp = world().tpp('tpp-one');
    for (const length of [17_000, 40_000, 70_000]) {
      const claims = { ...JARM, state: 'x'.repeat(length) };
      const reply = await tpp.push(await world().consent(tpp.id), { claims });
      expect(reply).toMatchObject({ status: 413, json: { error: 'invalid_request' } });
    }
  });

  test('is refused if it is too large and has no content-length', async () => {
    const tpp = world().tpp('tpp-one');
    const claims = { ...JARM, state: 'x'.repeat(30_000) };
    const request = await tpp.requestObject(await world().consent(tpp.id), { claims });
    const form = new URLSearchParams(await tpp.formWith({ request })).toString();
    const { status } = await tpp.transport.send({
      method: 'POST',
      url: `${world().apiUrl}/as/par`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: {
        bytes: null,
        chunks: () => [Buffer.from(form.slice(0, 9000)), Buffer.from(form.slice(9000))],
      },
    });
    expect(status).toBe(413);
  });

  test('is refused if the TPP has pushed too many, until some expire', async () => {
    const tpp = world().tpp('tpp-two');
    const item = { model: 'PushedAuthorizationRequest', grantId: null, clientId: tpp.id };
    const expiresAt = now() + 60_000;
    const saves = Array.from({ length: MAX_ITEMS_PER_CLIENT }, (_, number) =>
      world().store.saveItem({ ...item, id: String(number), payload: '{}', expiresAt }, now()),
    );
    await Promise.all(saves);
    const push = async (id: string) =>
      world()
        .tpp(id)
        .push(await world().consent(id), { claims: PKCE });
    const reply = await push('tpp-two');
    expect(reply).toMatchObject({ status: 429, json: { error: 'temporarily_unavailable' } });
    expect(reply.headers['retry-after']).toBe('1');
    expect((await push('tpp-one')).status).toBe(201);
    expect((await later(61, () => push('tpp-two'))).status).toBe(201);
  });
});

describe('the request_uri of a pushed request', () => {
  test('is valid for one decision', async () => {
    const url = await pushed(world().tpp('tpp-one'));
    expect(await new Browser(world()).decide(url)).toHaveProperty('response');
    const again = await new Browser(world()).decide(url);
    expect(again['text'] ?? again['error']).toContain('invalid_request');
  });

  test('is valid for a minute', async () => {
    const url = await pushed(world().tpp('tpp-one'));
    const back = await later(80, () => new Browser(world()).decide(url));
    expect(back['text']).toContain('invalid_request_uri');
  });

  test('is valid only for the TPP that pushed the request', async () => {
    const url = await pushed(world().tpp('tpp-one'));
    const back = await new Browser(world()).decide(url.replace('tpp-one', 'tpp-two'));
    expect(back['text']).toContain('invalid_request_object');
  });

  test('cannot be a URL of the TPP', async () => {
    const url = world()
      .tpp('tpp-one')
      .authorizeUrlWith({ request_uri: 'https://tpp-one.example/jwt' });
    const back = await new Browser(world()).decide(url);
    expect(back['text']).toContain('request_uri_not_supported');
  });
});
