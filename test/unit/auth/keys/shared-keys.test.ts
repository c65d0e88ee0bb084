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
import { sharedKeys } from '../../../../src/cli/commands/shared-keys.ts';
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

describe('the keys that nodes share', () => {
  test('give the same bytes for the same purpose at every node, and others for another', async () => {
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

  test('are named by a fingerprint that is made of them and is no part of them', async () => {
    await writeSharedKeys(file, [one]);
    const keys = open();
    keys.stop();
    expect(keys.kids()).toEqual([one.kid]);
    expect(keys.derive('fingerprint', 16).toString('base64url')).toBe(one.kid);
    expect(one.k).not.toContain(one.kid);
  });

  test('change while they are looked at, and stay when what comes is not fit', async () => {
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
    ['no JSON', '{"keys":', /shared-keys\.json: It is not JSON\.$/],
    ['none', { keys: [] }, /Expected at least one key/],
    [
      'one that is too short',
      { keys: [{ ...one, k: 'AAAA' }] },
      /The secret has 3 bytes, expected 32/,
    ],
    [
      'one under another name',
      { keys: [{ ...one, kid: two.kid }] },
      /kid is not the fingerprint of this key/,
    ],
    ['one twice', { keys: [one, one] }, /The same key is listed twice/],
    ['the bank’s', { keys: [{ kty: 'RSA' }] }, /kty/],
  ])('are refused: %s', async (_, written, reason) => {
    await writeSharedKeys(file, [one]);
    writeFileSync(file, typeof written === 'string' ? written : JSON.stringify(written));
    expect(() => openSharedKeys(file, quiet)).toThrow(reason);
    await expect(runProgram(sharedKeys, ['list'], folder)).rejects.toThrow(reason);
  });
});

describe('npm run shared-keys', () => {
  const run = async (...words: readonly string[]): Promise<readonly string[]> =>
    (await runProgram(sharedKeys, words, folder)).split('\n');
  const kids = async (): Promise<readonly string[]> =>
    (await readSharedKeys(file)).map(({ kid }) => kid);

  test('makes the first key, for the eyes of its owner alone', async () => {
    expect(await run('list')).toEqual([
      `There are no keys in ${file}. Make the first: npm run shared-keys -- add`,
    ]);
    expect(existsSync(file)).toBe(false);
    const [said] = await run('add');
    const [kid = ''] = await kids();
    expect(said).toBe(`Made ${kid}, the first key in ${file}. Copy the file to every node.`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await run('list')).toEqual([`${kid}  used`]);
  });

  test('changes the key in the order that it tells, and keeps the one in use', async () => {
    await writeSharedKeys(file, [one]);
    const added = await run('add');
    const [, next = ''] = await kids();
    expect(added.at(-1)).toBe(`npm run shared-keys -- promote ${next}`);
    expect(await run('list')).toEqual([`${one.kid}  used`, `${next}  known`]);
    await expect(run('remove', one.kid)).rejects.toThrow('First promote another');
    const promoted = await run('promote', next);
    expect(promoted.at(-1)).toBe(`npm run shared-keys -- remove ${one.kid}`);
    expect(await kids()).toEqual([next, one.kid]);
    expect(await run('promote', next)).toEqual([`${next} is used already.`]);
    await run('remove', one.kid);
    expect(await kids()).toEqual([next]);
    await expect(run('promote', 'x')).rejects.toThrow('There is no key x');
  });

  test('goes by the folder of keys where there is one', async () => {
    const lines: string[] = [];
    const surroundings = { dataDirectory: folder, keysDirectory: join(folder, 'keys') };
    const say = (line: string) => lines.push(line);
    await sharedKeys(['add'], { ...surroundings, machineClock: () => 0, say });
    const written = readFileSync(join(folder, 'keys', 'shared-keys.json'), 'utf8');
    expect(lines[0]).toContain((JSON.parse(written) as { keys: { kid: string }[] }).keys[0]?.kid);
  });
});
