import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectDefined } from '../../../src/shared/assert.ts';
import { ownerOf, readOrganisations } from '../../../src/sandbox/pki/directory.ts';
import { ensureCallback } from '../../../src/sandbox/pki/index.ts';
import { sandboxPki } from '../../../src/sandbox/pki/paths.ts';
import { realTime } from '../../helpers/real-time.ts';
import { IAT, ISS, TAN, verifiedHeader } from '../../helpers/signing.ts';
import { run as runProgram } from './fixtures.ts';

const dataDirectory = mkdtempSync(join(tmpdir(), 'pki-messages-'));
const body = join(dataDirectory, 'body.json');

beforeAll(() => {
  cpSync(inject('pki'), join(dataDirectory, 'pki'), { recursive: true });
  writeFileSync(body, '{"Data":{}}');
});

afterAll(() => {
  rmSync(dataDirectory, { recursive: true, force: true });
});

/** Runs the command and returns its output. */
function run(...args: readonly string[]): Promise<string> {
  return runWith({}, ...args);
}

function runWith(environment: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<string> {
  return runProgram('pki', args, dataDirectory, { environment, clock: realTime });
}

/** The keys that the directory has for a TPP. */
async function keysOf(name: string) {
  const { directory } = sandboxPki(join(dataDirectory, 'pki'));
  const owner = expectDefined(ownerOf((await readOrganisations(directory)) ?? [], name), name);
  return owner.software.keys;
}

/** The claims of a JWT that a TPP signed for an issuer, verified by another library. */
async function claimsOf(jwt: string, name: string, audience: string) {
  const keys = (await keysOf(name)).map((key) => ({ ...key }));
  const verified = await jwtVerify(jwt, createLocalJWKSet({ keys }), {
    audience,
    algorithms: ['PS256'],
    currentDate: new Date(realTime()),
  });
  return verified.payload;
}

describe('pisctl pki prints', () => {
  it('the URL at which a customer authorises a consent', async () => {
    const url = new URL(await run('visit', 'tpp-one', '--consent', 'dpc-1'));
    expect(url.origin + url.pathname).toBe('https://localhost:8444/as/authorize');
    const request = url.searchParams.get('request') ?? '';
    expect(await claimsOf(request, 'tpp-one', 'https://localhost:8444')).toMatchObject({
      client_id: 'tpp-one',
      response_type: 'code id_token',
      redirect_uri: 'https://127.0.0.1:8444/sandbox/callback',
      claims: { id_token: { openbanking_intent_id: { value: 'dpc-1', essential: true } } },
    });
  });

  it('an authorisation URL with the port of PIS_PAGES_PORT', async () => {
    await ensureCallback(sandboxPki(join(dataDirectory, 'pki')).directory, 9444);
    const visit = ['visit', 'tpp-one', '--consent', 'dpc-1'];
    const url = new URL(await runWith({ PIS_PAGES_PORT: '9444' }, ...visit));
    expect(url.origin).toBe('https://localhost:9444');
    expect(url.searchParams.get('redirect_uri')).toBe('https://127.0.0.1:9444/sandbox/callback');
    await expect(runWith({ PIS_PAGES_PORT: '0' }, ...visit)).rejects.toThrow(
      'No service is running, and PIS_PAGES_PORT=0 is not a fixed port.',
    );
  });

  it('an assertion for another client and another issuer', async () => {
    const issuer = 'https://localhost:9444';
    const jwt = await run('assertion', 'tpp-two', '--client', 'client-1', '--issuer', issuer);
    const claims = await claimsOf(jwt, 'tpp-two', issuer);
    expect(claims).toMatchObject({ iss: 'client-1', sub: 'client-1' });
    expect(claims.jti).not.toBe('');
  });

  it('messages of a registered TPP with its client_id', async () => {
    const said = await run('tpp', 'acme', '--redirect', 'https://acme.example/callback');
    expect(said).toContain('visit acme --client <client_id>');
    const visit = ['visit', 'acme', '--consent', 'dpc-1'];
    for (const args of [visit, ['assertion', 'acme']]) {
      await expect(run(...args)).rejects.toThrow(
        'The client_id of acme is missing. Name the one from the response to its registration: ' +
          '--client <client_id>',
      );
    }
    const url = new URL(await run(...visit, '--client', 'client-1'));
    expect(url.searchParams.get('client_id')).toBe('client-1');
    expect(url.searchParams.get('redirect_uri')).toBe('https://acme.example/callback');
  });

  it('the signature of a file', async () => {
    const signature = await run('sign', 'tpp-one', '--body', body);
    const header = await verifiedHeader(signature, '{"Data":{}}', await keysOf('tpp-one'));
    expect(header).toMatchObject({
      [ISS]: 'tpp-one/tpp-one',
      [TAN]: 'openbanking.org.uk',
      [IAT]: expect.any(Number) as number,
      crit: [IAT, ISS, TAN],
    });
  });

  it.each([
    [['visit', 'tpp-one'], /--consent/],
    [['assertion', 'tpp-one', '--issuer', 'localhost'], /Expected a URL such as/],
    [['sign', 'tpp-one'], /--body/],
    [['sign', 'tpp-one', '--body', '/nowhere'], /\/nowhere cannot be read/],
  ])('an error that names the missing argument: %j', async (args, told) => {
    await expect(run(...args)).rejects.toThrow(told);
  });
});
