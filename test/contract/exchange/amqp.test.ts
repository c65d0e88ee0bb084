import type { ConfirmChannel } from 'amqplib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  HandOverRefused,
  type ArrivedDocument,
  type Exchange,
} from '../../../src/domain/ports/hub.ts';
import { MAX_MESSAGE_BYTES, openAmqpExchange } from '../../../src/schemes/exchange/amqp.ts';
import type { AmqpOptions } from '../../../src/schemes/exchange/amqp-connection.ts';
import { MAX_DOCUMENT_BYTES } from '../../../src/schemes/exchange/amqp-documents.ts';
import { eventually } from '../../helpers/eventually.ts';
import { HubPki } from '../../helpers/hub-pki.ts';
import { missingBroker, TestBroker } from '../../helpers/rabbitmq.ts';
import { proxyTo } from './broker-proxy.ts';
import { messageOf } from './messages.ts';

const ID = 'M0000000000000000000000001';

let pki: HubPki;
let broker: TestBroker;

async function opened(options: AmqpOptions): Promise<Exchange> {
  const exchange = await openAmqpExchange(options);
  onTestFinished(() => exchange.close());
  return exchange;
}

async function open(url: string, timeoutMs = 30_000): Promise<Exchange> {
  return opened({ url, ...(await pki.bank()), timeoutMs });
}

/** Waits until the exchange offers this number of documents. */
function taken(exchange: Exchange, count: number): Promise<readonly ArrivedDocument[]> {
  return eventually(async () => {
    const documents = await exchange.arrived(50);
    expect(documents).toHaveLength(count);
    return documents;
  });
}

/** Returns a channel of the hub, to see and change the queues of a test. */
async function hubChannel(url: string): Promise<ConfirmChannel> {
  const model = await broker.connect(url);
  model.on('error', () => undefined);
  onTestFinished(() => model.close().catch(() => undefined));
  return model.createConfirmChannel();
}

async function readText(document: ArrivedDocument | undefined): Promise<string> {
  let read = '';
  const pieces = document?.open().iterator({ destroyOnReturn: true }) ?? [];
  for await (const piece of pieces) read += String(piece);
  return read;
}

describe.skipIf(missingBroker() !== null)('the exchange over AMQP', () => {
  beforeAll(async () => {
    pki = await HubPki.create();
    broker = await TestBroker.start(pki);
  });

  afterAll(async () => {
    await broker.end();
    pki.remove();
  });

  test('hands a message over with its id, its type and its SHA-256', async () => {
    const url = broker.freshUrl();
    const [exchange, hub] = [await open(url), await hubChannel(url)];
    const message = messageOf(ID, '<Document/>');
    await exchange.handOver(message);
    const taken = await hub.get('to-hub');
    expect(taken).toMatchObject({
      content: Buffer.from('<Document/>'),
      properties: {
        ...{ messageId: ID, contentType: 'application/xml', deliveryMode: 2 },
        headers: { sha256: message.sha256 },
      },
    });
  });

  test('takes a document that the hub has published', async () => {
    const url = broker.freshUrl();
    const [exchange, hub] = [await open(url), await hubChannel(url)];
    hub.sendToQueue('from-hub', Buffer.from('<a/>'), { messageId: 'answer-1' });
    const document = await eventually(async () => {
      const [found] = await exchange.arrived(1);
      expect(found).toMatchObject({ name: 'answer-1', bytes: 4 });
      return found;
    });
    expect(await readText(document)).toBe('<a/>');
    await document?.remove();
    expect(await exchange.arrived(1)).toEqual([]);
  });

  test('names documents without a usable name, and keeps each name unique', async () => {
    const url = broker.freshUrl();
    const [exchange, hub] = [await open(url), await hubChannel(url)];
    for (const messageId of ['../etc', '', 'a', 'a']) {
      hub.sendToQueue('from-hub', Buffer.from(`<a>${messageId}</a>`), { messageId });
    }
    const documents = await taken(exchange, 4);
    const names = documents.map(({ name }) => name);
    expect(new Set(names).size).toBe(4);
    expect(names[2]).toBe('a');
    for (const name of names) expect(name).toMatch(/^(a|document-[0-9a-f]{32}(-\d+)?)$/);
  });

  test('takes other documents past those that cannot be received', async () => {
    const url = broker.freshUrl();
    const [exchange, hub] = [await open(url), await hubChannel(url)];
    const headers = { sha256: '0'.repeat(64) };
    hub.sendToQueue('from-hub', Buffer.from('<b/>'), { messageId: 'wrong', headers });
    const large = Buffer.alloc(MAX_DOCUMENT_BYTES + 1);
    hub.sendToQueue('from-hub', large, { messageId: 'large' });
    hub.sendToQueue('from-hub', Buffer.from('<a/>'), { messageId: 'good' });
    const [wrong, tooLarge, good] = await taken(exchange, 3);
    await expect(readText(wrong)).rejects.toThrow('Document wrong has another SHA-256');
    await expect(readText(tooLarge)).rejects.toThrow(`has ${String(large.length)} bytes.`);
    expect(tooLarge?.bytes).toBe(large.length);
    expect(await readText(good)).toBe('<a/>');
    await good?.remove();
    expect((await taken(exchange, 2)).map(({ name }) => name)).toEqual(['wrong', 'large']);
    // They are still in the queue.
    exchange.close();
    await eventually(async () => {
      expect(await hub.checkQueue('from-hub')).toMatchObject({ messageCount: 2 });
    });
  });

  test('offers a document again if the connection is lost before its removal', async () => {
    const url = broker.freshUrl();
    const [hub, proxy] = [await hubChannel(url), await proxyTo(broker.port)];
    const exchange = await open(url.replace(String(broker.port), String(proxy.port)));
    hub.sendToQueue('from-hub', Buffer.from('<a/>'), { messageId: 'a' });
    const [document] = await taken(exchange, 1);
    proxy.cut();
    const [again] = await taken(exchange, 1);
    expect(again).toMatchObject({ name: 'a', bytes: 4 });
    await expect(document?.remove()).rejects.toThrow('Acknowledging document a');
    await again?.remove();
    expect(await exchange.arrived(1)).toEqual([]);
    exchange.close();
    await eventually(() => expect(proxy.connections).toBe(0));
    expect(await hub.checkQueue('from-hub')).toMatchObject({ messageCount: 0 });
  });

  test('does not hand a message over if its queue is missing, until it exists', async () => {
    const url = broker.freshUrl();
    const [exchange, hub] = [await open(url), await hubChannel(url)];
    await hub.deleteQueue('to-hub');
    for (let time = 0; time < 2; time += 1) {
      await expect(exchange.handOver(messageOf(ID, '<a/>'))).rejects.toThrow(
        `The broker returned message ${ID}, because it has no queue to-hub.`,
      );
    }
    await hub.assertQueue('to-hub', { durable: true });
    await exchange.handOver(messageOf(ID, '<a/>'));
    expect(await hub.checkQueue('to-hub')).toMatchObject({ messageCount: 1 });
  });

  test('reports that the queue of documents is missing, until it exists', async () => {
    const url = broker.freshUrl();
    const [exchange, hub] = [await open(url), await hubChannel(url)];
    await hub.deleteQueue('from-hub');
    await expect(exchange.arrived(1)).rejects.toThrow('The queue does not exist.');
    await hub.assertQueue('from-hub', { durable: true });
    hub.sendToQueue('from-hub', Buffer.from('<a/>'));
    await taken(exchange, 1);
  });

  test('does not hand a message over if the queue is full', async () => {
    const url = broker.freshUrl();
    const [exchange, hub] = [await open(url), await hubChannel(url)];
    await hub.deleteQueue('to-hub');
    await hub.assertQueue('to-hub', { durable: true, maxLength: 1, overflow: 'reject-publish' });
    await exchange.handOver(messageOf(ID, '<a/>'));
    const attempt = exchange.handOver(messageOf(ID, '<a/>'));
    await expect(attempt).rejects.toThrow(`The broker did not store message ${ID}.`);
    await hub.purgeQueue('to-hub');
    await exchange.handOver(messageOf(ID, '<a/>'));
  });

  test('refuses a message that is too large, and hands others over', async () => {
    const exchange = await open(broker.freshUrl());
    const large = { ...messageOf(ID, '<a/>'), bytes: MAX_MESSAGE_BYTES + 1 };
    await expect(exchange.handOver(large)).rejects.toThrow(HandOverRefused);
    await exchange.handOver(messageOf(ID, '<a/>'));
  });

  test('refuses a message above the limit of the broker, and hands others over', async () => {
    const exchange = await open(broker.freshUrl());
    await broker.control('eval', 'application:set_env(rabbit, max_message_size, 1000).');
    const attempts = ['<a/>', `<a>${'x'.repeat(1000)}</a>`, '<b/>'].map((content, at) =>
      exchange.handOver(messageOf(`${ID}${String(at)}`, content)),
    );
    const [first, large, last] = await Promise.allSettled(attempts);
    await broker.control('eval', 'application:set_env(rabbit, max_message_size, 200000000).');
    expect([first?.status, last?.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(large).toMatchObject({ reason: expect.any(HandOverRefused) as unknown });
    expect(String(large?.status === 'rejected' && large.reason)).toContain(
      'larger than configured',
    );
  });

  test('hands a message over again if the connection is lost before or after the confirm', async () => {
    const url = broker.freshUrl();
    const [hub, proxy] = [await hubChannel(url), await proxyTo(broker.port)];
    const exchange = await open(url.replace(String(broker.port), String(proxy.port)));
    await exchange.handOver(messageOf(ID, '<a/>'));
    for (const side of ['broker', 'bank'] as const) {
      proxy.dropNext(side);
      const attempt = exchange.handOver(messageOf(ID, '<a/>'));
      await expect(attempt).rejects.toThrow(/amqps:\/\/127.0.0.1:\d+\/v\d+ failed\. /);
      await expect(attempt).rejects.not.toThrow(HandOverRefused);
      await eventually(() => exchange.handOver(messageOf(ID, '<a/>')));
    }
    // One at first, one for each repeat, and one whose confirm was lost.
    await eventually(async () => {
      expect(await hub.checkQueue('to-hub')).toMatchObject({ messageCount: 4 });
    });
  });

  test('repeats requests of a broker that is silent, and does not hang', async () => {
    const url = broker.freshUrl();
    const [hub, proxy] = [await hubChannel(url), await proxyTo(broker.port)];
    const exchange = await open(url.replace(String(broker.port), String(proxy.port)), 2000);
    await eventually(() => exchange.handOver(messageOf(ID, '<a/>')));
    expect(await exchange.arrived(1)).toEqual([]);
    proxy.isSilent = true;
    const attempts = [exchange.handOver(messageOf(ID, '<a/>')), exchange.arrived(1)];
    const slow = /did not answer within \d+ milliseconds/;
    await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toThrow(slow)));
    proxy.isSilent = false;
    hub.sendToQueue('from-hub', Buffer.from('<a/>'));
    await taken(exchange, 1);
  });

  test('keeps all confirmed messages and all documents of a broker that is killed', async () => {
    const url = broker.freshUrl();
    const exchange = await open(url);
    const hub = await hubChannel(url);
    const persistent = { persistent: true, messageId: 'a' };
    hub.sendToQueue('from-hub', Buffer.from('<a/>'), persistent);
    // The broker may lose a document that it has not confirmed.
    await hub.waitForConfirms();
    let confirmed = 0;
    const ids = Array.from({ length: 200 }, (_, at) => `${ID.slice(0, -3)}${String(100 + at)}`);
    const handingOver = ids.map(async (id) => {
      await exchange.handOver(messageOf(id, '<a/>')).then(() => (confirmed += 1));
    });
    const ended = Promise.allSettled(handingOver);
    await eventually(() => expect(confirmed).toBeGreaterThan(10));
    await broker.kill();
    await ended;
    const confirmedBefore = confirmed;
    await expect(exchange.handOver(messageOf(ID, '<a/>'))).rejects.toThrow();
    await broker.restart();
    await eventually(() => exchange.handOver(messageOf(ID, '<a/>')));
    const { messageCount } = await (await hubChannel(url)).checkQueue('to-hub');
    expect(messageCount).toBeGreaterThan(confirmedBefore);
    expect(await taken(exchange, 1)).toMatchObject([{ name: 'a' }]);
  });

  test('waits while the broker has too little memory, and still takes documents', async () => {
    const url = broker.freshUrl();
    const [exchange, hub] = [await open(url, 3000), await hubChannel(url)];
    hub.sendToQueue('from-hub', Buffer.from('<a/>'));
    await exchange.handOver(messageOf(ID, '<a/>'));
    await broker.control('set_vm_memory_high_watermark', 'absolute', '1');
    await expect(
      eventually(async () => {
        // The alarm begins a moment later. Until then, the broker takes messages.
        const problem = await exchange.handOver(messageOf(ID, '<a/>')).catch(String);
        expect(problem).toContain('The broker takes no messages');
      }),
    ).resolves.toBeUndefined();
    const [document] = await taken(exchange, 1);
    await document?.remove();
    await broker.control('set_vm_memory_high_watermark', '0.4');
    await eventually(() => exchange.handOver(messageOf(ID, '<a/>')));
  });

  test('ends all requests when it is closed', async () => {
    const url = broker.freshUrl();
    const proxy = await proxyTo(broker.port);
    const exchange = await open(url.replace(String(broker.port), String(proxy.port)), 600_000);
    await exchange.handOver(messageOf(ID, '<a/>'));
    await exchange.arrived(1);
    proxy.isSilent = true;
    const attempts = [exchange.handOver(messageOf(ID, '<a/>')), exchange.arrived(1)];
    const ended = Promise.all(attempts.map((one) => expect(one).rejects.toThrow('was closed')));
    await eventually(() => expect(proxy.silenced).toBe(2));
    exchange.close();
    await ended;
    await eventually(() => expect(proxy.connections).toBe(0));
    await expect(exchange.arrived(1)).rejects.toThrow('The exchange is closed.');
  });
});
