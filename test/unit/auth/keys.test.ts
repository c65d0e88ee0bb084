import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openKeyRing, type KeyRing } from '../../../src/auth/keys.ts';
import type { ServiceEvent } from '../../../src/domain/events.ts';
import { one, two } from '../../helpers/bank-keys.ts';

let folder = '';
let file = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'));
  file = join(folder, 'bank-keys.json');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(keys: readonly object[]): void {
  writeFileSync(`${file}.new`, JSON.stringify({ keys }));
  renameSync(`${file}.new`, file);
}

describe('a key ring', () => {
  const events: ServiceEvent[] = [];
  let ring: KeyRing | undefined;

  beforeEach(() => {
    events.length = 0;
  });
  afterEach(() => {
    ring?.stop();
  });

  function open(): KeyRing {
    ring = openKeyRing(file, { observe: (event) => events.push(event), pollMs: 10 });
    return ring;
  }

  test('signs with the first key and knows all', () => {
    write([one, two]);
    const opened = open();
    expect(opened.signing().kid).toBe(one.kid);
    expect(opened.jwks().keys).toEqual([one, two]);
  });

  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;

  test.each<[string, () => string, RegExp]>([
    ['no JSON', () => `{"keys":["${one.d}"`, /keys\.json: It is not JSON\.$/],
    ['no keys', () => '{"keys":[]}', /There is no key/],
    ['another shape', () => '[]', /expected object/],
    ['a key without a kid', () => JSON.stringify({ keys: [{ ...one, kid: undefined }] }), /kid/],
    ['a public key', () => JSON.stringify({ keys: [{ ...one, d: undefined }] }), /keys\[0\]\.d/],
    [
      'two keys of one kid',
      () => JSON.stringify({ keys: [one, { ...two, kid: one.kid }] }),
      /same/,
    ],
    ['an elliptic key', () => JSON.stringify({ keys: [{ ...one, kty: 'EC' }] }), /kty/],
    ['another algorithm', () => JSON.stringify({ keys: [{ ...one, alg: 'RS256' }] }), /alg/],
    ['half a key', () => JSON.stringify({ keys: [{ ...one, n: 'AQAB', d: '' }] }), /\.d/],
    [
      'a short key',
      () => JSON.stringify({ keys: [{ ...one, ...small.export({ format: 'jwk' }) }] }),
      /1024 bits, fewer than 2048/,
    ],
  ])('is not opened from a file with %s', (_, text, reason) => {
    writeFileSync(file, text());
    expect(open).toThrow(reason);
    const error = (() => {
      try {
        open();
        return '';
      } catch (thrown) {
        return String(thrown);
      }
    })();
    expect(error).not.toContain(one.d);
  });

  test('is not opened from no file', () => {
    expect(open).toThrow('ENOENT');
  });

  test('follows its file, and tells who listens', async () => {
    write([one]);
    const opened = open();
    const heard = vi.fn();
    opened.onChange(heard);
    write([two, one]);
    await expect.poll(() => opened.signing().kid).toBe(two.kid);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(opened.jwks().keys).toHaveLength(2);
    expect(events).toEqual([]);
  });

  test.each([
    [
      'broken',
      () => {
        writeFileSync(file, '{');
      },
    ],
    [
      'gone',
      () => {
        rmSync(file);
      },
    ],
  ])(
    'keeps its keys when the file is %s, and follows it when it is well again',
    async (_, harm) => {
      write([one]);
      const opened = open();
      const heard = vi.fn();
      opened.onChange(heard);
      harm();
      await expect.poll(() => events.length).toBeGreaterThan(0);
      expect(events[0]).toMatchObject({
        kind: 'failure',
        what: expect.stringContaining('keys') as string,
      });
      expect(opened.signing().kid).toBe(one.kid);
      expect(heard).not.toHaveBeenCalled();
      write([two]);
      await expect.poll(() => opened.signing().kid).toBe(two.kid);
    },
  );
});
