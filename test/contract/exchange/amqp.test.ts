import type { Channel } from 'amqplib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ArrivedDocument, Exchange } from '../../../src/domain/ports/hub.ts';
import { openAmqpExchange } from '../../../src/schemes/exchange/amqp.ts';
import { eventually } from '../../helpers/eventually.ts';
import { HubPki } from '../../helpers/hub-pki.ts';
import { missingBroker, TestBroker } from '../../helpers/rabbitmq.ts';
import { messageOf } from './messages.ts';

const ID = 'M0000000000000000000000001';

let pki: HubPki;
let broker: TestBroker;

async function open(url: string, timeoutMs = 10_000): Promise<Exchange> {
  const exchange = await openAmqpExchange({ url, ...(await pki.bank()), timeoutMs });
  onTestFinished(() => exchange.close());
  return exchange;
}

/** Returns a channel of the hub, to see and change the queues of a test. */
async function hubChannel(url: string): Promise<Channel> {
  const model = await broker.connect(url);
  model.on('error', () => undefined);
  onTestFinished(() => model.close().catch(() => undefined));
  return model.createChannel();
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
});
