import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { X509Certificate } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { thumbprintOf } from '../../../../src/auth/certificates/certificates.ts';
import { expectDefined } from '../../../../src/shared/assert.ts';
import {
  ownerOf,
  readOrganisations,
  writeOrganisations,
} from '../../../../src/sandbox/pki/directory.ts';
import { sandboxPki, tppFiles, type SandboxPki } from '../../../../src/sandbox/pki/paths.ts';
import { realTime } from '../../../helpers/real-time.ts';
import { run as runProgram } from '../fixtures.ts';

const REDIRECT = 'https://acme.example/callback';

let dataDirectory: string;
let files: SandboxPki;

/** Runs the command and returns its output. */
function run(...args: readonly string[]): Promise<string> {
  return runProgram('pki', args, dataDirectory, { clock: realTime });
}

async function listed(name: string) {
  const organisations = (await readOrganisations(files.directory)) ?? [];
  return expectDefined(ownerOf(organisations, name), name);
}

function certificateOf(name: string): string {
  return readFileSync(tppFiles(files, name).transport.certificate, 'utf8');
}

beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'pki-program-'));
  files = sandboxPki(join(dataDirectory, 'pki'));
  cpSync(inject('pki'), join(dataDirectory, 'pki'), { recursive: true });
});

afterEach(() => {
  rmSync(dataDirectory, { recursive: true, force: true });
});

describe('pisctl pki', () => {
  it('lists the TPPs', async () => {
    const said = await run('list');
    expect(said).toMatch(/^tpp-one +Active +PISP$/m);
    expect(said).toMatch(/^tpp-lapsed +Withdrawn +PISP$/m);
    expect(JSON.parse(await run('list', '--json'))).toContainEqual({
      ...{ name: 'tpp-lapsed', status: 'Withdrawn', roles: ['PISP'] },
    });
  });

  it('does not create a missing PKI: the folder may be wrong', async () => {
    const folder = join(dataDirectory, 'pki');
    rmSync(folder, { recursive: true });
    for (const args of [['list'], ['suspend', 'tpp-one']]) {
      await expect(run(...args)).rejects.toThrow(
        `There is no PKI in ${folder}. Start the sandbox there first, or set PIS_DATA_DIR.`,
      );
    }
    expect(existsSync(folder)).toBe(false);
  });

  it('creates a TPP and adds it to the directory', async () => {
    const said = await run('tpp', 'acme', '--redirect', REDIRECT, '--redirect', `${REDIRECT}/2`);
    expect(said).toContain(tppFiles(files, 'acme').transport.certificate);
    expect(said).toContain('https://localhost:8443/register');
    const { organisation, software } = await listed('acme');
    expect(organisation).toMatchObject({ status: 'Active', roles: ['PISP'] });
    expect(software).toMatchObject({ redirectUris: [REDIRECT, `${REDIRECT}/2`], status: 'Active' });
    const thumbprint = thumbprintOf(new X509Certificate(certificateOf('acme')));
    expect(software.certificates).toEqual([{ thumbprint, status: 'Active' }]);
    expect(software.keys).toHaveLength(1);
    expect(statSync(tppFiles(files, 'acme').signingKey).mode & 0o777).toBe(0o600);
  });

  it('does not create a TPP with the name of another organisation', async () => {
    const known = expectDefined(await readOrganisations(files.directory), 'the directory');
    const other = { ...(await listed('tpp-one')).organisation, id: 'acme', software: [] };
    await writeOrganisations(files.directory, [...known, other]);
    await expect(run('tpp', 'acme', '--redirect', REDIRECT)).rejects.toThrow(
      'Another organisation already has the name acme. Choose another name.',
    );
  });

  it('prints a signed registration request with a software statement', async () => {
    const request = await run('request', 'tpp-one', '--issuer', 'https://auth.example');
    const claims = decodeJwt(request);
    expect(claims).toMatchObject({
      iss: 'tpp-one',
      aud: 'https://auth.example',
      token_endpoint_auth_method: 'tls_client_auth',
      redirect_uris: expect.arrayContaining(['https://tpp-one.example/callback']) as string[],
    });
    const { software } = await listed('tpp-one');
    expect(decodeProtectedHeader(request)).toMatchObject({
      alg: 'PS256',
      kid: software.keys[0]?.kid,
    });
    const statement = String(claims['software_statement']);
    const { keys } = JSON.parse(readFileSync(files.directoryKeys, 'utf8')) as {
      keys: { kid: string }[];
    };
    expect(decodeProtectedHeader(statement)).toMatchObject({ alg: 'PS256', kid: keys[0]?.kid });
    expect(decodeJwt(statement)).toMatchObject({
      iss: 'OpenBanking Ltd',
      software_id: 'tpp-one',
      org_name: 'Larkfield Payments Ltd',
      software_roles: ['PISP'],
      software_jwks: { keys: software.keys },
    });
    expect(decodeJwt(await run('statement', 'tpp-one'))).toMatchObject({ software_id: 'tpp-one' });
    const signing = decodeJwt(await run('request', 'tpp-two', '--method', 'private_key_jwt'));
    expect(signing).toMatchObject({ token_endpoint_auth_method: 'private_key_jwt' });
    expect(signing).not.toHaveProperty('tls_client_auth_subject_dn');
  });

  it('revokes a certificate in the directory and the CRL and issues another', async () => {
    const before = certificateOf('tpp-one');
    const list = readFileSync(files.crl, 'utf8');
    expect(await run('revoke', 'tpp-one')).toContain(
      'To issue a new one: npx pisctl pki tpp tpp-one',
    );
    const revoked = { thumbprint: thumbprintOf(new X509Certificate(before)), status: 'Revoked' };
    expect((await listed('tpp-one')).software.certificates).toEqual([revoked]);
    expect(readFileSync(files.crl, 'utf8')).not.toBe(list);
    // The next command keeps it revoked.
    await run('list');
    expect((await listed('tpp-one')).software.certificates).toEqual([revoked]);

    await run('tpp', 'tpp-one');
    const after = certificateOf('tpp-one');
    expect((await listed('tpp-one')).software.certificates).toEqual([
      revoked,
      { thumbprint: thumbprintOf(new X509Certificate(after)), status: 'Active' },
    ]);
    expect(new X509Certificate(after).subject).toBe(new X509Certificate(before).subject);
  });

  it('suspends an organisation and reactivates it', async () => {
    expect(await run('suspend', 'tpp-one')).toBe(
      'tpp-one is suspended. To reactivate it: npx pisctl pki admit tpp-one',
    );
    expect((await listed('tpp-one')).organisation.status).toBe('Suspended');
    expect(await run('admit', 'tpp-one')).toBe('tpp-one is active.');
    expect((await listed('tpp-one')).organisation.status).toBe('Active');
    expect(await run('admit', 'tpp-aisp')).toContain('has no access without the role PISP');
  });

  it.each([
    [['tpp', 'acme'], 'A redirect URI is required'],
    [['tpp', 'acme', '--redirect', 'http://acme.example'], 'A redirect URI is required'],
    [
      ['tpp', '../acme', '--redirect', REDIRECT],
      '../acme is not a valid name for a TPP. Use 1 to 40',
    ],
    [
      ['tpp', 'Bad Name', '--redirect', REDIRECT],
      'Bad Name is not a valid name for a TPP. Use 1 to 40',
    ],
    [['tpp', 'tpp-one'], 'The TPP tpp-one already exists and its certificate is valid.'],
    [
      ['statement', 'nobody'],
      'There is no TPP nobody. See npx pisctl pki list, or create it: npx pisctl pki tpp nobody --redirect https://…',
    ],
    [['request', 'tpp-one', '--method', 'secret'], 'Allowed choices are tls_client_auth, private'],
    [['revoke'], "missing required argument 'name'"],
    [['revok', 'tpp-one'], "unknown command 'revok'\n(Did you mean revoke?)"],
    [['constructor', 'tpp-one'], "unknown command 'constructor'"],
    [['suspend', 'tpp-one', 'tpp-two'], 'too many arguments'],
    [['--force'], "unknown option '--force'"],
  ])('changes nothing for %j', async (args, trouble) => {
    const before = readFileSync(files.directory, 'utf8');
    await expect(run(...args)).rejects.toThrow(trouble);
    expect(readFileSync(files.directory, 'utf8')).toBe(before);
  });
});
