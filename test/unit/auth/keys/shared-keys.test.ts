import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  generateSharedKey,
  openSharedKeys,
  readSharedKeys,
  writeSharedKeys,
} from '../../../../src/auth/keys/shared-keys.ts';
import type { ServiceEvent } from '../../../../src/domain/records/events.ts';
import { run as runProgram } from '../../cli/fixtures.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shared-keys-'));
  file = join(folder, 'pki', 'shared-keys.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const [one, two] = [generateSharedKey(), generateSharedKey()];
const quiet = { observe: () => undefined };

function open(events: ServiceEvent[] = []) {
  return openSharedKeys(file, { observe: (event) => events.push(event), pollMs: 10 });
}

describe('the shared keys', () => {
  test('give every node the same derived key for one purpose, and different keys for different purposes', async () => {
    await writeSharedKeys(file, [one, two]);
    const [here, there] = [open(), open()];
    expect(here.derive('a', 48)).toEqual(there.derive('a', 48));
    expect(here.derive('a', 48)).toHaveLength(48);
    expect(here.derive('a', 48)).not.toEqual(here.derive('b', 48));
    const before = here.derive('a', 48);
    await writeSharedKeys(file, [two, one]);
    const other = open();
    expect(other.derive('a', 48)).not.toEqual(before);
    for (const keys of [here, there, other]) keys.stop();
  });

  test('have a derived fingerprint as their id, which is not part of the secret', async () => {
    await writeSharedKeys(file, [one]);
    const keys = open();
    keys.stop();
    expect(keys.kids()).toEqual([one.kid]);
    expect(keys.derive('fingerprint', 16).toString('base64url')).toBe(one.kid);
    expect(one.k).not.toContain(one.kid);
  });

  test('are reloaded when the file changes, and stay if it becomes invalid', async () => {
    await writeSharedKeys(file, [one]);
    const events: ServiceEvent[] = [];
    const keys = open(events);
    let changes = 0;
    keys.onChange(() => (changes += 1));
    await writeSharedKeys(file, [two, one]);
    await expect.poll(() => changes).toBe(1);
    expect(keys.kids()).toEqual([two.kid, one.kid]);
    writeFileSync(file, '{"keys":[]}');
    await expect
      .poll(() => events)
      .toMatchObject([{ kind: 'failure', what: 'reading the shared keys again' }]);
    expect(keys.kids()).toEqual([two.kid, one.kid]);
    keys.stop();
  });

  test.each<[string, unknown, RegExp]>([
    ['invalid JSON', '{"keys":', /shared-keys\.json: It is not valid JSON\.$/],
    ['no key', { keys: [] }, /Expected at least one key/],
    [
      'a key that is too short',
      { keys: [{ ...one, k: 'AAAA' }] },
      /The secret has 3 bytes, expected 32/,
    ],
    [
      'a key with the id of another key',
      { keys: [{ ...one, kid: two.kid }] },
      /kid is not the fingerprint of this key/,
    ],
    ['one key twice', { keys: [one, one] }, /The same key is listed twice/],
    ['the bank’s', { keys: [{ kty: 'RSA' }] }, /kty/],
  ])('are refused if the file contains %s', async (_, written, reason) => {
    await writeSharedKeys(file, [one]);
    writeFileSync(file, typeof written === 'string' ? written : JSON.stringify(written));
    expect(() => openSharedKeys(file, quiet)).toThrow(reason);
    await expect(runProgram('shared-keys', ['list'], folder)).rejects.toThrow(reason);
  });
});

describe('pisctl shared-keys', () => {
  const run = async (...words: readonly string[]): Promise<readonly string[]> =>
    (await runProgram('shared-keys', words, folder)).split('\n');
  const kids = async (): Promise<readonly string[]> =>
    (await readSharedKeys(file)).map(({ kid }) => kid);

  test('creates the first key in a file that only its owner can read', async () => {
    expect(await run('list')).toEqual([
      `There are no keys in ${file}. Create the first: npx pisctl shared-keys add`,
    ]);
    expect(existsSync(file)).toBe(false);
    const [output] = await run('add');
    const [kid = ''] = await kids();
    expect(output).toBe(`Created ${kid}, the first key in ${file}. Copy the file to every node.`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await run('list')).toEqual([`${kid}  active`]);
  });

  test('rotates the key in the documented steps and never removes the key in use', async () => {
    await writeSharedKeys(file, [one]);
    const added = await run('add');
    const [, next = ''] = await kids();
    expect(added.at(-1)).toBe(`npx pisctl shared-keys promote ${next}`);
    expect(await run('list')).toEqual([`${one.kid}  active`, `${next}  not active`]);
    await expect(run('remove', one.kid)).rejects.toThrow('First promote another');
    const promoted = await run('promote', next);
    expect(promoted.at(-1)).toBe(`npx pisctl shared-keys remove ${one.kid}`);
    expect(await kids()).toEqual([next, one.kid]);
    expect(await run('promote', next)).toEqual([`${next} is already active.`]);
    await run('remove', one.kid);
    expect(await kids()).toEqual([next]);
    await expect(run('promote', 'x')).rejects.toThrow('There is no key x');
  });

  test('uses the folder of PIS_KEYS_DIR if it is set', async () => {
    const keysDirectory = join(folder, 'keys');
    const said = await runProgram('shared-keys', ['add'], folder, { keysDirectory });
    const written = readFileSync(join(folder, 'keys', 'shared-keys.json'), 'utf8');
    expect(said).toContain((JSON.parse(written) as { keys: { kid: string }[] }).keys[0]?.kid);
  });
});
