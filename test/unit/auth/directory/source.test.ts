import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createDirectorySource,
  MAX_DOCUMENT_BYTES,
} from '../../../../src/auth/directory/source.ts';

const MINUTE_MS = 60_000;

let folder: string;
let server: Server;
let origin: string;
let stranger: boolean;

const answers: Readonly<Record<string, RequestListener>> = {
  '/good': (_, outgoing) => outgoing.end('{"organisations":[]}'),
  '/moved': (_, outgoing) => outgoing.writeHead(302, { location: '/elsewhere' }).end(),
  '/elsewhere': (_, outgoing) => {
    stranger = true;
    outgoing.end('{"organisations":[]}');
  },
  '/broken': (_, outgoing) => outgoing.writeHead(500).end('{"organisations":[]}'),
  '/empty': (_, outgoing) => outgoing.writeHead(204).end(),
  '/large': (_, outgoing) => {
    outgoing.end(Buffer.alloc(MAX_DOCUMENT_BYTES + 1, ' '));
  },
  '/latin': (_, outgoing) => outgoing.end(Buffer.from([0x22, 0xe9, 0x22])),
  '/silent': () => undefined,
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'directory-'));
  server = createServer((incoming, outgoing) => {
    answers[incoming.url ?? '']?.(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${String(port)}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function read(location: string, signal = AbortSignal.timeout(MINUTE_MS)): Promise<string> {
  return createDirectorySource(location, MINUTE_MS, Date.now).read(signal);
}

describe('the directory source', () => {
  it('reports no change while the file is not changed', async () => {
    const file = join(folder, 'standing.json');
    writeFileSync(file, '{"organisations":[]}');
    let now = statSync(file).mtimeMs;
    const source = createDirectorySource(file, MINUTE_MS, () => now);
    expect(await source.isSame()).toBe(false);
    await source.read(AbortSignal.timeout(MINUTE_MS));
    // The file was written so recently that another change could have the same timestamp.
    expect(await source.isSame()).toBe(false);
    now += MINUTE_MS;
    await source.read(AbortSignal.timeout(MINUTE_MS));
    expect(await source.isSame()).toBe(true);
    writeFileSync(file, '{"organisations":{}}');
    expect(await source.isSame()).toBe(false);
    rmSync(file);
    await expect(source.isSame()).rejects.toThrow('ENOENT');
  });

  it('requests a URL at the configured interval', async () => {
    expect(await read(`${origin}/good`)).toBe('{"organisations":[]}');
    expect(createDirectorySource(`${origin}/good`, MINUTE_MS, Date.now).refreshIntervalMs).toBe(
      MINUTE_MS,
    );
  });

  it('reads the current file and checks it every second', async () => {
    const file = join(folder, 'directory.json');
    writeFileSync(file, 'before');
    const source = createDirectorySource(file, MINUTE_MS, Date.now);
    expect(source.refreshIntervalMs).toBe(1000);
    const { signal } = new AbortController();
    expect(await source.read(signal)).toBe('before');
    writeFileSync(file, 'after');
    expect(await source.read(signal)).toBe('after');
    rmSync(file);
    await expect(source.read(signal)).rejects.toThrow('ENOENT');
    await expect(read(folder)).rejects.toThrow('EISDIR');
  });

  it('does not follow redirects', async () => {
    stranger = false;
    await expect(read(`${origin}/moved`)).rejects.toThrow();
    expect(stranger).toBe(false);
  });

  it.each([
    ['/broken', 'The directory responded with HTTP status 500, expected 200.'],
    ['/empty', 'The directory responded with HTTP status 204, expected 200.'],
    ['/large', 'The directory document has more than 8388608 bytes.'],
    ['/latin', 'The encoded data was not valid'],
  ])('refuses the response of %s', async (path, message) => {
    await expect(read(origin + path)).rejects.toThrow(message);
  });

  it('refuses a file that is too large', async () => {
    const file = join(folder, 'large.json');
    writeFileSync(file, Buffer.alloc(MAX_DOCUMENT_BYTES + 1, ' '));
    await expect(read(file)).rejects.toThrow('The directory document has more than 8388608 bytes.');
    writeFileSync(file, Buffer.alloc(MAX_DOCUMENT_BYTES, ' '));
    expect(await read(file)).toHaveLength(MAX_DOCUMENT_BYTES);
  });

  it('cancels a request when the service stops', async () => {
    const stopping = new AbortController();
    const reading = read(`${origin}/silent`, stopping.signal);
    stopping.abort();
    await expect(reading).rejects.toThrow('aborted');
  });

  it.each([
    'http://directory.example/',
    'http://127.0.0.1.example/',
    'ftp://127.0.0.1/',
    'data:,x',
  ])('refuses the URL %s', (location) => {
    expect(() => createDirectorySource(location, MINUTE_MS, Date.now)).toThrow('must use https');
  });
});
