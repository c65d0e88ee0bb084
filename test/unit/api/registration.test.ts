import { Hono } from 'hono';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { App } from '../../../src/api/request-context.ts';
import { serveRegistration } from '../../../src/api/registration.ts';
import type { RegistrationAnswer } from '../../../src/auth/registration/index.ts';
import type { Act } from '../../../src/domain/records/audit.ts';
import type { Grant } from '../../../src/domain/records/records.ts';

const OURS = 'https://bank.example';
const GIVEN = '93bac548-d2de-4546-b106-880a5018460d';

const GRANT: Grant = {
  clientId: 'client-1',
  kind: 'client',
  consentId: null,
  certificate: 'its thumbprint',
  expiresAt: 1,
};

/** Sends a registration request. Returns the response and the audited actions of the TPP. */
async function send(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  written = '',
) {
  const acts: Act[] = [];
  const bodies: string[] = [];
  const done: RegistrationAnswer = { status: 200, body: null };
  const noting = (act: Act): Promise<RegistrationAnswer> => {
    acts.push(act);
    return Promise.resolve(done);
  };
  const app: App = new Hono();
  serveRegistration(app, {
    registration: {
      register: ({ actOf, body }) => {
        bodies.push(body);
        return noting(actOf('client-1'));
      },
      read: () => Promise.resolve(done),
      change: (clientId, _, { actOf }) => noting(actOf(clientId)),
      remove: (_, __, act) => noting(act),
    },
    tokens: { verify: () => Promise.resolve({ ...GRANT, organisationId: 'org' }) },
    clock: () => 7,
  });
  const incoming = new IncomingMessage(new Socket());
  Object.assign(incoming.headers, { authorization: 'Bearer token', ...headers });
  if (written !== '') incoming.push(written);
  incoming.push(null);
  const listener = {
    needsCertificate: true,
    certificateOf: () => ({ thumbprint: 'its thumbprint', subject: 'CN=tpp' }),
    addressOf: () => '192.0.2.1',
    signsAnswers: true,
    requiresSignatures: true,
  };
  const request = new Request(`${OURS}${path}`, { method });
  const outgoing = new ServerResponse(incoming);
  const response = await app.fetch(request, { incoming, outgoing, listener });
  return { response, acts, bodies, interactionId: response.headers.get('x-fapi-interaction-id') };
}

test.each([
  ['POST', '/register'],
  ['PUT', '/register/client-1'],
  ['DELETE', '/register/client-1'],
])('%s %s is written down and answered under one interaction id', async (method, path) => {
  const sent = await send(method, path, { 'x-fapi-interaction-id': GIVEN });
  expect(sent.interactionId).toBe(GIVEN);
  const { response, acts, interactionId } = await send(method, path);
  expect(response.status).toBe(200);
  expect(interactionId).toMatch(/^[0-9a-f-]{36}$/);
  expect(acts).toEqual([
    {
      at: 7,
      by: {
        ...{ kind: 'tpp', id: 'client-1', certificate: 'its thumbprint', interactionId },
        address: '192.0.2.1',
      },
    },
  ]);
});

test('accepts a JWT that ends with a line break, as curl sends a file', async () => {
  const { bodies } = await send('POST', '/register', {}, 'header.claims.signature\n');
  expect(bodies).toEqual(['header.claims.signature']);
});
