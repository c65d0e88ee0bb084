import fc from 'fast-check';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListenerServer } from '../../src/listeners/server.ts';
import { requestHandler } from '../helpers/listener.ts';
import { openInternalListener } from '../helpers/service.ts';

/** The bytes of a request, with the body in them. */
interface Sent {
  readonly bytes: Buffer;
  readonly body: string;
}

const CRLF = '\r\n';

/** Generates bodies that contain text like the start or the end of a request. */
const body = fc
  .array(
    fc.oneof(
      fc.constantFrom('\r\n\r\n', '\r\n', '\r', '0\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n'),
      fc.string({ maxLength: 20 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

/** Generates empty lines to send before a request. The service must ignore them. */
const empty = fc.constantFrom('', '', CRLF, CRLF.repeat(3));

const bodiless = fc.constantFrom('GET', 'DELETE').map((method): Sent => {
  return { bytes: Buffer.from(`${method} / HTTP/1.1${CRLF}host: a${CRLF}${CRLF}`), body: '' };
});

const measured = body.map((written): Sent => {
  const length = `content-length: ${String(Buffer.byteLength(written))}`;
  return {
    bytes: Buffer.from(`POST / HTTP/1.1${CRLF}host: a${CRLF}${length}${CRLF}${CRLF}${written}`),
    body: written,
  };
});

/** Generates extensions, which may follow the size of a chunk. */
const extension = fc.constantFrom('', ';a', ';a=b', ';a="0;b"');

const chunked = fc
  .tuple(fc.array(body, { maxLength: 3 }), fc.boolean(), extension)
  .map(([parts, trails, extended]) => {
    const chunks = parts
      .filter((part) => part !== '')
      .map(
        (part) =>
          `${Buffer.byteLength(part).toString(16).toUpperCase()}${extended}${CRLF}${part}${CRLF}`,
      );
    const head = `POST / HTTP/1.1${CRLF}host: a${CRLF}transfer-encoding: chunked${CRLF}${CRLF}`;
    const end = `00${extended}${CRLF}${trails ? `x-trailer: y${CRLF}` : ''}${CRLF}`;
    return { bytes: Buffer.from(`${head}${chunks.join('')}${end}`), body: parts.join('') };
  });

/**
 * Generates several requests on one connection, and the positions at which their bytes are split.
 */
const conversation = fc
  .array(
    fc.tuple(empty, fc.oneof(bodiless, measured, chunked)).map(([lines, { bytes, body }]) => {
      return { bytes: Buffer.concat([Buffer.from(lines), bytes]), body };
    }),
    { minLength: 1, maxLength: 6 },
  )
  .chain((requests) => {
    const length = requests.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const cuts = fc.uniqueArray(fc.nat({ max: length }), { maxLength: 40 });
    return fc.record({ requests: fc.constant(requests), cuts });
  });

let server: ListenerServer;
beforeAll(async () => {
  server = await openInternalListener();
});
afterAll(() => server.close(0));

/**
 * Sends pieces of bytes on one connection. Returns the bodies that arrived, and the maximum number
 * of concurrent requests.
 */
async function converse(pieces: readonly Buffer[], expected: number) {
  const bodies: string[] = [];
  let [underWay, most] = [0, 0];
  const client = connect(server.port, '127.0.0.1').setNoDelay().resume();
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    underWay += 1;
    most = Math.max(most, underWay);
    bodies.push((await buffer(incoming)).toString());
    await nextTurn();
    underWay -= 1;
    outgoing.writeHead(204).end();
    if (bodies.length === expected) client.destroy();
  };
  server.serve(requestHandler((incoming, outgoing) => void answer(incoming, outgoing)));
  const gone = once(client, 'close');
  for (const piece of pieces) {
    client.write(piece);
    await nextTurn();
  }
  await gone;
  return { bodies, most };
}

test('pipelined requests are processed one at a time, however their bytes are split', async () => {
  await fc.assert(
    fc.asyncProperty(conversation, async ({ requests, cuts }) => {
      const bytes = Buffer.concat(requests.map((request) => request.bytes));
      const ends = [...cuts, bytes.length].sort((one, other) => one - other);
      const pieces = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
      const { bodies, most } = await converse(pieces, requests.length);
      expect(bodies).toEqual(requests.map((request) => request.body));
      expect(most).toBe(1);
    }),
    { numRuns: 200 },
  );
});
