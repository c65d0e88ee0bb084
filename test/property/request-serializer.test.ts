import fc from 'fast-check';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RequestSerializer } from '../../src/listeners/http/request-serializer.ts';

/** A request in bytes, with its body. */
interface Sent {
  readonly bytes: Buffer;
  readonly body: string;
}

const CRLF = '\r\n';

/** Bodies that look like the ends and beginnings of requests. */
const body = fc
  .array(
    fc.oneof(
      fc.constantFrom('\r\n\r\n', '\r\n', '\r', '0\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n'),
      fc.string({ maxLength: 20 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

/** Empty lines before a request are ignored. */
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

/** Extensions after the size of a chunk. */
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

/** Several requests on a connection, and the positions at which their bytes are split. */
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

/** Sends chunks of a connection to Node's server through a request serializer. */
async function converse(pieces: readonly Buffer[], expected: number) {
  const [client, ours] = duplexPair();
  Object.assign(ours, { destroySoon: () => ours.end() });
  const bodies: string[] = [];
  let [underWay, most] = [0, 0];
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    underWay += 1;
    most = Math.max(most, underWay);
    expect(serializer.begin(incoming, outgoing)).toBe(true);
    bodies.push((await buffer(incoming)).toString());
    await wait(0);
    outgoing.writeHead(204).end();
    underWay -= 1;
  };
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  server.emit('connection', ours);
  let [settled, parsed] = [0, 0];
  const [parse] = ours.listeners('data') as ((bytes: Buffer) => void)[];
  ours.removeAllListeners('data').on('data', (bytes: Buffer) => {
    parsed += 1;
    parse?.call(ours, bytes);
  });
  const listener = { received: () => undefined, settled: () => (settled += 1) };
  // The server accepts this stream although it is not a network socket.
  const serializer = new RequestSerializer(ours as unknown as Socket, listener);
  client.resume();
  for (const piece of pieces) client.write(piece);
  while (settled < expected && !ours.destroyed) await wait(1);
  client.destroy();
  return { bodies, most, parsed };
}

test('the request serializer emits complete requests one at a time, however the bytes are split', async () => {
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

const HEAD = `POST / HTTP/1.1${CRLF}host: a${CRLF}transfer-encoding: chunked${CRLF}${CRLF}`;
const EMPTY = (CRLF + CRLF).repeat(4096);
const LENGTH = EMPTY.length.toString(16);

test.each([
  ['in the chunks of a body', `${HEAD}${LENGTH}${CRLF}${EMPTY}${CRLF}0${CRLF}${CRLF}`],
  ['before a request', `${EMPTY}${HEAD}0${CRLF}${CRLF}`],
])('the request serializer does not parse empty lines %s one by one', async (_, bytes) => {
  const { bodies, parsed } = await converse([Buffer.from(bytes)], 1);
  expect(bodies).toHaveLength(1);
  expect(parsed).toBeLessThan(20);
});
