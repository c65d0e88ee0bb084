import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { IdentityProvider } from '../../../../src/auth/identity-provider/provider.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEYS = {
  jwks: () => ({ keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'key' }] }),
  onChange: () => undefined,
} as unknown as ConstructorParameters<typeof IdentityProvider>[1];
const WANTED = { details: null, isStrong: false, subject: 'clara', begunAt: 0 };

/** Starts a provider whose token endpoint answers in this way. Returns a client of it. */
async function providerWith(answer: (outgoing: ServerResponse) => void) {
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    if (incoming.url === '/token') {
      answer(outgoing);
      return;
    }
    const more = { token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` };
    outgoing
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ issuer, ...more, backchannel_authentication_endpoint: issuer }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const settings = { issuer, clientId: 'c', acr: 'a', maxAgeSeconds: 300 };
  return new IdentityProvider({ ...settings, redirectUri: 'https://bank.example/callback' }, KEYS);
}

it('reads no more than a megabyte of an endless answer', async () => {
  let sent = 0;
  const chunk = Buffer.alloc(64 * 1024, ' ');
  let isClosed = false;
  const provider = await providerWith((outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/json' });
    const send = (): void => {
      while (outgoing.write(chunk)) sent += chunk.length;
      sent += chunk.length;
    };
    outgoing.on('drain', send).on('close', () => (isClosed = true));
    send();
  });
  await expect(provider.poll('request', WANTED, 0)).rejects.toMatchObject({ reason: 'away' });
  await expect.poll(() => isClosed).toBe(true);
  // The rest was in the buffers of the connection.
  expect(sent).toBeLessThan(32 * 1024 * 1024);
});

it('gives up an answer that never ends', async () => {
  const provider = await providerWith((outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'application/json' }).write('{');
  });
  await expect(provider.poll('request', WANTED, 0)).rejects.toMatchObject({ reason: 'away' });
}, 20_000);
