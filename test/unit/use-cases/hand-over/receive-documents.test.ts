import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { ArrivedDocument } from '../../../../src/domain/ports/hub.ts';
import type { SpoolFailure, SpooledFile } from '../../../../src/domain/ports/files.ts';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import { receiveDocuments } from '../../../../src/use-cases/hand-over/receive-documents.ts';

const SPOOLED: SpooledFile = { kind: 'disk', temporary: 't', bytes: 7 };

/** An exchange whose documents are received with these results, and the log of all actions. */
function exchangeOf(results: Readonly<Record<string, SpooledFile | SpoolFailure>>, fail?: string) {
  const log: string[] = [];
  const events: ServiceEvent[] = [];
  let current = '';
  const act = (what: string): Promise<void> => {
    log.push(`${what} ${current}`);
    return what === fail ? Promise.reject(new Error(`${what} failed`)) : Promise.resolve();
  };
  const documents: ArrivedDocument[] = Object.keys(results).map((name) => ({
    ...{ name, bytes: 7 },
    open: () => {
      current = name;
      return Readable.from([]);
    },
    remove: () => act('remove'),
  }));
  const parts = {
    store: { addDelivery: () => act('record').then(() => true) },
    workers: { hash: () => Promise.resolve('sha'), keep: () => act('keep') },
    spool: {
      receive: () => Promise.resolve(results[current] ?? SPOOLED),
      discard: () => act('discard'),
    },
    exchange: { arrived: (limit: number) => Promise.resolve(documents.slice(0, limit)) },
    observe: (event: ServiceEvent) => void events.push(event),
    ...{ clock: () => 0, tooLarge: new Set<string>() },
  };
  return { parts, log, events };
}

describe('a document of the hub', () => {
  it('is stored and recorded before it is removed', async () => {
    const { parts, log } = exchangeOf({ one: SPOOLED });
    expect(await receiveDocuments(parts)).toBe(1);
    expect(log).toEqual(['keep one', 'record one', 'discard one', 'remove one']);
  });

  it.each(['keep', 'record'])(
    'stays in the exchange if a failure prevents to %s it',
    async (what) => {
      const { parts, log } = exchangeOf({ one: SPOOLED }, what);
      await expect(receiveDocuments(parts)).rejects.toThrow(`${what} failed`);
      expect(log).not.toContain('remove one');
      expect(log.at(-1)).toBe('discard one');
    },
  );

  it('that is too large is reported once and does not stop the others', async () => {
    const { parts, log, events } = exchangeOf({ large: 'tooLarge', small: SPOOLED });
    for (const received of [1, 1]) expect(await receiveDocuments(parts)).toBe(received);
    expect(log.filter((line) => line.endsWith('large'))).toEqual([]);
    expect(events).toMatchObject([
      { kind: 'documentSetAside', document: 'large', code: 'tooLarge' },
    ]);
  });

  it('of the same name but another size is received after one that was too large', async () => {
    const { parts, log } = exchangeOf({ one: 'tooLarge' });
    expect(await receiveDocuments(parts)).toBe(0);
    const smaller = exchangeOf({ one: SPOOLED });
    const [document] = await smaller.parts.exchange.arrived(1);
    const arrived = [{ ...document, bytes: 6 } as ArrivedDocument];
    const exchange = { arrived: () => Promise.resolve(arrived) };
    expect(await receiveDocuments({ ...smaller.parts, exchange, tooLarge: parts.tooLarge })).toBe(
      1,
    );
    expect(log).toEqual([]);
  });

  it('that breaks off stays, is reported as a failure and does not stop the others', async () => {
    const { parts, log } = exchangeOf({ broken: 'brokenOff', whole: SPOOLED });
    await expect(receiveDocuments(parts)).rejects.toThrow(
      'Document broken of the hub could not be read to its end.',
    );
    expect(log).toContain('remove whole');
    expect(log).not.toContain('remove broken');
  });
});
