import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HandOverRefused, type Exchange } from '../../../src/domain/ports/hub.ts';
import { HubPki } from '../../helpers/hub-pki.ts';
import { messageOf } from './messages.ts';
import { answerWith, openExchange, startHub } from './scripted-hub.ts';

/* Answers of a hub that the simulator does not give. */

const ID = 'M0000000000000000000000001';
const PIECE = Buffer.alloc(256 * 1024, 'x');

let pki: HubPki;

beforeAll(async () => {
  pki = await HubPki.create();
});

afterAll(() => pki.remove());

/** Hands a message over to a hub and returns the error. */
async function failureOf(exchange: Exchange, content = 'content'): Promise<Error> {
  return exchange.handOver(messageOf(ID, content)).then(
    () => new Error('The message was handed over.'),
    (error: unknown) => error as Error,
  );
}

describe('handing a message over', () => {
  test.each([400, 401, 403, 404, 409, 413, 415, 422, 451])('is refused with %i', async (status) => {
    const problem = { title: 'Not taken', detail: 'Ask the operator of the hub.' };
    const hub = await startHub(pki, answerWith(status, problem));
    const failure = await failureOf(await openExchange(pki, hub));
    expect(failure).toBeInstanceOf(HandOverRefused);
    expect(failure.message).toBe(
      `The hub refuses message ${ID} with status ${String(status)}. ` +
        'Not taken: Ask the operator of the hub.',
    );
  });

  test.each([204, 202, 301, 302, 307, 408, 425, 429, 500, 502, 503, 504])(
    'is uncertain with %i',
    async (status) => {
      let requests = 0;
      const hub = await startHub(pki, (incoming, outgoing) => {
        requests += 1;
        const headers = { location: `https://${incoming.headers.host ?? ''}/elsewhere` };
        answerWith(status, '', headers)(incoming, outgoing);
      });
      const failure = await failureOf(await openExchange(pki, hub));
      expect(failure).not.toBeInstanceOf(HandOverRefused);
      expect(failure.message).toBe(
        `PUT ${hub}/messages/${ID} failed with status ${String(status)}.`,
      );
      expect(requests).toBe(1);
    },
  );

  test.each([
    ['text of a proxy', '<html>Welcome</html>'],
    ['another digest', { sha256: '0'.repeat(64) }],
    ['no digest', {}],
  ])('is uncertain if the answer has %s', async (_, content) => {
    const exchange = await openExchange(pki, await startHub(pki, answerWith(200, content)));
    const failure = await failureOf(exchange);
    expect(failure).not.toBeInstanceOf(HandOverRefused);
    expect(failure.message).toContain('but not with the SHA-256 of the message.');
  });

  test('is uncertain if the hub does not answer in time', async () => {
    const hub = await startHub(pki, (incoming) => void incoming.resume());
    const failure = await failureOf(await openExchange(pki, hub, { timeoutMs: 100 }));
    expect(failure.message).toContain('The hub did not answer within 100 milliseconds.');
  });

  test('is uncertain if the hub answers before it has the message', async () => {
    const { sha256, ...message } = messageOf(
      ID,
      Array.from({ length: 400 }, () => PIECE),
    );
    const hub = await startHub(pki, (_, outgoing) => {
      outgoing.writeHead(201).end(JSON.stringify({ sha256 }));
    });
    const exchange = await openExchange(pki, hub);
    const handed = exchange.handOver({ ...message, sha256 });
    await expect(handed).rejects.not.toThrow(HandOverRefused);
  });

  test('ends at once when the exchange is closed', async () => {
    const hub = await startHub(pki, (incoming) => void incoming.resume());
    const exchange = await openExchange(pki, hub, { timeoutMs: 60_000 });
    const failure = failureOf(exchange);
    await new Promise((resolve) => setTimeout(resolve, 100));
    exchange.close();
    expect((await failure).message).toContain(`PUT ${hub}/messages/${ID} failed.`);
    const message = messageOf(ID, 'content');
    await expect(exchange.handOver(message)).rejects.toThrow('The connection is closed.');
    // The source of the message is closed, for example its file.
    expect(message.pieces).toMatchObject({ destroyed: true });
  });

  test('sends a message only as fast as the hub reads it', async () => {
    let release = (): void => undefined;
    const hub = await startHub(pki, (incoming, outgoing) => {
      release = () => {
        void buffer(incoming).then((body) => {
          const sha256 = createHash('sha256').update(body).digest('hex');
          outgoing.writeHead(201).end(JSON.stringify({ sha256 }));
        });
      };
    });
    const exchange = await openExchange(pki, hub, { timeoutMs: 10_000 });
    const pieces = Array.from({ length: 200 }, () => PIECE);
    let read = 0;
    const message = messageOf(ID, pieces);
    const counted = Readable.from(
      (function* () {
        for (const piece of pieces) {
          read += 1;
          yield piece;
        }
      })(),
    );
    const handedOver = exchange.handOver({ ...message, pieces: counted });
    await new Promise((resolve) => setTimeout(resolve, 500));
    // The rest waits. The buffers of both sockets have taken the beginning.
    expect(read).toBeLessThan(100);
    release();
    await handedOver;
    expect(read).toBe(200);
  });
});

describe('documents', () => {
  const content = Buffer.from('<Document/>');
  const listed = {
    ...{ id: 'a.xml', name: 'a.xml', bytes: content.length },
    sha256: createHash('sha256').update(content).digest('hex'),
  };

  /** Starts a hub that lists these documents, and answers other requests in the given way. */
  async function hubWith(documents: unknown, status: number, text = '') {
    const hub = await startHub(pki, (incoming, outgoing) => {
      const isList = incoming.url?.startsWith('/documents?') === true;
      const answer = isList ? answerWith(200, { documents }) : answerWith(status, text);
      answer(incoming, outgoing);
    });
    return openExchange(pki, hub);
  }

  async function download(exchange: Exchange): Promise<Buffer> {
    const [document] = await exchange.arrived(10);
    return buffer(document?.open() as AsyncIterable<Buffer> & Readable);
  }

  test('are downloaded and compared with the list', async () => {
    expect(await download(await hubWith([listed], 200, '<Document/>'))).toEqual(content);
  });

  test.each([
    ['has other content', 200, '<Documen!/>', 'has not the SHA-256 of the list'],
    ['is shorter', 200, '<Document', 'has not the SHA-256 of the list'],
    ['is longer', 200, '<Document/> ', 'is larger than 11 bytes'],
    ['does not exist', 404, '', 'failed with status 404'],
  ])('are not read to their end if the download %s', async (_, status, text, problem) => {
    await expect(download(await hubWith([listed], status, text))).rejects.toThrow(problem);
  });

  test.each([
    ['a path as id', [{ ...listed, id: '../messages' }]],
    ['a control character in a name', [{ ...listed, name: 'a\n.xml' }]],
    ['no size', [{ ...listed, bytes: undefined }]],
    ['no list', { of: 'documents' }],
  ])('are not accepted with %s', async (_, documents) => {
    const exchange = await hubWith(documents, 200);
    await expect(exchange.arrived(10)).rejects.toThrow('documents?limit=10 is not valid');
  });

  test('are not listed beyond the limit, and not in an answer without end', async () => {
    const many = Array.from({ length: 20 }, () => listed);
    expect(await (await hubWith(many, 200)).arrived(10)).toHaveLength(10);
    const endless = Array.from({ length: 3000 }, () => listed);
    await expect((await hubWith(endless, 200)).arrived(10)).rejects.toThrow(
      'is larger than 262144 bytes',
    );
  });

  test('are requested in lists of at most 100', async () => {
    const requested: unknown[] = [];
    const hub = await startHub(pki, (incoming, outgoing) => {
      requested.push(incoming.url);
      answerWith(200, { documents: [] })(incoming, outgoing);
    });
    const exchange = await openExchange(pki, hub);
    for (const limit of [99, 100, 101]) await exchange.arrived(limit);
    expect(requested).toEqual([99, 100, 100].map((limit) => `/documents?limit=${String(limit)}`));
  });

  test('are removed also if they were removed before', async () => {
    for (const status of [204, 404]) {
      const [document] = await (await hubWith([listed], status)).arrived(10);
      await document?.remove();
    }
    const [document] = await (await hubWith([listed], 500)).arrived(10);
    await expect(document?.remove()).rejects.toThrow('failed with status 500');
  });
});
