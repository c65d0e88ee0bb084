import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { PeerUnavailable, type PeerNames } from '../../../src/connections/peer-errors.ts';
import { Peer, type PeerOptions } from '../../../src/connections/peer.ts';
import { createAuthority, HubPki } from '../../helpers/hub-pki.ts';

const NAMES: PeerNames = {
  peer: 'core',
  url: 'PIS_CORE',
  certificate: 'PIS_CORE_CERTIFICATE',
  key: 'PIS_CORE_KEY',
  authorities: 'PIS_CORE_CA',
};

type Handler = (incoming: IncomingMessage, outgoing: ServerResponse, count: number) => void;

/** Starts a server on loopback. Returns its address and the number of requests. */
async function serve(handle: Handler) {
  let count = 0;
  const server = createServer((incoming, outgoing) => handle(incoming, outgoing, (count += 1)));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}`, count: () => count };
}

function connect(url: string, options: Partial<PeerOptions> = {}): Peer {
  const limits = { timeoutMs: 1000, deadlineMs: 5000, maxAnswerBytes: 1000 };
  const peer = new Peer({ url, files: null, names: NAMES, ...limits, ...options });
  onTestFinished(() => peer.close());
  return peer;
}

function answer(outgoing: ServerResponse, status: number, text: string, headers = {}): void {
  outgoing.writeHead(status, headers).end(text);
}

const GET = { method: 'GET', path: '/a' } as const;

describe('a request to a peer', () => {
  test('carries JSON in both directions', async () => {
    const { url } = await serve((incoming, outgoing) => {
      const pieces: Buffer[] = [];
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.on('end', () => {
        const received = JSON.parse(Buffer.concat(pieces).toString()) as unknown;
        const { method, url: path, headers } = incoming;
        const { accept, 'content-type': type } = headers;
        answer(outgoing, 200, JSON.stringify({ received, method, path, accept, type }));
      });
    });
    const sent = connect(`${url}/base/`).send({ method: 'POST', path: '/x?y=1', content: ['£'] });
    expect(await sent).toEqual({
      status: 200,
      content: {
        ...{ received: ['£'], method: 'POST', path: '/base/x?y=1' },
        ...{ accept: 'application/json', type: 'application/json' },
      },
      request: `POST ${url}/base/x?y=1`,
    });
  });

  test('returns a refusal as a definite answer', async () => {
    const { url, count } = await serve((_, outgoing) => answer(outgoing, 404, 'nothing'));
    const peer = connect(url);
    expect(await peer.send(GET)).toMatchObject({ status: 404, content: null });
    expect(count()).toBe(1);
    expect(peer.state).toEqual({ requests: 1, failures: 0, isOpen: false });
  });

  test('is repeated after a failure', async () => {
    const failures: readonly Handler[] = [
      ({ socket }) => socket.destroy(),
      (_, outgoing) => answer(outgoing, 500, ''),
    ];
    const { url } = await serve((incoming, outgoing, count) => {
      const fail = failures[count - 1];
      if (fail === undefined) answer(outgoing, 200, '{}');
      else fail(incoming, outgoing, count);
    });
    const peer = connect(url);
    expect(await peer.send(GET)).toMatchObject({ status: 200 });
    expect(peer.state).toMatchObject({ requests: 3, failures: 2 });
  });

  const problem = JSON.stringify({ title: 'Busy', detail: 'Try later.' });
  test.each<readonly [string, Handler, string]>([
    ['a status of 5xx', (_, out) => answer(out, 503, problem), 'status 503. Busy: Try later.'],
    ['too many requests', (_, out) => answer(out, 429, ''), 'failed with status 429.'],
    ['a redirect', (_, out) => answer(out, 307, '', { location: '/b' }), 'status 307.'],
    ['no JSON', (_, out) => answer(out, 200, '<html>'), 'is not JSON.'],
    ['an empty answer', (_, out) => answer(out, 200, ''), 'is not JSON.'],
    ['a large answer', (_, out) => answer(out, 200, `"${'a'.repeat(1000)}"`), 'than 1000 bytes.'],
    [
      'half an answer',
      (_, out) => {
        out.writeHead(200, { 'content-length': 10 }).write('{');
        setTimeout(() => out.destroy(), 10);
      },
      'failed.',
    ],
    ['no answer', () => undefined, 'The core did not'],
  ])('has no definite answer after %s', async (_, handle, message) => {
    const { url } = await serve(handle);
    const peer = connect(url, { attempts: 1, timeoutMs: 200 });
    const failure = await peer.send(GET).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PeerUnavailable);
    expect((failure as Error).message).toContain(message);
    expect(peer.state).toMatchObject({ requests: 1, failures: 1 });
  });

  test('ends if the answer arrives too slowly', async () => {
    const { url } = await serve((_, outgoing) => {
      outgoing.writeHead(200);
      const timer = setInterval(() => outgoing.write(' '), 20);
      outgoing.on('close', () => clearInterval(timer));
    });
    const peer = connect(url, { attempts: 1, timeoutMs: 200 });
    await expect(peer.send(GET)).rejects.toThrow('did not complete its answer within 200');
  });

  test('is not repeated after the deadline', async () => {
    const { url, count } = await serve((_, outgoing) => {
      setTimeout(() => answer(outgoing, 500, ''), 150);
    });
    const peer = connect(url, { deadlineMs: 100 });
    await expect(peer.send(GET)).rejects.toThrow('no definite answer within 100 milliseconds.');
    expect(count()).toBe(1);
  });

  test('waits as long as Retry-After says, or fails if that is too long', async () => {
    const times: number[] = [];
    const { url } = await serve((_, outgoing, count) => {
      times.push(performance.now());
      // The second pause is a date, two minutes after the date of the answer.
      const date = 'Fri, 27 Nov 2026 12:00:00 GMT';
      const wait = { 1: '1', 3: 'Fri, 27 Nov 2026 12:02:00 GMT' }[count];
      if (wait === undefined) answer(outgoing, 200, '{}');
      else answer(outgoing, 503, '', { 'retry-after': wait, date });
    });
    const peer = connect(url);
    expect(await peer.send(GET)).toMatchObject({ status: 200 });
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(990);
    await expect(peer.send(GET)).rejects.toThrow(
      /no requests in the next (11\d{4}|120000) milliseconds/,
    );
    await expect(peer.send(GET)).rejects.toThrow('(Retry-After)');
    expect(times).toHaveLength(3);
  });
});

test('the circuit breaker opens after failures in a row, and closes after an answer', async () => {
  let isWell = false;
  const { url, count } = await serve((_, out) => answer(out, isWell ? 200 : 500, '{}'));
  const peer = connect(url, { attempts: 1, failuresToBreak: 2, firstBreakMs: 300 });
  for (const isOpen of [false, true]) {
    await expect(peer.send(GET)).rejects.toThrow('status 500');
    expect(peer.state.isOpen).toBe(isOpen);
  }
  const refused = 'No request is sent to the core now, because the last ones failed. GET http';
  await expect(peer.send(GET)).rejects.toThrow(refused);
  expect(count()).toBe(2);
  isWell = true;
  await expect
    .poll(() => peer.send(GET).catch(() => null), { timeout: 5000 })
    .toMatchObject({ status: 200 });
  expect(peer.state.isOpen).toBe(false);
});

test('a closed peer sends nothing', async () => {
  const { url, count } = await serve((_, outgoing) => answer(outgoing, 200, '{}'));
  const peer = connect(url);
  peer.close();
  await expect(peer.send(GET)).rejects.toThrow(PeerUnavailable);
  expect(count()).toBe(0);
});

describe('the address of a peer', () => {
  test.each(['http://core.example', 'https://core.example', 'ftp://localhost', 'http://10.0.0.1'])(
    'must have TLS with certificates, or be local: %s',
    (url) => {
      expect(() => connect(url)).toThrow(`PIS_CORE=${url} is not a valid address.`);
    },
  );
});

describe('mutual TLS', () => {
  let pki: HubPki;

  beforeAll(async () => {
    pki = await HubPki.create();
  });

  afterAll(() => pki.remove());

  test('presents the certificate of the bank, and reads changed files', async () => {
    const server = createTlsServer(
      {
        ...{ cert: pki.hub.certificate, key: pki.hub.key, ca: pki.authority.certificate },
        ...{ requestCert: true, rejectUnauthorized: true },
      },
      (_, outgoing) => answer(outgoing, 200, '{}'),
    );
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo;
    const files = await pki.bank();
    const peer = connect(`https://127.0.0.1:${String(port)}`, { files, attempts: 1 });
    await peer.prepare();
    expect(await peer.send(GET)).toMatchObject({ status: 200 });
    // The same paths then have a certificate of another authority.
    await pki.bank(await createAuthority());
    await expect(peer.send(GET)).rejects.toThrow('PIS_CORE_CERTIFICATE');
    await pki.bank();
    expect(await peer.send(GET)).toMatchObject({ status: 200 });
  });
});
