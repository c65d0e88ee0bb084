import { expect, test } from 'vitest';
import type { IssuedToken } from '../../../src/auth/tokens.ts';
import { SANDBOX_SEED } from '../../../src/sandbox/seed.ts';
import { issueToken } from '../../../src/sandbox/token.ts';

const HASHES = new Map(SANDBOX_SEED.clients.map(({ id, secretHash }) => [id, secretHash]));

const ISSUED: IssuedToken = {
  token: 'a-token',
  record: {
    hash: 'its hash',
    grant: {
      ...{ clientId: 'tpp-one', kind: 'client', consentId: null, certificate: null },
      expiresAt: 1,
    },
  },
  expiresInSeconds: 3600,
};

/** Requests a token. Returns the response and the audit entry. tpp-lapsed is no longer admitted. */
async function ask(clientId: string, secret: string) {
  const recorded: string[] = [];
  const form = new URLSearchParams({
    ...{ grant_type: 'client_credentials', scope: 'payments' },
    ...{ client_id: clientId, client_secret: secret },
  });
  const { status, body } = await issueToken(form, {
    tokens: { issueToClient: (id) => Promise.resolve(id === 'tpp-lapsed' ? undefined : ISSUED) },
    secrets: { findSandboxSecret: (id) => Promise.resolve(HASHES.get(id)) },
    record: (action) => {
      recorded.push(action);
      return Promise.resolve();
    },
  });
  return { status, body, recorded };
}

test('a client with its secret gets a token', async () => {
  expect(await ask('tpp-one', 'tpp-one-secret')).toEqual({
    status: 200,
    body: { access_token: 'a-token', token_type: 'Bearer', expires_in: 3600, scope: 'payments' },
    recorded: ['tokenIssued'],
  });
});

test.each([
  ['tpp-one', 'tpp-one-secre'],
  ['tpp-one', ''],
  ['tpp-one', HASHES.get('tpp-one') ?? 'none'],
  ['tpp-one', 'tpp-two-secret'],
  ['tpp-lapsed', 'tpp-lapsed-secret'],
  ['nobody', ''],
  ['nobody', 'nobody-secret'],
  ['', ''],
])('client %s with secret %j gets no token', async (clientId, secret) => {
  const { status, body, recorded } = await ask(clientId, secret);
  expect(status).toBe(401);
  expect(body).toMatchObject({ error: 'invalid_client' });
  expect(recorded).toEqual(['clientRefused']);
});
