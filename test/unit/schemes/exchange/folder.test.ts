import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Instrument } from '../../../../src/domain/schemes/schemes.ts';
import { openFolderExchange } from '../../../../src/schemes/exchange/folder.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'exchange-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const inbox = (name = ''): string => join(folder, 'from-hub', name);

function message(id: string, text: string, instrument: Instrument = 'FPS') {
  const pieces = Readable.from([Buffer.from(text), Buffer.from('!')]);
  return { id, instrument, bytes: text.length + 1, sha256: '', pieces };
}

describe('a folder exchange', () => {
  it('hands a message over under its id, and replaces it if it is repeated', async () => {
    const exchange = await openFolderExchange(folder, 'node-1');
    await exchange.handOver(message('M1', 'one'));
    await exchange.handOver(message('M1', 'one'));
    await exchange.handOver(message('M2', 'two', 'BACS'));
    expect(readdirSync(join(folder, 'to-hub')).sort()).toEqual(['M1.xml', 'M2.s18']);
    expect(readFileSync(join(folder, 'to-hub', 'M1.xml'), 'utf8')).toBe('one!');
  });

  it('lets the group of the folder read a message in spite of the umask of the service', async () => {
    const umask = process.umask(0o077);
    try {
      const exchange = await openFolderExchange(folder, 'node-1');
      for (const text of ['one', 'one']) await exchange.handOver(message('M1', text));
    } finally {
      process.umask(umask);
    }
    expect(statSync(join(folder, 'to-hub', 'M1.xml')).mode & 0o777).toBe(0o640);
  });

  it('leaves no visible file if the message ends early', async () => {
    const exchange = await openFolderExchange(folder, 'node-1');
    const broken = new Readable({
      read() {
        this.destroy(new Error('The message could not be read.'));
      },
    });
    const handedOver = exchange.handOver({ ...message('M1', ''), pieces: broken });
    await expect(handedOver).rejects.toThrow('The message could not be read.');
    const visible = readdirSync(join(folder, 'to-hub')).filter((name) => !name.startsWith('.'));
    expect(visible).toEqual([]);
    await exchange.handOver(message('M1', 'one'));
    expect(readdirSync(join(folder, 'to-hub'))).toEqual(['M1.xml']);
  });

  it('writes a message that two nodes hand over at the same time without mixing their bytes', async () => {
    const [one, two] = [
      await openFolderExchange(folder, 'node-1'),
      await openFolderExchange(folder, 'node-2'),
    ];
    const pieces = (text: string) => Readable.from(Array.from({ length: 50 }, () => text));
    const text = 'x'.repeat(10_000);
    await Promise.all(
      [one, two].map((exchange) =>
        exchange.handOver({ ...message('M1', ''), pieces: pieces(text) }),
      ),
    );
    expect(readFileSync(join(folder, 'to-hub', 'M1.xml'), 'utf8')).toBe(text.repeat(50));
    expect(readdirSync(join(folder, 'to-hub'))).toEqual(['M1.xml']);
  });

  it('lists complete documents in the order of their names, until they are removed', async () => {
    const exchange = await openFolderExchange(folder, 'node-1');
    for (const name of ['b.xml', 'a.xml', '.c.xml', 'd.xml']) writeFileSync(inbox(name), name);
    mkdirSync(inbox('folder'));
    const arrived = await exchange.arrived(2);
    expect(arrived.map(({ name, bytes }) => [name, bytes])).toEqual([
      ['a.xml', 5],
      ['b.xml', 5],
    ]);
    const [first] = arrived;
    const pieces: Buffer[] = [];
    for await (const piece of first?.open().iterator({ destroyOnReturn: true }) ?? []) {
      pieces.push(piece as Buffer);
    }
    expect(Buffer.concat(pieces).toString()).toBe('a.xml');
    await first?.remove();
    await first?.remove();
    const names = (await exchange.arrived(9)).map(({ name }) => name);
    expect(names).toEqual(['b.xml', 'd.xml']);
  });
});
