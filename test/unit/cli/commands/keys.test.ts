import { X509Certificate } from 'node:crypto';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { ownCertificate } from '../../../../src/auth/keys/key-certificates.ts';
import { readKeys, writeKeys, type PrivateJwk } from '../../../../src/auth/keys/key-file.ts';
import { openKeyRing } from '../../../../src/auth/keys/key-ring.ts';
import { expectDefined } from '../../../../src/shared/assert.ts';
import { sandboxPki } from '../../../../src/sandbox/pki/paths.ts';
import { CliError } from '../../../../src/cli/program.ts';
import { one, two, withoutCertificate } from '../../../helpers/bank-keys.ts';
import { run as runProgram } from '../fixtures.ts';

let folder = '';
let file = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'));
  file = join(folder, 'keys.json');
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function pemOf(der: string): string {
  return new X509Certificate(Buffer.from(der, 'base64')).toString();
}

/** Runs the command and returns its output by line. */
async function run(words: readonly string[], named: { readonly file?: string } = { file }) {
  const environment = { PIS_SIGNING_KEYS_FILE: named.file };
  return (await runProgram('keys', words, folder, { environment })).split('\n');
}

function kids(): string[] {
  const { keys: found } = JSON.parse(readFileSync(file, 'utf8')) as { keys: PrivateJwk[] };
  return found.map(({ kid }) => kid);
}

describe('pisctl keys', () => {
  test('creates the first key in a file that only its owner can read', async () => {
    expect(await run(['list'])).toEqual([
      `There are no keys in ${file}. Create the first: npx pisctl keys add`,
    ]);
    const [said] = await run(['add']);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const ring = openKeyRing(file, { observe: () => undefined });
    ring.stop();
    const { kid } = ring.signing();
    expect(kid).toMatch(/^[\w-]{43}$/);
    expect(said).toBe(`Created ${kid}, the first key in ${file}. It is the signing key.`);
  });

  test("uses the sandbox's keys without PIS_SIGNING_KEYS_FILE", async () => {
    file = join(folder, 'pki', 'bank-keys.json');
    await writeKeys(file, [one]);
    expect(await run(['list'], {})).toEqual([`${one.kid}  signs`]);
  });

  test('changes the key by add, promote and remove', async () => {
    await run(['add']);
    const [old = ''] = kids();
    const added = await run(['add']);
    const [, next = ''] = kids();
    expect(added.at(-1)).toContain(`npx pisctl keys promote ${next}`);
    expect(await run(['list'])).toEqual([`${old}  signs`, `${next}  published`]);

    const promoted = await run(['promote', next]);
    expect(kids()).toEqual([next, old]);
    expect(promoted.at(-1)).toBe(`npx pisctl keys remove ${old}`);
    expect(await run(['promote', next])).toEqual([`${next} is already the signing key.`]);

    await run(['remove', old]);
    expect(kids()).toEqual([next]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('loses no key if two commands add one at the same time', async () => {
    const added = await Promise.allSettled([run(['add']), run(['add'])]);
    const refused = added.filter((result) => result.status === 'rejected');
    for (const { reason } of refused) {
      expect(String(reason)).toMatch(/^CliError: Another command is changing .+keys\.json\./);
    }
    expect(kids()).toHaveLength(added.length - refused.length);
  });

  test('does not remove the signing key', async () => {
    await writeKeys(file, [one, two]);
    await expect(run(['remove', one.kid])).rejects.toThrow(
      'is the signing key. First promote another key: npx pisctl keys promote <kid>',
    );
    expect(kids()).toEqual([one.kid, two.kid]);
    await run(['remove', two.kid]);
    await expect(run(['remove', one.kid])).rejects.toThrow(
      'First create another key and promote it: npx pisctl keys add',
    );
  });

  test.each([
    [[]],
    [['promote']],
    [['remove']],
    [['list', 'all']],
    [['rotate']],
    [['rotate', 'x']],
    [['promote', 'x']],
    [['promote', 'x', 'y']],
    [['certify', one.kid]],
    [['certify', 'x', 'y']],
    [['--help']],
  ])('changes nothing for %j', async (words) => {
    await writeKeys(file, [one]);
    await expect(run(words)).rejects.toThrow();
    expect(kids()).toEqual([one.kid]);
  });

  test("publishes a key's certificate and shows its last day", async () => {
    const [certified] = await readKeys(sandboxPki(inject('pki')).bankKeys);
    const { x5c = [], ...rest } = expectDefined(certified, 'a key');
    const key = withoutCertificate(rest);
    await writeKeys(file, [one, key]);
    const pem = join(folder, 'chain.pem');
    writeFileSync(pem, x5c.map((der) => pemOf(der)).join(''));
    const said = await run(['certify', key.kid, pem]);
    expect(said).toEqual([`${key.kid} is published with its certificate and its issuers.`]);
    expect(await readKeys(file)).toEqual([one, certified]);
    const [, listed] = await run(['list']);
    expect(listed).toMatch(/ {2}published {2}certificate until 20\d\d-\d\d-\d\d$/);

    await expect(run(['certify', one.kid, pem])).rejects.toThrow(
      `${pem} cannot be used. The certificate x5c[0] belongs to another key.`,
    );
    writeFileSync(pem, 'none');
    await expect(run(['certify', key.kid, pem])).rejects.toThrow('no certificate in PEM format');
    await expect(run(['certify', key.kid, '/nowhere'])).rejects.toThrow(CliError);
    expect(await readKeys(file)).toEqual([one, certified]);
  });

  test("certifies a new key of the sandbox by the sandbox's authority", async () => {
    const pki = sandboxPki(join(folder, 'pki'));
    cpSync(inject('pki'), join(folder, 'pki'), { recursive: true });
    await run(['add'], {});
    const [, added] = await readKeys(pki.bankKeys);
    const certificate = expectDefined(
      ownCertificate(expectDefined(added, 'the new key')),
      'its certificate',
    );
    const authority = new X509Certificate(readFileSync(pki.issuing.certificate));
    expect(certificate.verify(authority.publicKey)).toBe(true);
  });

  test('changes nothing in a file that it cannot read', async () => {
    writeFileSync(file, '{}');
    await expect(run(['add'])).rejects.toThrow(`The keys cannot be used. ${file}: `);
    expect(readFileSync(file, 'utf8')).toBe('{}');
  });

  test('names a missing folder and does not create it', async () => {
    await expect(run(['list'], {})).rejects.toThrow(
      `there are no keys of a sandbox in ${folder}/pki. For a bank, set`,
    );
    await expect(run(['add'], {})).rejects.toThrow(
      `there are no keys of a sandbox in ${folder}/pki. For a bank, set`,
    );
    const elsewhere = { file: join(folder, 'nowhere', 'keys.json') };
    for (const words of [['list'], ['remove', 'x']]) {
      await expect(run(words, elsewhere)).rejects.toThrow(
        `The folder ${folder}/nowhere does not exist.`,
      );
    }
    expect(readdirSync(folder)).toEqual([]);
    const [said] = await run(['add'], elsewhere);
    expect(said).toContain('the first key');
  });

  test('names a missing argument', async () => {
    await expect(run(['certify', 'x'])).rejects.toThrow("missing required argument 'file'");
    await expect(run(['remove'])).rejects.toThrow("missing required argument 'kid'");
  });

  test.each(['-hkid', '--kid', '-jkid'])(
    'accepts an ID that begins with a dash: %s',
    async (kid) => {
      await writeKeys(file, [one, { ...two, kid }]);
      await run(['promote', kid]);
      expect(kids()).toEqual([kid, one.kid]);
    },
  );

  test('prints the keys as JSON', async () => {
    await writeKeys(file, [one, two]);
    expect(JSON.parse((await run(['list', '--json'])).join(''))).toEqual([
      { kid: one.kid, signs: true, certificateUntil: null },
      { kid: two.kid, signs: false, certificateUntil: null },
    ]);
  });

  test('prints no secrets', async () => {
    await writeKeys(file, [one, two]);
    const said = [await run(['list']), await run(['promote', two.kid]), await run(['add'])].flat();
    expect(said.join()).toContain(two.kid);
    for (const secret of [one.d, one.p, two.d, two.p]) expect(said.join()).not.toContain(secret);
  });
});
