import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { describe, expect, inject, test } from 'vitest';
import { NoAnswer, Transport } from '../../../test-client/transport.ts';
import { sandboxPki, tppFiles } from '../../../src/sandbox/pki/paths.ts';
import { listening, startServer, startRawServer } from './server.ts';

async function failureOf(sent: Promise<unknown>): Promise<NoAnswer> {
  const error = await sent.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(NoAnswer);
  return error as NoAnswer;
}

describe('a request over HTTP', () => {
  test('arrives unchanged, and an error status is returned, not thrown', async () => {
    const { origin, received } = await startServer(() => ({
      status: 404,
      headers: { 'x-one': 'a', 'content-type': 'application/json' },
      body: '{"Data":{"Naïve":1}}',
    }));
    const answer = await new Transport().send({
      method: 'DELETE',
      url: `${origin}/a/b?c=d`,
      headers: { 'x-two': 'é' },
      body: '{"ä":1}',
    });
    const [arrived] = received;
    expect(arrived).toMatchObject({ method: 'DELETE', path: '/a/b?c=d' });
    expect(arrived?.headers).toMatchObject({ 'x-two': 'é', 'content-length': '8' });
    expect(arrived?.body.toString()).toBe('{"ä":1}');
    expect(answer).toMatchObject({ method: 'DELETE', path: '/a/b?c=d', status: 404 });
    expect(answer.headers.get('X-One')).toBe('a');
    expect(answer.text).toBe('{"Data":{"Naïve":1}}');
    expect(answer.json).toEqual({ Data: { Naïve: 1 } });
  });

  test('reuses connections, up to the maximum number', async () => {
    const sockets = new Set<Socket>();
    const origin = await startRawServer((incoming, outgoing) => {
      sockets.add(incoming.socket);
      outgoing.end('here');
    });
    const transport = new Transport({ maxConnections: 2 });
    const send = () => transport.send({ method: 'GET', url: origin });
    await Promise.all(Array.from({ length: 20 }, send));
    expect(sockets.size).toBe(2);
    transport.close();
  });

  test('may have a body that is generated while it is sent', async () => {
    const { origin, received } = await startServer(() => ({}));
    const piece = Buffer.alloc(200_000, 'x');
    const body = {
      bytes: 5 * piece.length,
      *chunks() {
        for (let at = 0; at < 5; at += 1) yield piece;
      },
    };
    await new Transport().send({ method: 'POST', url: origin, body });
    expect(received[0]?.headers['content-length']).toBe('1000000');
    expect(received[0]?.body.length).toBe(1_000_000);
  });

  test('may have a body of unknown length', async () => {
    const { origin, received } = await startServer(() => ({}));
    const body = { bytes: null, chunks: () => [Buffer.from('a'), Buffer.from('bc')] };
    await new Transport().send({ method: 'POST', url: origin, body });
    expect(received[0]?.headers['content-length']).toBeUndefined();
    expect(received[0]?.body.toString()).toBe('abc');
  });

  test('returns a response that arrives before the end of the body', async () => {
    const origin = await startRawServer((incoming, outgoing) => {
      incoming.once('data', () => {
        incoming.pause();
        outgoing.writeHead(413).end('enough');
      });
    });
    const piece = Buffer.alloc(1_000_000);
    let made = 0;
    const body = {
      bytes: 100 * piece.length,
      *chunks() {
        for (; made < 100; made += 1) yield piece;
      },
    };
    const answer = await new Transport().send({ method: 'POST', url: origin, body });
    expect([answer.status, answer.text]).toEqual([413, 'enough']);
    expect(made).toBeLessThan(100);
  });
});

describe('a request without an answer', () => {
  test('names the request and the error if the port is closed', async () => {
    const { code, message } = await failureOf(
      new Transport().send({ method: 'GET', url: 'http://127.0.0.1:1/a?b' }),
    );
    expect(code).toBe('ECONNREFUSED');
    expect(message).toMatch(/^GET \/a\?b at http:\/\/127\.0\.0\.1:1 got no answer: .*REFUSED/);
  });

  test('times out, also in the middle of a response body', async () => {
    const origin = await startRawServer(({ url }, outgoing) => {
      if (url === '/begun') outgoing.write('so far');
    });
    const transport = new Transport({ timeoutMs: 50 });
    for (const path of ['/silent', '/begun']) {
      const failure = await failureOf(transport.send({ method: 'GET', url: origin + path }));
      expect(failure.isTimeout).toBe(true);
      expect(failure.message).toContain(`GET ${path}`);
      expect(failure.message).toContain('timed out after 0.05 s');
    }
  });

  test('throws if the server closes the connection', async () => {
    const origin = await startRawServer((incoming, outgoing) => {
      if (incoming.url !== '/begun') incoming.socket.destroy();
      else {
        outgoing.writeHead(200, { 'content-length': 100 }).write('so far');
        setImmediate(() => incoming.socket.destroy());
      }
    });
    for (const path of ['/', '/begun']) {
      const { code } = await failureOf(new Transport().send({ method: 'GET', url: origin + path }));
      expect(code).toBe('ECONNRESET');
    }
  });

  test('throws if the signal of the transport is aborted', async () => {
    const origin = await startRawServer(() => {
      controller.abort();
    });
    const controller = new AbortController();
    const transport = new Transport({ signal: controller.signal });
    const { code } = await failureOf(transport.send({ method: 'GET', url: origin }));
    expect(code).toBe('ABORT_ERR');
    await failureOf(transport.send({ method: 'GET', url: origin }));
  });
});

describe('a request over mutual TLS', () => {
  const pki = sandboxPki(inject('pki'));
  const ca = readFileSync(pki.root.certificate);

  async function startTlsServer(): Promise<string> {
    const server = createServer(
      {
        cert: readFileSync(pki.server.certificate),
        key: readFileSync(pki.server.key),
        ca: [ca, readFileSync(pki.issuing.certificate)],
        requestCert: true,
        rejectUnauthorized: false,
      },
      (incoming, outgoing) => {
        const { socket } = incoming;
        const shown = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
        outgoing.end(JSON.stringify({ shown: shown?.subject ?? null }));
      },
    );
    return `https://localhost:${String(await listening(server))}`;
  }

  test('presents the certificate of the TPP, or none', async () => {
    const url = await startTlsServer();
    const { certificate, key } = tppFiles(pki, 'tpp-one').transport;
    const shown = { ca, cert: readFileSync(certificate), key: readFileSync(key) };
    const known = await new Transport({ credentials: shown }).send({ method: 'GET', url });
    expect(known.json?.['shown']).toContain('CN=tpp-one');
    const stranger = await new Transport({ credentials: { ca } }).send({ method: 'GET', url });
    expect(stranger.json?.['shown']).toBeNull();
  });

  test('fails if the server certificate has an unknown issuer', async () => {
    const url = await startTlsServer();
    const { message } = await failureOf(new Transport().send({ method: 'GET', url }));
    expect(message).toMatch(/certificate/);
  });
});
