import { describe, expect, test } from 'vitest';
import { findClient } from '../../../../src/auth/oauth/clients.ts';
import type {
  DirectorySoftware,
  PublicJwk,
  Registration,
} from '../../../../src/domain/records/access.ts';

const KEY: PublicJwk = { kty: 'RSA', kid: 'k', use: 'sig', alg: 'PS256', n: 'n', e: 'AQAB' };

const SOFTWARE: DirectorySoftware = {
  id: 'software',
  name: 'The app',
  status: 'Active',
  roles: ['PISP'],
  redirectUris: ['https://tpp.example/callback'],
  keys: [KEY],
  certificates: [
    { thumbprint: 'good', status: 'Active' },
    { thumbprint: 'bad', status: 'Revoked' },
  ],
};

const METADATA = {
  redirect_uris: ['https://tpp.example/callback'],
  token_endpoint_auth_method: 'private_key_jwt',
};

function find(metadata: Registration['metadata'], isAdmitted = true) {
  const organisation = { id: 'tpp', name: 'A TPP', status: 'Active', roles: ['PISP'] } as const;
  return findClient(
    {
      findRegistration: (clientId) =>
        Promise.resolve(
          clientId === 'tpp'
            ? { clientId, softwareId: 'software', metadata, registeredAt: 0 }
            : undefined,
        ),
      findSoftware: (softwareId) =>
        Promise.resolve(
          softwareId === 'software' ? { software: SOFTWARE, organisation, isAdmitted } : undefined,
        ),
    },
    'tpp',
  );
}

describe('the metadata of a client', () => {
  test('combine its registration with the keys and certificates of the directory', async () => {
    expect(await find(METADATA)).toEqual({
      client_id: 'tpp',
      token_endpoint_auth_method: 'private_key_jwt',
      redirect_uris: ['https://tpp.example/callback'],
      jwks: { keys: [KEY] },
      certificates: ['good'],
      sector_identifier_uri: 'https://organisations.invalid/tpp',
    });
  });

  test('contain only the grant types that it registered', async () => {
    const metadata = { ...METADATA, grant_types: ['client_credentials'] };
    expect(await find(metadata)).toMatchObject({ grant_types: ['client_credentials'] });
  });

  test('do not override the values that are the same for all clients', async () => {
    const wishes = {
      id_token_signed_response_alg: 'none',
      require_signed_request_object: false,
      tls_client_certificate_bound_access_tokens: false,
      jwks_uri: 'http://169.254.169.254/',
      sector_identifier_uri: 'http://169.254.169.254/',
      subject_type: 'public',
      client_id: 'another',
      certificates: ['mine'],
      jwks: { keys: [] },
    };
    expect(await find({ ...METADATA, ...wishes })).toEqual(await find(METADATA));
  });

  test('are undefined if its software is not admitted', async () => {
    expect(await find(METADATA, false)).toBeUndefined();
  });
});
