import { createServer } from 'node:net';
import { once } from 'node:events';
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { newSecret, showCode } from '../../../src/auth/sign-in/one-time-codes.ts';
import { FULL_COST, hashPassword } from '../../../src/auth/sign-in/passwords.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { sandboxPki, type SandboxPki } from '../../../src/sandbox/pki/paths.ts';
import { BANK_ORGANISATION_ID } from '../../../src/sandbox/seed.ts';
import { NORTHWIND } from '../../helpers/payment-file.ts';
import { realTime } from '../../helpers/real-time.ts';
import type { BankOfCustomers } from '../../helpers/secure-customer.ts';

/** What a bank's operators put down before they start the service for the first time. */
export interface RealBank extends BankOfCustomers {
  /** Of the directory's own keeper. */
  readonly directory: string;
  readonly dataDirectory: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** A folder with everything that the secure profile needs, on ports that are free. */
export async function prepareBank(): Promise<RealBank> {
  const directory = mkdtempSync(join(tmpdir(), 'pis-secure-'));
  cpSync(inject('pki'), join(directory, 'pki'), { recursive: true });
  const pki = sandboxPki(join(directory, 'pki'));
  const bankFile = join(directory, 'bank.json');
  const secrets = await writeBankFile(bankFile);
  const [httpsPort, pagesPort] = [await freePort(), await freePort()];
  const [apiUrl, issuerUrl] = [`https://localhost:${httpsPort}`, `https://localhost:${pagesPort}`];
  const settings = {
    ...settingsOf(pki),
    ...{ PIS_PROFILE: 'secure', PIS_HTTPS_PORT: httpsPort, PIS_PAGES_PORT: pagesPort },
    ...{ PIS_API_URL: apiUrl, PIS_ISSUER_URL: issuerUrl, PIS_BANK_FILE: bankFile },
  };
  const nextCodeOf = (user: string): Promise<string> => {
    const secret = expectDefined(secrets.get(user), `the secret of ${user}`);
    return Promise.resolve(
      showCode(secret, { issuer: 'Northbank', user, lastStep: null }, realTime()).code,
    );
  };
  const dataDirectory = join(directory, 'data');
  return { directory, dataDirectory, settings, pki, apiUrl, issuerUrl, nextCodeOf };
}

function settingsOf(pki: SandboxPki) {
  return {
    PIS_TLS_CERTIFICATE_FILE: pki.server.certificate,
    PIS_TLS_KEY_FILE: pki.server.key,
    PIS_CLIENT_CA_FILE: pki.chain,
    PIS_CLIENT_CRL_FILE: pki.crl,
    PIS_SIGNING_KEYS_FILE: pki.bankKeys,
    PIS_ORGANISATION_ID: BANK_ORGANISATION_ID,
    PIS_DIRECTORY: pki.directory,
    PIS_DIRECTORY_KEYS_FILE: pki.directoryKeys,
    PIS_DIRECTORY_REFRESH_SECONDS: '1',
    PIS_BANK_TITLE: 'Northbank',
  };
}

/** A corporate customer with two users; the secrets of their authenticators. */
async function writeBankFile(path: string): Promise<ReadonlyMap<string, string>> {
  const secrets = new Map(['clara', 'colin'].map((user) => [user, newSecret()]));
  const users = [...secrets].map(async ([id, totpSecret]) => ({
    ...{ id, totpSecret, customerId: 'northwind', mayUploadFiles: true, userLimit: null },
    passwordHash: await hashPassword(`${id}-password`, FULL_COST),
  }));
  const name = 'Northwind Components plc';
  const customer = { id: 'northwind', name, segment: 'corporate', companyLimit: null };
  const account = { customerId: 'northwind', kind: 'current', opening: '250000.00' };
  const bank = {
    version: 1,
    sortCodes: ['112800'],
    customers: [customer],
    users: await Promise.all(users),
    accounts: [{ ...account, number: NORTHWIND }],
  };
  writeFileSync(path, JSON.stringify(bank), { mode: 0o600 });
  return secrets;
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}
