import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  HandOverRefused,
  type ArrivedDocument,
  type Exchange,
} from '../../../src/domain/ports/hub.ts';
import { openAmqpExchange } from '../../../src/schemes/exchange/amqp.ts';
import { openFolderExchange } from '../../../src/schemes/exchange/folder.ts';
import { openHttpsExchange } from '../../../src/schemes/exchange/https.ts';
import { eventually } from '../../helpers/eventually.ts';
import { HubPki } from '../../helpers/hub-pki.ts';
import { TestHub } from '../../helpers/hub.ts';
import { missingBroker, TestBroker } from '../../helpers/rabbitmq.ts';
import { pacs008 } from '../../unit/simulators/hub/messages.ts';
import { messageOf } from './messages.ts';

/* Rules that every exchange with a payment hub follows, tested with the hub simulator. */

const ID = 'M0000000000000000000000001';
const MEBIBYTE = 1024 * 1024;

let pki: HubPki;
let hub: TestHub;
let exchange: Exchange;
let broker: TestBroker | null;

beforeAll(async () => {
  pki = await HubPki.create();
  broker = missingBroker() === null ? await TestBroker.start(pki) : null;
});

afterAll(async () => {
  await broker?.end();
  pki.remove();
});

const EXCHANGES: Readonly<Record<string, () => Promise<void>>> = {
  folder: async () => {
    hub = new TestHub();
    hub.start();
    exchange = await openFolderExchange(hub.folder, 'node-1');
    await eventually(() => hub.messages());
  },
  HTTPS: async () => {
    hub = new TestHub(pki);
    hub.start();
    const url = await hub.url();
    exchange = await openHttpsExchange({ url, ...(await pki.bank()), timeoutMs: 5000 });
  },
  ...(missingBroker() === null && {
    AMQP: async () => {
      hub = new TestHub(null, broker);
      hub.start();
      const url = await hub.url();
      exchange = await openAmqpExchange({ url, ...(await pki.bank()), timeoutMs: 30_000 });
      await eventually(() => hub.messages());
    },
  }),
};

afterEach(async () => {
  exchange.close();
  await hub.end();
});

/** Waits until the hub has delivered all documents, and returns the list of them. */
async function delivered(count: number): Promise<readonly ArrivedDocument[]> {
  return eventually(async () => {
    const documents = await exchange.arrived(50);
    expect(documents).toHaveLength(count);
    return documents;
  });
}

async function readText(document: ArrivedDocument): Promise<string> {
  let read = '';
  const pieces = document.open().iterator({ destroyOnReturn: true });
  for await (const piece of pieces) read += String(piece);
  return read;
}

describe.each(Object.keys(EXCHANGES))('the exchange by %s', (name) => {
  beforeEach(() => EXCHANGES[name]?.());

  test('has one message if it is handed over twice', async () => {
    const content = pacs008(ID, [{}]);
    await exchange.handOver(messageOf(ID, content));
    await delivered(1);
    await exchange.handOver(messageOf(ID, content));
    await eventually(() => {
      expect(hub.messages()).toMatchObject([{ id: ID, repeats: 1, conflicts: 0 }]);
    });
  });

  test('keeps the first of two messages with the same id and different content', async () => {
    await exchange.handOver(messageOf(ID, pacs008(ID, [{ minor: 1000 }])));
    await delivered(1);
    const other = exchange.handOver(messageOf(ID, pacs008(ID, [{ minor: 9900 }])));
    // The writer of a file or into a queue does not learn that the hub refuses it. An operator of
    // the hub does.
    if (name !== 'HTTPS') await other;
    else await expect(other).rejects.toThrow(HandOverRefused);
    await eventually(() => {
      const credits = [{ amount: '10.00' }];
      expect(hub.messages()).toMatchObject([{ id: ID, repeats: 0, conflicts: 1, credits }]);
    });
  });

  test('keeps a Bacs submission byte for byte', async () => {
    const content = Buffer.from('VOL1 and no more\n');
    await exchange.handOver(messageOf(ID, content, 'BACS'));
    await eventually(() => {
      const sha256 = createHash('sha256').update(content).digest('hex');
      expect(hub.messages()).toMatchObject([{ id: ID, sha256, state: 'unreadable' }]);
    });
  });

  test('offers a document until it is removed', async () => {
    await exchange.handOver(messageOf(ID, pacs008(ID, [{}])));
    const [document] = await delivered(1);
    const xml = document === undefined ? '' : await readText(document);
    expect(Buffer.byteLength(xml)).toBe(document?.bytes);
    expect(xml).toContain(`<OrgnlMsgId>${ID}</OrgnlMsgId>`);
    const [again] = await exchange.arrived(50);
    expect(again).toMatchObject({ name: document?.name, bytes: document?.bytes });
    await again?.remove();
    expect(await exchange.arrived(50)).toEqual([]);
    // The first removal may have no answer, so the bank repeats it.
    await document?.remove();
  });

  test('lists no more documents than requested', async () => {
    for (let index = 0; index < 3; index += 1) {
      await exchange.handOver(messageOf(`${ID.slice(0, -1)}${String(index)}`, 'unreadable'));
    }
    await delivered(3);
    expect(await exchange.arrived(2)).toHaveLength(2);
  });

  test('passes a large message on', async () => {
    const piece = Buffer.alloc(MEBIBYTE, '<a>');
    const message = messageOf(
      ID,
      Array.from({ length: 100 }, () => piece),
    );
    await exchange.handOver(message);
    await eventually(() => {
      expect(hub.messages()).toMatchObject([{ id: ID, sha256: message.sha256 }]);
    });
  });

  test('hands nothing over if the content ends early or is too long', async () => {
    const message = messageOf(ID, pacs008(ID, [{}]));
    if (name !== 'folder') {
      for (const bytes of [message.bytes + 1, message.bytes - 1]) {
        const wrong = { ...messageOf(ID, pacs008(ID, [{}])), bytes };
        await expect(exchange.handOver(wrong)).rejects.toThrow('has another length than expected');
      }
    }
    const broken = {
      ...message,
      // eslint-disable-next-line @typescript-eslint/require-await -- It must be async iterable.
      pieces: (async function* () {
        yield Buffer.from('<Document');
        throw new Error('the disk cannot be read');
      })(),
    };
    await expect(exchange.handOver(broken)).rejects.toThrow('the disk cannot be read');
    expect(hub.messages()).toEqual([]);
  });
});

describe('the exchange by HTTPS', () => {
  beforeEach(() => EXCHANGES['HTTPS']?.());

  test('has one message after lost answers and a repeat', async () => {
    const content = pacs008(ID, [{}]);
    for (const [fault, stored] of [
      ['lostRequest', 0],
      ['unavailable', 0],
      ['lostAnswer', 1],
    ] as const) {
      await hub.stop();
      hub.start({ [fault]: 1 });
      await hub.url();
      const attempt = exchange.handOver(messageOf(ID, content));
      await expect(attempt).rejects.toThrow(/PUT .* failed/);
      await expect(attempt).rejects.not.toThrow(HandOverRefused);
      expect(hub.messages()).toHaveLength(stored);
    }
    await hub.stop();
    hub.start();
    await hub.url();
    await exchange.handOver(messageOf(ID, content));
    expect(hub.messages()).toMatchObject([{ id: ID, repeats: 1, conflicts: 0 }]);
  });

  test('removes a document once if the answer to its removal is lost', async () => {
    await exchange.handOver(messageOf(ID, pacs008(ID, [{}])));
    const [document] = await delivered(1);
    await hub.stop();
    hub.start({ lostAnswer: 1 });
    await hub.url();
    await expect(document?.remove()).rejects.toThrow('The hub closed the connection.');
    await hub.stop();
    hub.start();
    await hub.url();
    await document?.remove();
    expect(await exchange.arrived(50)).toEqual([]);
  });
});
