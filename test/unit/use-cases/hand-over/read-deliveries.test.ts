import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import type { AnswerSlice } from '../../../../src/domain/schemes/answers.ts';
import type { Delivery } from '../../../../src/domain/schemes/hand-over.ts';
import { readDeliveries } from '../../../../src/use-cases/hand-over/read-deliveries.ts';
import { Retries } from '../../../../src/use-cases/hand-over/retries.ts';

const CONTENT = Buffer.from('<Document/>');

const SLICE: AnswerSlice = {
  header: { kind: 'pacs.002', id: 'HUB-1' },
  ...{ answers: [], groups: [], report: null, isLast: true },
};

/** Reads a document that is stored with these bytes. Its reader returns the slices. */
async function read(content: Buffer, slices: readonly AnswerSlice[]) {
  const events: ServiceEvent[] = [];
  const log: string[] = [];
  const delivery: Delivery = {
    sha256: createHash('sha256').update(CONTENT).digest('hex'),
    ...{ bytes: CONTENT.length, content, name: 'one.xml', exchange: 'default' },
    ...{ instruments: ['FPS'], nextPosition: 0, kind: null },
  };
  const parts = {
    store: {
      deliveriesToRead: () => Promise.resolve([delivery]),
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
  await readDeliveries(parts as unknown as Parameters<typeof readDeliveries>[0]);
  return { events, log };
}

it('a document in the database is read once if it has one slice', async () => {
  const { log } = await read(CONTENT, [SLICE]);
  expect(log).toEqual(['read 11 bytes', 'begin', 'take']);
});

it('a document with several slices is read completely before the first one is taken', async () => {
  const { log } = await read(CONTENT, [{ ...SLICE, isLast: false }, SLICE]);
  expect(log).toEqual(['read 11 bytes', 'begin', 'read 11 bytes', 'take']);
});

it('nothing is taken from a document whose bytes were changed in the database', async () => {
  const { events, log } = await read(Buffer.from('<document/>'), [SLICE]);
  expect(log).toEqual([]);
  expect(events).toMatchObject([
    { kind: 'failure', what: 'reading one.xml of the hub', error: { name: 'StoredFileDamaged' } },
  ]);
});
