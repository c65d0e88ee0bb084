import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import type { AnswerSlice } from '../../../../src/domain/schemes/answers.ts';
import type { Delivery } from '../../../../src/domain/schemes/hand-over.ts';
import { ITEMS_PER_TURN } from '../../../../src/use-cases/hand-over/hub-runner.ts';
import { readDeliveries } from '../../../../src/use-cases/hand-over/read-deliveries.ts';
import { Retries } from '../../../../src/use-cases/hand-over/retries.ts';

const CONTENT = Buffer.from('<Document/>');

const SLICE: AnswerSlice = {
  header: { kind: 'pacs.002', id: 'HUB-1' },
  ...{ answers: [], groups: [], report: null, isLast: true },
};

const DELIVERY: Delivery = {
  sha256: createHash('sha256').update(CONTENT).digest('hex'),
  ...{ bytes: CONTENT.length, isInDatabase: true, name: 'one.xml', exchange: 'default' },
  ...{ instruments: ['FPS'], nextPosition: 0, kind: null },
};

const asParts = (parts: object) => parts as Parameters<typeof readDeliveries>[0];

/** Reads a document that is stored with these bytes. Its reader returns the slices. */
async function read(content: Buffer, slices: readonly AnswerSlice[]) {
  const events: ServiceEvent[] = [];
  const log: string[] = [];
  const parts = {
    store: {
      deliveriesToRead: () => Promise.resolve([DELIVERY]),
      findDocument: (sha256: string) => {
        log.push('load');
        return Promise.resolve({ sha256, bytes: content.length, content });
      },
      findMessages: () => Promise.resolve([]),
      beginDelivery: () => Promise.resolve(log.push('begin') > 0),
      takeAnswers: () => Promise.resolve(log.push('take') * 0),
    },
    readAnswers: async function* (pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) log.push(`read ${String(piece.length)} bytes`);
      yield* slices;
    },
    workers: {},
    files: {},
    observe: (event: ServiceEvent) => void events.push(event),
    ...{ clock: () => 0, retries: new Retries(() => 0) },
  };
  await readDeliveries(asParts(parts));
  return { events, log };
}

it('a document in the database is read once if it has one slice', async () => {
  const { log } = await read(CONTENT, [SLICE]);
  expect(log).toEqual(['load', 'read 11 bytes', 'begin', 'take']);
});

it('a document with several slices is read completely before the first one is taken', async () => {
  const { log } = await read(CONTENT, [{ ...SLICE, isLast: false }, SLICE]);
  const reading = ['load', 'read 11 bytes'];
  expect(log).toEqual([...reading, 'begin', ...reading, 'take']);
});

it('nothing is taken from a document whose bytes were changed in the database', async () => {
  const { events, log } = await read(Buffer.from('<document/>'), [SLICE]);
  expect(log).toEqual(['load']);
  expect(events).toMatchObject([
    { kind: 'failure', what: 'reading one.xml of the hub', error: { name: 'StoredFileDamaged' } },
  ]);
});

it('a backlog of documents that fail is loaded when it is tried, not at each turn', async () => {
  const backlog = Array.from({ length: 250 }, (_, at) => ({ ...DELIVERY, sha256: String(at) }));
  const time = { now: 0 };
  let loaded = 0;
  const parts = asParts({
    store: {
      deliveriesToRead: (limit: number) => Promise.resolve(backlog.slice(0, limit)),
      findDocument: () => {
        loaded += 1;
        return Promise.reject(new Error('The database is away.'));
      },
    },
    ...{ observe: () => undefined, retries: new Retries(() => time.now) },
  });
  const turn = async (now: number) => {
    [time.now, loaded] = [now, 0];
    const isRepeated = (await readDeliveries(parts)) >= ITEMS_PER_TURN;
    return { loaded, isRepeated };
  };
  for (const expected of [100, 100, 50, 0, 0]) {
    expect(await turn(0)).toEqual({ loaded: expected, isRepeated: false });
  }
  expect(await turn(999)).toEqual({ loaded: 0, isRepeated: false });
  expect(await turn(1000)).toEqual({ loaded: 250, isRepeated: false });
  expect(await turn(1200)).toEqual({ loaded: 0, isRepeated: false });
});

it('a full turn is repeated at once if at least one of its documents was read', async () => {
  const others = Array.from({ length: 99 }, (_, at) => ({ ...DELIVERY, sha256: String(at) }));
  const parts = asParts({
    store: {
      deliveriesToRead: () => Promise.resolve([...others, DELIVERY]),
      findDocument: (sha256: string) => Promise.resolve({ sha256, content: CONTENT }),
      findMessages: () => Promise.resolve([]),
      beginDelivery: () => Promise.resolve(true),
      takeAnswers: () => Promise.resolve(0),
    },
    readAnswers: () => [SLICE],
    ...{ observe: () => undefined, clock: () => 0, retries: new Retries(() => 0) },
  });
  expect(await readDeliveries(parts)).toBe(ITEMS_PER_TURN);
});
