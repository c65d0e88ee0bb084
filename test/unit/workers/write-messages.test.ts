import { readFileSync } from 'node:fs';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PAYMENT_FILE_3_1 } from '../../../src/domain/records/file-types.ts';
import type { MessagesRequest } from '../../../src/domain/ports/files.ts';
import type { FileFacts } from '../../../src/domain/records/payment.ts';
import type { NewMessage } from '../../../src/domain/schemes/hand-over.ts';
import { assert } from '../../../src/shared/assert.ts';
import { contentPath, temporaryDirectory } from '../../../src/store/files/content.ts';
import type { FileWorkerPool } from '../../../src/workers/pool.ts';
import { LIMITS } from '../../helpers/limits.ts';
import { oneThread } from '../../helpers/one-thread.ts';
import { account, BAKERY, fileOf, NORTHWIND, payment } from '../../helpers/payment-file.ts';
import { inMemory } from '../../helpers/receive-file.ts';

const BANK = { bic: 'SANDGB2L', serviceUserNumber: '100001' };
const ELSEWHERE = '20000012345678';
const OWN = ['112800'];

let filesDirectory = '';
let workers: FileWorkerPool;

beforeEach(() => {
  filesDirectory = mkdtempSync(`${tmpdir()}/messages-`);
  workers = oneThread(filesDirectory, { bank: BANK });
});

afterEach(async () => {
  await workers.close();
  rmSync(filesDirectory, { recursive: true });
});

/** Stores a file with one payment to each creditor, all by one scheme unless `schemes` differs. */
async function store(
  creditors: readonly string[],
  schemeOf: (index: number) => string,
  amount = '10.50',
): Promise<FileFacts> {
  const file = fileOf(
    creditors.map((creditor, index) =>
      payment(index, {
        CreditorAccount: account(creditor, 'Fresco Ltd'),
        LocalInstrument: `UK.OBIE.${schemeOf(index)}`,
        InstructedAmount: { Amount: amount, Currency: 'GBP' },
      }),
    ),
  );
  const metadata = { fileType: PAYMENT_FILE_3_1, requestedDate: null, debtorAccount: null };
  const rules = {
    today: '2026-11-20',
    maxDaysAhead: 30,
    bacsAccepted: true,
    maxFaults: 5,
    ...LIMITS,
  };
  const received = await workers.receive(inMemory(file), metadata, rules);
  assert(received.accepted, 'the file is valid');
  return received.facts;
}

const request = (instrument: MessagesRequest['instrument']): MessagesRequest => ({
  batch: { paymentId: 'fp-01k00000000000000000000000', number: 0 },
  ...{ instrument, date: null, createdAt: Date.parse('2026-11-20T10:00:00Z') },
  ...{ settlementDate: '2026-11-20', debtorAccount: NORTHWIND, bankSortCodes: OWN, leftOut: [] },
  ...{ maxTransactions: 100_000, handOver: { from: 0, by: 1 } },
  debtors: {
    [NORTHWIND]: {
      name: 'Northwind Components plc',
      address: { TownName: 'Nottingham', Country: 'GB' },
    },
  },
});

function textOf({ content }: NewMessage): string {
  return content.kind === 'text'
    ? content.text
    : readFileSync(contentPath(filesDirectory, content.file.sha256), 'utf8');
}

const instructionsIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/<InstrId>([^<]+)</g), ([, id]) => String(id));

describe('the messages of a file', () => {
  it('contain the credits of one scheme, except those to accounts at this bank', async () => {
    const creditors = [ELSEWHERE, BAKERY, ELSEWHERE, ELSEWHERE, BAKERY, ELSEWHERE];
    const file = await store(creditors, (index) => (index === 3 ? 'CHAPS' : 'FPS'));
    const [message, ...others] = await workers.writeMessages(file, request('FPS'));
    expect(others).toEqual([]);
    assert(message !== undefined, 'there is a message');
    expect(message).toMatchObject({
      ...{ part: 0, transactions: 3, firstIndex: 0, lastIndex: 5 },
      total: { minor: 3 * 1050, currency: 'GBP' },
    });
    expect(message.id).toMatch(/^M[0-9A-Z]{23}$/);
    const text = textOf(message);
    expect(instructionsIn(text)).toEqual([0, 2, 5].map((at) => `${message.id}-${String(at)}`));
    expect(text).toContain('<Dbtr><Nm>Northwind Components plc</Nm></Dbtr>');
  });

  it('are none if all credits are to accounts at this bank', async () => {
    const file = await store([BAKERY, BAKERY], () => 'FPS');
    expect(await workers.writeMessages(file, request('FPS'))).toEqual([]);
  });

  it('have one credit each for CHAPS', async () => {
    const file = await store(Array<string>(60).fill(ELSEWHERE), () => 'CHAPS');
    const messages = await workers.writeMessages(file, request('CHAPS'));
    expect(messages.map(({ part, firstIndex }) => [part, firstIndex])).toEqual(
      Array.from({ length: 60 }, (_, index) => [index, index]),
    );
    expect(new Set(messages.map(({ id }) => id)).size).toBe(60);
    for (const message of messages) {
      const id = `${message.id}-${String(message.firstIndex)}`;
      expect(instructionsIn(textOf(message))).toEqual([id]);
      expect(textOf(message)).toMatch(/<Dbtr><Nm>.+<TwnNm>Nottingham<.+<\/Dbtr>/);
    }
  });

  it('have at most the number of credits that the operator has set', async () => {
    const file = await store(Array<string>(7).fill(ELSEWHERE), () => 'FPS');
    const messages = await workers.writeMessages(file, { ...request('FPS'), maxTransactions: 3 });
    expect(
      messages.map(({ part, transactions, firstIndex, lastIndex }) => [
        ...[part, transactions, firstIndex, lastIndex],
      ]),
    ).toEqual([
      [0, 3, 0, 2],
      [1, 3, 3, 5],
      [2, 1, 6, 6],
    ]);
  });

  it('have a sum that fits into the columns of a Bacs submission', async () => {
    const file = await store(Array<string>(101).fill(ELSEWHERE), () => 'BACS', '999999999.99');
    const messages = await workers.writeMessages(file, request('BACS'));
    expect(messages.map(({ transactions }) => transactions)).toEqual([100, 1]);
  });

  it('have the same ids if they are written again at another time, and others in another batch', async () => {
    const file = await store(Array<string>(3).fill(ELSEWHERE), () => 'CHAPS');
    const first = request('CHAPS');
    const idsOf = async (which: Partial<MessagesRequest>) =>
      (await workers.writeMessages(file, { ...first, ...which })).map(({ id }) => id);
    const ids = await idsOf({});
    expect(await idsOf({ createdAt: first.createdAt + 1000 })).toEqual(ids);
    for (const other of [{ number: 1 }, { paymentId: 'fp-01k00000000000000000000001' }]) {
      const others = await idsOf({ batch: { ...first.batch, ...other } });
      expect(new Set([...ids, ...others]).size).toBe(6);
    }
  });

  it('have one credit each also if other payments are between them', async () => {
    const creditors = Array.from({ length: 2500 }, (_, at) => (at % 5 === 0 ? BAKERY : ELSEWHERE));
    const file = await store(creditors, (index) => (index % 2 === 0 ? 'CHAPS' : 'FPS'));
    const messages = await workers.writeMessages(file, request('CHAPS'));
    const indexes = creditors.flatMap((creditor, at) =>
      creditor === ELSEWHERE && at % 2 === 0 ? [at] : [],
    );
    expect(messages.flatMap((message) => instructionsIn(textOf(message)))).toEqual(
      messages.map(({ id }, part) => `${id}-${String(indexes[part])}`),
    );
    expect(messages).toHaveLength(indexes.length);
  });

  it('are stored as files if they are large, and leave no temporary file', async () => {
    const file = await store(Array<string>(2500).fill(ELSEWHERE), () => 'FPS');
    const [message] = await workers.writeMessages(file, request('FPS'));
    assert(message?.content.kind === 'file', 'the message is stored as a file');
    const text = textOf(message);
    expect(Buffer.byteLength(text)).toBe(message.content.file.bytes);
    expect(instructionsIn(text)).toHaveLength(2500);
    expect(readdirSync(temporaryDirectory(filesDirectory))).toEqual([]);
    await workers.check(message.content.file);
  });
});

describe('the payments of a message', () => {
  /** Every third payment is to this bank. */
  const creditors = Array.from({ length: 3000 }, (_, at) => (at % 3 === 0 ? BAKERY : ELSEWHERE));

  it('are found by their indexes, near or far, if the message contains them', async () => {
    const file = await store(creditors, (index) => (index === 4 ? 'CHAPS' : 'FPS'));
    const numbers = [1, 2, 3, 4, 5, 2501, 2999, 3000, 5000];
    const found = await workers.findPayments(file, {
      ...{ instrument: 'FPS', date: null, numbers, numbering: 'index' },
      countFrom: { index: 1, number: 1 },
      bankSortCodes: OWN,
      leftOut: [],
    });
    expect(found.map(({ number, payment: { index } }) => [number, index])).toEqual(
      [1, 2, 5, 2501, 2999].map((index) => [index, index]),
    );
  });

  it('are found by their numbers in the message', async () => {
    const file = await store(creditors, () => 'FPS');
    const found = await workers.findPayments(file, {
      ...{ instrument: 'FPS', date: null, numbering: 'sequence' },
      countFrom: { index: 1, number: 1 },
      ...{ numbers: [1, 3, 2000, 2001], bankSortCodes: OWN, leftOut: [] },
    });
    expect(found.map(({ number, payment: { index } }) => [number, index])).toEqual([
      [1, 1],
      [3, 4],
      [2000, 2999],
    ]);
  });

  it('are counted from a known place', async () => {
    const file = await store(creditors, () => 'FPS');
    const found = await workers.findPayments(file, {
      ...{ instrument: 'FPS', date: null, numbering: 'sequence' },
      ...{
        numbers: [5, 7],
        bankSortCodes: OWN,
        leftOut: [],
        countFrom: { index: 1501, number: 5 },
      },
    });
    expect(found.map(({ number, payment: { index } }) => [number, index])).toEqual([
      [5, 1501],
      [7, 1504],
    ]);
  });
});
