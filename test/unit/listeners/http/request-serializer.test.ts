import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ListenerServer } from '../../../../src/listeners/server.ts';
import { requestHandler } from '../../../helpers/listener.ts';
import { readRaw } from '../../../helpers/raw.ts';
import { openInternalListener } from '../../../helpers/service.ts';

let server: ListenerServer;

beforeEach(async () => {
  server = await openInternalListener();
});

afterEach(async () => {
  await server.close(0);
});

function get(path: string, header = ''): string {
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${header}\r\n`;
}

const BODY = Buffer.alloc(1024 * 1024, 'All that was sent. ');

function post(path: string, bytes: number): string {
  return `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${String(bytes)}\r\n\r\n`;
}

test('frees the memory of a body after Node has parsed it', async () => {
  const came: Buffer[] = [];
  let taken: Promise<Buffer> | undefined;
  server.serve(
    requestHandler((incoming: IncomingMessage, outgoing) => {
      incoming.socket.prependListener('data', (bytes: Buffer) => came.push(bytes));
      taken = buffer(incoming);
      void taken.then(() => outgoing.end());
    }),
  );
  const socket = connect(server.port, '127.0.0.1');
  socket.write(post('/', BODY.length));
  socket.write(BODY);
  await once(socket, 'data');
  socket.destroy();
  expect((await taken)?.equals(BODY)).toBe(true);
  // If a buffer was not filled, Node may use the rest for another one.
  const filled = came.filter(({ buffer: memory, byteLength }) => memory.byteLength === byteLength);
  expect(filled.length).toBeGreaterThan(0);
  expect(filled.filter(({ byteLength }) => byteLength > 0)).toEqual([]);
});

test('parses bytes after the end of a body as the next request', async () => {
  const begun = new Promise<void>((resolve) => {
    server.serve(
      requestHandler((incoming, outgoing) => {
        resolve();
        void buffer(incoming).then(({ length }) =>
          outgoing.end(`${incoming.url ?? ''} ${String(length)};`),
        );
      }),
    );
  });
  const socket = connect(server.port, '127.0.0.1');
  socket.write(`${post('/first', 8)}1234`);
  await begun;
  socket.write('5678GET /second HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  const { body } = await readRaw(socket);
  expect(body).toMatch(/\/first 8;.*\/second 0;/s);
});

test('does not read the freed memory of a body that arrived after its response', async () => {
  let answerFirst: (() => void) | undefined;
  const begun = new Promise<void>((resolve) => {
    server.serve(
      requestHandler(({ url = '' }, outgoing) => {
        const answer = () => outgoing.end(`${url};`);
        if (url !== '/first') answer();
        else {
          answerFirst = answer;
          resolve();
        }
      }),
    );
  });
  const socket = connect(server.port, '127.0.0.1').setNoDelay();
  socket.write(`${get('/first')}${post('/second', 4).slice(0, -1)}`);
  await begun;
  // Sends each piece separately, while the socket is paused.
  for (const piece of ['\n12', '34']) {
    socket.write(piece);
    await wait(50);
  }
  answerFirst?.();
  let told = '';
  for await (const bytes of socket as AsyncIterable<Buffer>) {
    told += bytes.toString();
    if (told.endsWith('/second;')) break;
  }
  // An uncaught error would have failed the test by now. The server still answers.
  const next = connect(server.port, '127.0.0.1');
  next.write(get('/next', 'connection: close\r\n'));
  expect((await readRaw(next)).body).toBe('/next;');
});
