import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { ArrivedDocument } from '../../../../src/domain/ports/hub.ts';
import type { SpoolFailure, SpooledFile } from '../../../../src/domain/ports/files.ts';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import {
  MAX_DATABASE_DOCUMENT_BYTES,
  receiveDocuments,
} from '../../../../src/use-cases/hand-over/receive-documents.ts';
import { Retries } from '../../../../src/use-cases/hand-over/retries.ts';

/** Size of a document that is stored as a file, in bytes. */
const LARGE = MAX_DATABASE_DOCUMENT_BYTES + 1;

const SPOOLED: SpooledFile = { kind: 'disk', temporary: 't', bytes: 7 };

/** An exchange whose documents are received with these results, and the log of all actions. */
function exchangeOf(results: Record<string, SpooledFile | SpoolFailure>, fail?: string) {
  const log: string[] = [];
  const events: ServiceEvent[] = [];
  const time = { now: 0 };
  const nameOf = new WeakMap<object, string>();
  const act = (what: string, name: string): Promise<void> => {
    log.push(`${what} ${name}`);
    return what === fail || `${what} ${name}` === fail
      ? Promise.reject(new Error(`${what} failed`))
      : Promise.resolve();
  };
  const documentOf = (name: string): ArrivedDocument => ({
    ...{ name, bytes: LARGE },
    open: () => {
      const incoming = Readable.from([]);
      nameOf.set(incoming, name);
      return incoming;
    },
    remove: () => act('remove', name),
  });
  const arrived = (limit: number) =>
    Promise.resolve(Object.keys(results).sort().slice(0, limit).map(documentOf));
  const parts = {
    store: {
      addDelivery: (_file: unknown, { name }: { readonly name: string }) =>
        act('record', name).then(() => true),
    },
    workers: {
      hash: () => Promise.resolve('sha'),
      keep: (file: object) => act('keep', nameOf.get(file) ?? ''),
    },
    spool: {
      receive: ({ incoming }: { readonly incoming: object }) => {
        const name = nameOf.get(incoming) ?? '';
        log.push(`read ${name}`);
        const result = results[name] ?? SPOOLED;
        if (typeof result === 'string') return Promise.resolve(result);
        const spooled = { ...result };
        nameOf.set(spooled, name);
        return Promise.resolve(spooled);
      },
      discard: (file: object) => act('discard', nameOf.get(file) ?? ''),
    },
    exchange: { name: 'BACS', instruments: ['BACS'] as const, arrived },
    observe: (event: ServiceEvent) => void events.push(event),
    ...{ clock: () => 0, tooLarge: new Set<string>(), retries: new Retries(() => time.now) },
  };
  return { parts, log, events, time, results };
}

describe('a document of the hub', () => {
  it('is stored and recorded before it is removed', async () => {
    const { parts, log } = exchangeOf({ one: SPOOLED });
    expect(await receiveDocuments(parts)).toBe(1);
    expect(log).toEqual(['read one', 'keep one', 'record one', 'discard one', 'remove one']);
  });

  it('is recorded with its exchange and the schemes that it may answer', async () => {
    const { parts } = exchangeOf({ one: SPOOLED });
    const recorded: unknown[] = [];
    const addDelivery = (...given: unknown[]) => Promise.resolve(recorded.push(...given) > 0);
    await receiveDocuments({ ...parts, store: { addDelivery } });
    const arrival = { name: 'one', exchange: 'BACS', instruments: ['BACS'] };
    expect(recorded).toEqual([{ sha256: 'sha', bytes: 7 }, arrival, 0]);
  });

  it.each(['keep', 'record'])(
    'stays in the exchange if a failure prevents to %s it, and is not to blame',
    async (what) => {
      const { parts, log, events } = exchangeOf({ one: SPOOLED }, what);
      for (let time = 0; time < 2; time += 1) {
        await expect(receiveDocuments(parts)).rejects.toThrow(`${what} failed`);
        expect(log).not.toContain('remove one');
        expect(log.at(-1)).toBe('discard one');
      }
      expect(log.filter((line) => line === 'read one')).toHaveLength(2);
      expect(events).toEqual([]);
    },
  );

  it('that is too large is reported once and does not stop the others', async () => {
    const { parts, log, events } = exchangeOf({ large: 'tooLarge', small: SPOOLED });
    for (const received of [1, 1]) expect(await receiveDocuments(parts)).toBe(received);
    expect(log.filter((line) => line.endsWith('large'))).toEqual(['read large']);
    expect(events).toMatchObject([
      { kind: 'documentSetAside', document: 'large', code: 'tooLarge' },
    ]);
  });

  it('of the same name but another size is received after one that was too large', async () => {
    const { parts } = exchangeOf({ one: 'tooLarge' });
    expect(await receiveDocuments(parts)).toBe(0);
    const smaller = exchangeOf({ one: SPOOLED });
    const [document] = await smaller.parts.exchange.arrived(1);
    const arrived = () => Promise.resolve([{ ...document, bytes: LARGE + 1 } as ArrivedDocument]);
    const exchange = { ...parts.exchange, arrived };
    const { tooLarge } = parts;
    expect(await receiveDocuments({ ...smaller.parts, exchange, tooLarge })).toBe(1);
  });

  it('whose download is interrupted is retried after growing pauses, and logged once', async () => {
    const { parts, log, events, time, results } = exchangeOf({ broken: 'brokenOff' });
    const attempts: number[] = [];
    for (; time.now < 8000; time.now += 500) {
      const before = log.length;
      expect(await receiveDocuments(parts)).toBe(0);
      if (log.length > before) attempts.push(time.now);
    }
    expect(attempts).toEqual([0, 1000, 3000, 7000]);
    const what = 'receiving document broken of the hub (exchange BACS)';
    expect(events).toMatchObject([{ kind: 'failure', what }]);
    expect(events[0]).toHaveProperty(
      'error.message',
      'Document broken of the hub could not be read to its end.',
    );

    results['broken'] = SPOOLED;
    time.now = 15_000;
    expect(await receiveDocuments(parts)).toBe(1);
    results['broken'] = 'brokenOff';
    expect(await receiveDocuments(parts)).toBe(0);
    expect(events).toHaveLength(2);
  });

  it.each([
    ['that cannot be read', 'brokenOff', undefined],
    ['that cannot be removed', SPOOLED, 'remove 000'],
  ] as const)('%s does not stop the others, even if many sort first', async (_, result, fail) => {
    const first = Array.from({ length: 120 }, (_none, at) => String(at).padStart(3, '0'));
    const documents = fail === undefined ? first : ['000'];
    const results = Object.fromEntries(documents.map((name) => [name, result]));
    const { parts, log } = exchangeOf({ ...results, whole: SPOOLED }, fail);
    for (let turn = 0; turn < 4; turn += 1) await receiveDocuments(parts);
    expect(log).toContain('remove whole');
    expect(log.filter((line) => line === 'read 000')).toHaveLength(1);
  });

  it('that is gone is forgotten', async () => {
    const { parts, results } = exchangeOf({ broken: 'brokenOff' });
    await receiveDocuments(parts);
    expect(parts.retries.waiting).toBe(1);
    delete results['broken'];
    await receiveDocuments(parts);
    expect(parts.retries.waiting).toBe(0);
  });
});

describe('a small document of the hub', () => {
  const CONTENT = Buffer.alloc(MAX_DATABASE_DOCUMENT_BYTES, '<Document/>');

  /** Receives a document of this content that announces a size. Returns all that was recorded. */
  async function receive(content: Buffer, bytes: number) {
    const recorded: unknown[] = [];
    const { parts, log, events } = exchangeOf({});
    const open = () => Readable.from([content.subarray(0, 5), content.subarray(5)]);
    const remove = () => Promise.resolve(void log.push('remove'));
    const document: ArrivedDocument = { name: 'one', bytes, open, remove };
    const exchange = { ...parts.exchange, arrived: () => Promise.resolve([document]) };
    const addDelivery = (given: unknown) => Promise.resolve(recorded.push(given) > 0);
    await receiveDocuments({ ...parts, exchange, store: { addDelivery } });
    return { recorded, log, events };
  }

  it('is recorded with its bytes and their SHA-256, and stored in no file', async () => {
    const { recorded, log } = await receive(CONTENT, CONTENT.length);
    const sha256 = createHash('sha256').update(CONTENT).digest('hex');
    const content = new Uint8Array(CONTENT);
    expect(recorded).toEqual([{ sha256, bytes: CONTENT.length, content }]);
    expect(log).toEqual(['remove']);
  });

  it.each([
    ['fewer', CONTENT.subarray(0, 100)],
    ['more', Buffer.concat([CONTENT, CONTENT])],
  ])('stays in the exchange if it has %s bytes than announced', async (_, content) => {
    const { recorded, log, events } = await receive(content, CONTENT.length);
    expect([recorded, log]).toEqual([[], []]);
    const what = 'receiving document one of the hub (exchange BACS)';
    expect(events).toMatchObject([{ kind: 'failure', what }]);
  });
});
