import { createLocalJWKSet, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import {
  Authorisation,
  callbackParameters,
  type Registration,
} from '../../../test-client/authorisation.ts';
import { Transport } from '../../../test-client/transport.ts';
import { generateKey, publicPart } from '../../../src/auth/keys/key-file.ts';
import { startServer } from './server.ts';

const NOW = Date.parse('2026-12-01T09:00:00Z');
const SECONDS = NOW / 1000;
const ISSUER = 'https://bank.example';
const REDIRECT = 'https://tpp.example/callback';
const key = await generateKey();

async function openServer(method: Registration['method']) {
  const { origin, received } = await startServer(() => ({ body: '{"access_token":"t"}' }));
  const registration = { id: 'tpp', method, redirectUri: REDIRECT, key };
  const parts = { transport: new Transport(), apiUrl: origin, issuerUrl: ISSUER, registration };
  const formOf = (place: number) =>
    Object.fromEntries(new URLSearchParams(received[place]?.body.toString()));
  return { tpp: new Authorisation({ ...parts, clock: () => NOW }), received, formOf };
}

async function claimsIn(jwt: string | undefined): Promise<Readonly<Record<string, unknown>>> {
  const keys = createLocalJWKSet({ keys: [publicPart(key)] });
  const { payload } = await jwtVerify(jwt ?? '', keys, { currentDate: new Date(NOW) });
  return payload;
}

describe('a TPP authenticates itself', () => {
  test('with its certificate only', async () => {
    const { tpp, received, formOf } = await openServer('tls_client_auth');
    await tpp.clientToken();
    expect(received[0]).toMatchObject({ method: 'POST', path: '/as/token' });
    expect(formOf(0)).toEqual({
      ...{ grant_type: 'client_credentials', scope: 'payments', client_id: 'tpp' },
    });
  });

  test('with a new assertion for each request', async () => {
    const { tpp, formOf } = await openServer('private_key_jwt');
    await tpp.redeem('the code');
    await tpp.redeem('the code');
    const { client_assertion: assertion, ...form } = formOf(0);
    expect(form).toEqual({
      ...{ grant_type: 'authorization_code', code: 'the code', redirect_uri: REDIRECT },
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    });
    const claims = await claimsIn(assertion);
    const who = { iss: 'tpp', sub: 'tpp', aud: ISSUER, iat: SECONDS, exp: SECONDS + 60 };
    expect(claims).toMatchObject(who);
    const another = await claimsIn(formOf(1)['client_assertion']);
    expect(another['jti']).not.toBe(claims['jti']);
  });
});

describe('a request for the authorisation of a consent', () => {
  test('contains the consent, the redirect URI and the time of expiry', async () => {
    const { tpp } = await openServer('tls_client_auth');
    const { origin, pathname, searchParams } = new URL(await tpp.authorizeUrl('c-1'));
    expect([origin, pathname]).toEqual([ISSUER, '/as/authorize']);
    expect(searchParams.get('client_id')).toBe('tpp');
    expect(await claimsIn(searchParams.get('request') ?? '')).toMatchObject({
      ...{ iss: 'tpp', aud: ISSUER, client_id: 'tpp', redirect_uri: REDIRECT },
      ...{ response_type: 'code id_token', scope: 'openid payments' },
      ...{ iat: SECONDS, nbf: SECONDS, exp: SECONDS + 300 },
      claims: { id_token: { openbanking_intent_id: { value: 'c-1', essential: true } } },
    });
  });

  test('can change and omit claims', async () => {
    const { tpp, formOf } = await openServer('tls_client_auth');
    await tpp.push('c-1', { claims: { state: 'mine', nonce: undefined } });
    const claims = await claimsIn(formOf(0)['request']);
    expect(claims['state']).toBe('mine');
    expect(claims).not.toHaveProperty('nonce');
  });
});

test.each(['#code=a&state=b', '?code=a&state=b'])(
  'the parameters of a callback are read from %s',
  (end) => {
    expect(callbackParameters(REDIRECT + end)).toEqual({ code: 'a', state: 'b' });
  },
);
