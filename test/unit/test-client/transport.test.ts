import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { describe, expect, inject, test } from 'vitest';
import { NoAnswer, Transport } from '../../../test-client/transport.ts';
import { sandboxPki, tppFiles } from '../../../src/sandbox/pki/paths.ts';
import { listening, openDoor, openRaw } from './server.ts';

async function failureOf(sent: Promise<unknown>): Promise<NoAnswer> {
  const error = await sent.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(NoAnswer);
  return error as NoAnswer;
}

describe('a request at a plain door', () => {
  test('arrives as it is, and its answer is a value whatever its status', async () => {
    const { origin, arrivals } = await openDoor(() => ({
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
    const [arrived] = arrivals;
    expect(arrived).toMatchObject({ method: 'DELETE', path: '/a/b?c=d' });
    expect(arrived?.headers).toMatchObject({ 'x-two': 'é', 'content-length': '8' });
    expect(arrived?.body.toString()).toBe('{"ä":1}');
    expect(answer).toMatchObject({ method: 'DELETE', path: '/a/b?c=d', status: 404 });
    expect(answer.headers.get('X-One')).toBe('a');
    expect(answer.text).toBe('{"Data":{"Naïve":1}}');
    expect(answer.json).toEqual({ Data: { Naïve: 1 } });
  });

  test('goes over a connection that stays open, and over no more than there may be', async () => {
    const sockets = new Set<Socket>();
    const origin = await openRaw((incoming, outgoing) => {
      sockets.add(incoming.socket);
      outgoing.end('here');
    });
    const transport = new Transport({ maxConnections: 2 });
    const send = () => transport.send({ method: 'GET', url: origin });
    await Promise.all(Array.from({ length: 20 }, send));
    expect(sockets.size).toBe(2);
    transport.close();
  });

  test('may have a body that is made while it goes out', async () => {
    const { origin, arrivals } = await openDoor(() => ({}));
    const piece = Buffer.alloc(200_000, 'x');
    const body = {
      bytes: 5 * piece.length,
      *chunks() {
        for (let at = 0; at < 5; at += 1) yield piece;
      },
    };
    await new Transport().send({ method: 'POST', url: origin, body });
    expect(arrivals[0]?.headers['content-length']).toBe('1000000');
    expect(arrivals[0]?.body.length).toBe(1_000_000);
  });

  test('may have a body that does not tell its length', async () => {
    const { origin, arrivals } = await openDoor(() => ({}));
    const body = { bytes: null, chunks: () => [Buffer.from('a'), Buffer.from('bc')] };
    await new Transport().send({ method: 'POST', url: origin, body });
    expect(arrivals[0]?.headers['content-length']).toBeUndefined();
    expect(arrivals[0]?.body.toString()).toBe('abc');
  });

  test('is answered though its body is not heard out', async () => {
    const origin = await openRaw((incoming, outgoing) => {
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

describe('no answer', () => {
  test('where nobody listens says of what, and why', async () => {
    const { code, message } = await failureOf(
      new Transport().send({ method: 'GET', url: 'http://127.0.0.1:1/a?b' }),
    );
    expect(code).toBe('ECONNREFUSED');
    expect(message).toMatch(/^GET \/a\?b at http:\/\/127\.0\.0\.1:1 got no answer: .*REFUSED/);
  });

  test('in time ends the wait, also in the midst of a body', async () => {
    const origin = await openRaw(({ url }, outgoing) => {
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

  test('when it is broken off is told', async () => {
    const origin = await openRaw((incoming, outgoing) => {
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

  test('comes once all requests are given up', async () => {
    const origin = await openRaw(() => {
      controller.abort();
    });
    const controller = new AbortController();
    const transport = new Transport({ signal: controller.signal });
    const { code } = await failureOf(transport.send({ method: 'GET', url: origin }));
    expect(code).toBe('ABORT_ERR');
    await failureOf(transport.send({ method: 'GET', url: origin }));
  });
});

describe('a request at a door of mutual TLS', () => {
  const pki = sandboxPki(inject('pki'));
  const ca = readFileSync(pki.root.certificate);

  async function openSecureDoor(): Promise<string> {
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

  test('shows the certificate of the TPP, or none', async () => {
    const url = await openSecureDoor();
    const { certificate, key } = tppFiles(pki, 'tpp-one').transport;
    const shown = { ca, cert: readFileSync(certificate), key: readFileSync(key) };
    const known = await new Transport({ credentials: shown }).send({ method: 'GET', url });
    expect(known.json?.['shown']).toContain('CN=tpp-one');
    const stranger = await new Transport({ credentials: { ca } }).send({ method: 'GET', url });
    expect(stranger.json?.['shown']).toBeNull();
  });

  test('is not sent to a bank that somebody else vouches for', async () => {
    const url = await openSecureDoor();
    const { message } = await failureOf(new Transport().send({ method: 'GET', url }));
    expect(message).toMatch(/certificate/);
  });
});
