import { expect, test } from 'vitest';
import { expectDefined } from '../../../src/shared/assert.ts';
import { useWorld } from './world.ts';

const world = useWorld();

const GOOD = {
  redirect_uris: ['https://tpp.example/callback'],
  token_endpoint_auth_method: 'tls_client_auth',
  tls_client_auth_subject_dn: 'CN=tpp',
};

/**
 * Returns the error that the server reports for registration metadata. The directory lists the
 * redirect URIs in it.
 */
async function judge(change: object) {
  const metadata = { ...GOOD, ...change };
  const known = expectDefined(await world().store.findSoftware('tpp-one'), 'tpp-one');
  return world().server.validateClient(metadata, {
    ...known,
    software: { ...known.software, redirectUris: metadata.redirect_uris },
  });
}

test.each<[string, object]>([
  ['with tls_client_auth', {}],
  ['with private_key_jwt', { token_endpoint_auth_method: 'private_key_jwt' }],
  ['with one response type only', { response_types: ['code id_token'] }],
  [
    'with redirect URIs on two hosts',
    { redirect_uris: ['https://a.example', 'https://b.example'] },
  ],
  [
    'with the response type code only',
    { response_types: ['code'], grant_types: ['authorization_code'] },
  ],
])('a client can be registered %s', async (_, change) => {
  expect(await judge(change)).toBeUndefined();
});

test.each<[string, string, object]>([
  ['a secret', 'invalid_client_metadata', { token_endpoint_auth_method: 'client_secret_basic' }],
  ['no authentication', 'invalid_client_metadata', { token_endpoint_auth_method: 'none' }],
  ['no certificate subject', 'invalid_client_metadata', { tls_client_auth_subject_dn: '' }],
  ['an unknown scope', 'invalid_client_metadata', { scope: 'openid accounts' }],
  ['a password grant', 'invalid_client_metadata', { grant_types: ['password'] }],
  ['the implicit token response', 'invalid_client_metadata', { response_types: ['token'] }],
  ['a redirect URI without TLS', 'invalid_redirect_uri', { redirect_uris: ['http://tpp.example'] }],
  ['a javascript redirect URI', 'invalid_redirect_uri', { redirect_uris: ['javascript:x'] }],
  [
    'a redirect URI with a fragment',
    'invalid_redirect_uri',
    { redirect_uris: ['https://x.example/#a'] },
  ],
])('a client cannot be registered with %s', async (_, error, change) => {
  const invalid = await judge(change);
  expect(invalid).toMatchObject({ error });
  expect(invalid?.description).not.toBe('');
});
