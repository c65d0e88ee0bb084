import { expect, test } from 'vitest';
import { expectDefined } from '../../../src/shared/assert.ts';
import { useWorld } from './world.ts';

const world = useWorld();

const GOOD = {
  redirect_uris: ['https://tpp.example/callback'],
  token_endpoint_auth_method: 'tls_client_auth',
  tls_client_auth_subject_dn: 'CN=tpp',
};

/** What the server has against metadata whose addresses the directory lists. */
async function judge(change: object) {
  const metadata = { ...GOOD, ...change };
  const known = expectDefined(await world().store.findSoftware('tpp-one'), 'tpp-one');
  return world().server.validateClient(metadata, {
    ...known,
    software: { ...known.software, redirectUris: metadata.redirect_uris },
  });
}

test.each<[string, object]>([
  ['by its certificate', {}],
  ['by a signed assertion', { token_endpoint_auth_method: 'private_key_jwt' }],
  ['with answers of one kind alone', { response_types: ['code id_token'] }],
  ['with addresses on two hosts', { redirect_uris: ['https://a.example', 'https://b.example'] }],
  ['with a code alone', { response_types: ['code'], grant_types: ['authorization_code'] }],
])('a client may be known %s', async (_, change) => {
  expect(await judge(change)).toBeUndefined();
});

test.each<[string, string, object]>([
  ['a secret', 'invalid_client_metadata', { token_endpoint_auth_method: 'client_secret_basic' }],
  ['no authentication', 'invalid_client_metadata', { token_endpoint_auth_method: 'none' }],
  ['no name of its certificate', 'invalid_client_metadata', { tls_client_auth_subject_dn: '' }],
  ['a scope that there is not', 'invalid_client_metadata', { scope: 'openid accounts' }],
  ['a password grant', 'invalid_client_metadata', { grant_types: ['password'] }],
  ['a token in the browser', 'invalid_client_metadata', { response_types: ['token'] }],
  ['an address without TLS', 'invalid_redirect_uri', { redirect_uris: ['http://tpp.example'] }],
  ['a script for an address', 'invalid_redirect_uri', { redirect_uris: ['javascript:x'] }],
  [
    'an address with a fragment',
    'invalid_redirect_uri',
    { redirect_uris: ['https://x.example/#a'] },
  ],
])('a client may not have %s', async (_, error, change) => {
  const invalid = await judge(change);
  expect(invalid).toMatchObject({ error });
  expect(invalid?.description).not.toBe('');
});
