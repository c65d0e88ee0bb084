import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actorOf } from '../../../src/domain/records/audit.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { realTime } from '../../helpers/real-time.ts';
import { startSecureService, type SecureService } from '../../helpers/secure-service.ts';

const AUDIENCE = 'https://console.bank.example/api/v1';
const server = createServer();
let [issuer, isAway] = ['', true];
let service: SecureService;
let key: CryptoKey;

beforeAll(async () => {
  const pair = await generateKeyPair('ES256');
  key = pair.privateKey;
  const keys = [{ ...(await exportJWK(pair.publicKey)), alg: 'ES256', kid: 'one' }];
  server.on('request', ({ url }, outgoing) => {
    const metadata = { issuer, jwks_uri: `${issuer}/keys`, authorization_endpoint: `${issuer}/a` };
    if (isAway) outgoing.writeHead(503).end();
    else {
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify(url === '/keys' ? { keys } : metadata));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  service = await startSecureService({
    config: {
      ...{ consolePort: 0, consoleIdpIssuer: issuer, consoleApiAudience: AUDIENCE },
      ...{ consoleIdpGroups: new Map([['ops', ['operate']]]), consoleIdpAcr: 'two-factors' },
    },
  });
  const act = { at: realTime(), by: actorOf({ kind: 'operator', id: 'olga' }) };
  await service.store.beginProvenOperatorSession(
    { hash: 'h', activeUntil: 0, expiresAt: 0 },
    { id: 'olga', subject: 'sub-1', name: 'Olga', roles: ['operate'], evidence: {} },
    act,
  );
});

afterAll(async () => {
  await service.end();
  server.closeAllConnections();
  server.close();
});

/** Returns an access token of an operator. */
function tokenOf(acr: string): Promise<string> {
  const claims = { sub: 'sub-1', preferred_username: 'olga', groups: ['ops'], client_id: 'tool' };
  const now = Math.floor(realTime() / 1000);
  return new SignJWT({ ...claims, acr, auth_time: now, jti: 'j', iss: issuer, aud: AUDIENCE })
    .setProtectedHeader({ alg: 'ES256', kid: 'one', typ: 'at+jwt' })
    .setIssuedAt(now)
    .setExpirationTime(now + 60)
    .sign(key);
}

interface Sent extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly duplex?: 'half';
}

async function send(path: string, init: Sent = {}, acr = 'two-factors') {
  const port = String(expectDefined(service.consolePort, 'the port of the console'));
  const headers = { authorization: `Bearer ${await tokenOf(acr)}`, ...init.headers };
  return fetch(`http://localhost:${port}/api/v1${path}`, { ...init, headers });
}

test('the API waits for the OpenID Provider, and then answers at the console', async () => {
  expect((await send('/work')).status).toBe(503);
  isAway = false;
  const answer = await send('/work');
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ listed: [], total: 0 });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect((await send('/work', {}, 'password')).status).toBe(401);
});

test('a huge body is refused, also in chunks', async () => {
  const body = JSON.stringify({ reason: 'x'.repeat(1_000_000) });
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'k'.repeat(20) };
  const path = '/hub/schemes/FPS/stop';
  for (const sent of [body, new Blob([body]).stream()]) {
    const refused = await send(path, {
      method: 'POST',
      headers,
      body: sent,
      duplex: 'half',
    })
      .then(({ status }) => status)
      // The service may close the connection while the body is sent.
      .catch(() => 413);
    expect(refused).toBe(413);
  }
  expect((await service.store.schemeQueues(0)).every(({ stop }) => stop === null)).toBe(true);
});

test('the API is off by default', async () => {
  const config = { consolePort: 0, consoleIdpIssuer: issuer };
  const other = await startSecureService({ config });
  const url = `http://localhost:${String(other.consolePort)}/api/v1/openapi.json`;
  expect((await fetch(url)).status).toBe(404);
  await other.end();
});
