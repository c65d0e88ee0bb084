import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { newSecret, showCode } from '../../../src/auth/sign-in/one-time-codes.ts';
import { FULL_COST, hashPassword } from '../../../src/auth/sign-in/passwords.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { sandboxPki } from '../../../src/sandbox/pki/paths.ts';
import { NORTHWIND } from '../../helpers/payment-file.ts';
import { realTime } from '../../helpers/real-time.ts';
import type { BankOfCustomers } from '../../helpers/secure-customer.ts';
import { secureSettings } from '../../helpers/secure-settings.ts';

/**
 * The files and settings that an operator prepares before the service starts for the first time.
 */
export interface RealBank extends BankOfCustomers {
  /** Path of the temporary folder that contains all files. */
  readonly directory: string;
  readonly dataDirectory: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** Creates a folder with all files that the profile `secure` needs. Chooses free ports. */
export async function prepareBank(): Promise<RealBank> {
  const directory = mkdtempSync(join(tmpdir(), 'pis-secure-'));
  cpSync(inject('pki'), join(directory, 'pki'), { recursive: true });
  const pki = sandboxPki(join(directory, 'pki'));
  const bankFile = join(directory, 'bank.json');
  const secrets = await writeBankFile(bankFile);
  const settings = await secureSettings(pki, bankFile);
  const { PIS_API_URL: apiUrl, PIS_ISSUER_URL: issuerUrl } = settings;
  const nextCodeOf = (user: string): Promise<string> => {
    const secret = expectDefined(secrets.get(user), `the secret of ${user}`);
    return Promise.resolve(
      showCode(secret, { issuer: 'Northbank', user, lastStep: null }, realTime()).code,
    );
  };
  const dataDirectory = join(directory, 'data');
  return { directory, dataDirectory, settings, pki, apiUrl, issuerUrl, nextCodeOf };
}

/**
 * Writes a bank file with one corporate customer and two users. Returns the secret of each user's
 * authenticator.
 */
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
