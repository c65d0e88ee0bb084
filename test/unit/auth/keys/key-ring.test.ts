import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { readKeys } from '../../../../src/auth/keys/key-file.ts';
import { openKeyRing, type KeyRing } from '../../../../src/auth/keys/key-ring.ts';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import { expectDefined } from '../../../../src/shared/assert.ts';
import { sandboxPki } from '../../../../src/sandbox/pki/paths.ts';
import { one, two } from '../../../helpers/bank-keys.ts';

const certified = expectDefined((await readKeys(sandboxPki(inject('pki')).bankKeys))[0], 'its key');
const { x5c: [own = '', issuing = '', root = ''] = [] } = certified;

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

  test('signs with the first key and publishes all', () => {
    write([one, two]);
    const opened = open();
    expect(opened.signing().kid).toBe(one.kid);
    expect(opened.jwks().keys).toEqual([one, two]);
  });

  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;

  test.each<[string, () => string, RegExp]>([
    ['invalid JSON', () => `{"keys":["${one.d}"`, /keys\.json: It is not valid JSON\.$/],
    ['no keys', () => '{"keys":[]}', /Expected at least one key/],
    ['other members', () => '[]', /Expected an object/],
    ['a key without a kid', () => JSON.stringify({ keys: [{ ...one, kid: undefined }] }), /kid/],
    ['a public key', () => JSON.stringify({ keys: [{ ...one, d: undefined }] }), /keys\[0\]\.d/],
    [
      'two keys of one kid',
      () => JSON.stringify({ keys: [one, { ...two, kid: one.kid }] }),
      /same/,
    ],
    ['an elliptic key', () => JSON.stringify({ keys: [{ ...one, kty: 'EC' }] }), /kty/],
    ['another algorithm', () => JSON.stringify({ keys: [{ ...one, alg: 'RS256' }] }), /alg/],
    ['an incomplete key', () => JSON.stringify({ keys: [{ ...one, n: 'AQAB', d: '' }] }), /\.d/],
    [
      'a short key',
      () => JSON.stringify({ keys: [{ ...one, ...small.export({ format: 'jwk' }) }] }),
      /1024 bits, expected at least 2048/,
    ],
  ])('refuses a file with %s', (_, text, reason) => {
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

  test('accepts keys with and without certificates', () => {
    const single = { ...certified, x5c: [own], 'x5t#S256': undefined, kid: 'single' };
    write([certified, one, single]);
    expect(open().jwks().keys[0]).toEqual(certified);
  });

  test.each<[string, object, string]>([
    ['a certificate of another key', { ...one, x5c: [own] }, 'x5c[0] belongs to another key'],
    [
      'something that is not a certificate',
      { ...certified, x5c: ['AQAB'] },
      'x5c[0] is not a certificate',
    ],
    ['a PEM text', { ...certified, x5c: ['-----BEGIN'] }, 'x5c[0]'],
    ['an empty chain', { ...certified, x5c: [] }, 'x5c'],
    [
      'a chain in the wrong order',
      { ...certified, x5c: [own, root, issuing] },
      'x5c[1] did not issue the certificate before it',
    ],
    [
      'a thumbprint of another certificate',
      { ...certified, 'x5t#S256': 'x'.repeat(43) },
      'x5t#S256 is not the thumbprint of the certificate',
    ],
    [
      'a thumbprint but no certificate',
      { ...certified, x5c: undefined },
      'x5t#S256 is present, but x5c is missing',
    ],
  ])('refuses a key with %s and describes the problem in one sentence', (_, key, expected) => {
    write([two, key]);
    expect(open).toThrow(`${file}: `);
    expect(open).toThrow(`keys[1]`);
    expect(open).toThrow(expected);
  });

  test('refuses a missing file', () => {
    expect(open).toThrow('ENOENT');
  });

  test('reloads its file and notifies its listeners', async () => {
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
      'invalid',
      () => {
        writeFileSync(file, '{');
      },
    ],
    [
      'missing',
      () => {
        rmSync(file);
      },
    ],
  ])(
    'keeps its keys while the file is %s, and reloads it when it is valid again',
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
