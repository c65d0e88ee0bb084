import 'reflect-metadata';
import { X509Certificate as Authority, X509Crl } from '@peculiar/x509';
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
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
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { thumbprintOf } from '../../../../src/auth/certificates/certificates.ts';
import { sameName } from '../../../../src/auth/certificates/distinguished-names.ts';
import { ownCertificate } from '../../../../src/auth/keys/key-certificates.ts';
import { readKeys, withCertificates, writeKeys } from '../../../../src/auth/keys/key-file.ts';
import type { DirectoryOrganisation } from '../../../../src/domain/records/access.ts';
import { expectDefined } from '../../../../src/shared/assert.ts';
import { DAY_MS } from '../../../../src/shared/time.ts';
import { certify, issue } from '../../../../src/sandbox/pki/certificates.ts';
import { readOrganisations } from '../../../../src/sandbox/pki/directory.ts';
import { ensureSandboxPki } from '../../../../src/sandbox/pki/index.ts';
import { sandboxPki, tppFiles, type SandboxPki } from '../../../../src/sandbox/pki/paths.ts';
import { BANK_ORGANISATION_ID, SANDBOX_SEED } from '../../../../src/sandbox/seed.ts';
import { withoutCertificate } from '../../../helpers/bank-keys.ts';
import { realTime } from '../../../helpers/real-time.ts';

const NOW = realTime();
const TPPS = ['tpp-one', 'tpp-two', 'tpp-lapsed', 'tpp-aisp'];

let folder: string;
let pki: SandboxPki;

/** Returns every file of the folder with its bytes. */
function contents(): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    files
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  );
}

function ensure(now = NOW, hosts: readonly string[] = []): Promise<SandboxPki> {
  return ensureSandboxPki({ folder, now, hosts });
}

function read(path: string): X509Certificate {
  return new X509Certificate(readFileSync(path));
}

/** Returns the names of changed files. */
function changesSince(before: Readonly<Record<string, string>>): readonly string[] {
  const after = contents();
  return Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
}

/** Returns whether the revocation lists are from the issuing authority and from the root. */
function whoseLists(): Promise<readonly boolean[]> {
  const blocks = readFileSync(pki.crl, 'utf8').split(/(?<=END X509 CRL-----\n)/);
  const authorities = [pki.issuing, pki.root];
  return Promise.all(
    blocks.map((block, index) => {
      const authority = authorities[index]?.certificate ?? expect.fail('one list too many');
      const publicKey = new Authority(readFileSync(authority, 'utf8'));
      return new X509Crl(block.replaceAll('X509 CRL', 'CRL')).verify({ publicKey });
    }),
  );
}

async function listed(softwareId: string): Promise<DirectoryOrganisation['software'][number]> {
  const organisations = (await readOrganisations(pki.directory)) ?? [];
  const found = organisations.flatMap(({ software }) => software);
  return found.find(({ id }) => id === softwareId) ?? expect.fail(`${softwareId} is not listed`);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pki-test-'));
  pki = sandboxPki(folder);
  cpSync(inject('pki'), folder, { recursive: true });
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("the sandbox's certificates", () => {
  it('have a chain from the issuing authority to the root', () => {
    const [root, issuing] = [read(pki.root.certificate), read(pki.issuing.certificate)];
    expect(root.verify(root.publicKey)).toBe(true);
    expect(issuing.verify(root.publicKey)).toBe(true);
    expect([root.ca, issuing.ca]).toEqual([true, true]);
    const leaves = [pki.server, ...TPPS.map((id) => tppFiles(pki, id).transport)];
    for (const { certificate, key } of leaves) {
      const leaf = read(certificate);
      expect(leaf.ca).toBe(false);
      expect(leaf.checkIssued(issuing)).toBe(true);
      expect(leaf.verify(issuing.publicKey)).toBe(true);
      expect(leaf.checkPrivateKey(createPrivateKey(readFileSync(key)))).toBe(true);
      expect(readFileSync(certificate, 'utf8')).toContain(
        readFileSync(pki.issuing.certificate, 'utf8'),
      );
    }
  });

  it('name a TPP in the format of UK Open Banking', () => {
    const { subject } = read(tppFiles(pki, 'tpp-one').transport.certificate);
    const number = /PSDGB-FCA-\d{6}/.exec(subject)?.[0] ?? 'none';
    const name = `CN=tpp-one,2.5.4.97=${number},O=Larkfield Payments Ltd,C=GB`;
    expect(sameName(subject, name)).toBe(true);
  });

  it('are valid for every name of this machine', () => {
    const server = read(pki.server.certificate);
    expect(server.checkHost('localhost')).toBe('localhost');
    expect(server.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(server.checkIP('::1')).toBe('::1');
    expect(server.checkHost('bank.example')).toBeUndefined();
  });

  it('are in files that only their owner can read', () => {
    // Checks the original folder, because some Node.js versions do not copy the modes of folders.
    const made = inject('pki');
    for (const name of Object.keys(contents())) {
      expect([name, statSync(join(made, name)).mode & 0o777]).toEqual([name, 0o600]);
    }
    const { tpps } = sandboxPki(made);
    for (const path of [made, tpps, join(tpps, 'tpp-one')]) {
      expect(statSync(path).mode & 0o777).toBe(0o700);
    }
  });

  it('are listed in the directory, with the keys that the TPPs sign with', async () => {
    const organisations = await readOrganisations(pki.directory);
    expect(organisations).toMatchObject(
      SANDBOX_SEED.directory.map(({ id, status, roles }) => ({ id, status, roles })),
    );
    for (const id of TPPS) {
      const files = tppFiles(pki, id);
      const { kid, n } = JSON.parse(readFileSync(files.signingKey, 'utf8')) as Record<
        string,
        string
      >;
      const software = await listed(id);
      expect(software.keys).toEqual([{ kty: 'RSA', kid, use: 'sig', alg: 'PS256', n, e: 'AQAB' }]);
      const thumbprint = thumbprintOf(read(files.transport.certificate));
      expect(software.certificates).toEqual([{ thumbprint, status: 'Active' }]);
    }
    const secrets = ['"d"', '"p"', '"q"'];
    for (const path of [pki.directory, pki.directoryKeys]) {
      for (const secret of secrets) expect(readFileSync(path, 'utf8')).not.toContain(secret);
    }
  });
});

describe('a start of the sandbox', () => {
  it('leaves valid files unchanged', async () => {
    const before = contents();
    await ensure();
    await ensure(NOW + DAY_MS);
    expect(changesSince(before)).toEqual([]);
  });

  it.each(['root.crt', 'root.key', 'issuing.key', 'crl.pem', 'server.key', 'directory-keys.json'])(
    'completes an earlier start that was interrupted before %s was written',
    async (missing) => {
      rmSync(join(folder, missing));
      await ensure();
      const [issuing, server] = [read(pki.issuing.certificate), read(pki.server.certificate)];
      expect(issuing.verify(read(pki.root.certificate).publicKey)).toBe(true);
      expect(server.verify(issuing.publicKey)).toBe(true);
      const chain = readFileSync(pki.chain, 'utf8');
      expect(chain).toBe(
        readFileSync(pki.issuing.certificate, 'utf8') + readFileSync(pki.root.certificate, 'utf8'),
      );
      expect(await whoseLists()).toEqual([true, true]);
      const before = contents();
      await ensure();
      expect(changesSince(before)).toEqual([]);
    },
  );

  it('replaces a certificate that does not match its key, and lists the new one', async () => {
    const { transport } = tppFiles(pki, 'tpp-one');
    cpSync(tppFiles(pki, 'tpp-two').transport.key, transport.key);
    await ensure();
    const { certificates } = await listed('tpp-one');
    expect(certificates).toHaveLength(2);
    const thumbprint = thumbprintOf(read(transport.certificate));
    expect(certificates[1]).toEqual({ thumbprint, status: 'Active' });
  });

  it('renews certificates that expire soon, with the same subject', async () => {
    const before = read(tppFiles(pki, 'tpp-one').transport.certificate);
    const root = readFileSync(pki.root.certificate, 'utf8');
    const late = NOW + 380 * DAY_MS;
    await ensure(late);
    const after = read(tppFiles(pki, 'tpp-one').transport.certificate);
    expect(Date.parse(after.validTo)).toBeGreaterThan(late + 300 * DAY_MS);
    expect(after.subject).toBe(before.subject);
    expect(readFileSync(pki.root.certificate, 'utf8')).toBe(root);
  });

  it('adds certificates to keys of an older folder that has none', async () => {
    const certified = await readKeys(pki.bankKeys);
    const bare = certified.map(withoutCertificate);
    await writeKeys(pki.bankKeys, bare);
    await ensure();
    const stored = await readKeys(pki.bankKeys);
    expect(stored).toMatchObject(bare);
    const certificate = expectDefined(
      ownCertificate(expectDefined(stored[0], 'a key')),
      'its certificate',
    );
    expect(certificate.verify(read(pki.issuing.certificate).publicKey)).toBe(true);
    expect(certificate.subject).toContain(`CN=${BANK_ORGANISATION_ID}`);
    const before = contents();
    await ensure();
    expect(changesSince(before)).toEqual([]);
  });

  it('renews the certificate of a signing key, but not one of another authority', async () => {
    const until = async () =>
      (await readKeys(pki.bankKeys)).map((key) => ownCertificate(key)?.validTo);
    const [before] = await until();
    await ensure(NOW + 380 * DAY_MS);
    expect(await until()).not.toEqual([before]);

    const [key] = await readKeys(pki.bankKeys);
    const elsewhere = await issue(
      [['CN', 'Another CA']],
      { kind: 'authority', mayHaveAuthorities: false },
      null,
      NOW,
    );
    const publicKey = createPublicKey({ key: expectDefined(key, 'a key'), format: 'jwk' });
    const spki = Buffer.from(publicKey.export({ type: 'spki', format: 'der' }));
    const own = await certify(
      { publicKey: spki, subject: [['CN', 'bank']], purpose: { kind: 'signatures' } },
      elsewhere,
      NOW,
    );
    await writeKeys(pki.bankKeys, [
      withCertificates(expectDefined(key, 'a key'), [new X509Certificate(own)]),
    ]);
    const [foreign] = await until();
    await ensure(NOW + 390 * DAY_MS);
    expect(await until()).toEqual([foreign]);
  });

  it('adds new hosts to the certificate, and keeps them after they are removed from the settings', async () => {
    await ensure(NOW, ['bank.example', '192.0.2.7']);
    const server = read(pki.server.certificate);
    expect(server.checkHost('bank.example')).toBe('bank.example');
    expect(server.checkIP('192.0.2.7')).toBe('192.0.2.7');
    const before = contents();
    await ensure();
    expect(changesSince(before)).toEqual([]);
  });

  it('keeps changes that were made in the directory', async () => {
    const text = readFileSync(pki.directory, 'utf8').replace('"Active"', '"Suspended"');
    writeFileSync(pki.directory, text);
    await ensure();
    expect(readFileSync(pki.directory, 'utf8')).toBe(text);
  });

  it('does not overwrite a directory that it cannot parse', async () => {
    writeFileSync(pki.directory, '{"organisations": 7}');
    await expect(ensure()).rejects.toThrow(
      'directory.json is not a valid directory document. organisations:',
    );
    expect(readFileSync(pki.directory, 'utf8')).toBe('{"organisations": 7}');
  });
});
