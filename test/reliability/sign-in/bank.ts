import { writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { newSecret, showCode } from '../../../src/auth/sign-in/one-time-codes.ts';
import { FULL_COST, hashPassword } from '../../../src/auth/sign-in/passwords.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { SECOND_MS } from '../../../src/shared/time.ts';
import { ensureSandboxPki } from '../../../src/sandbox/pki/index.ts';
import { ServiceProcess } from '../../crash/service-process.ts';
import { realTime } from '../../helpers/real-time.ts';
import { SecureApi } from '../../helpers/secure-api.ts';
import type { BankOfCustomers } from '../../helpers/secure-customer.ts';
import { register } from '../../helpers/secure-operator.ts';
import { secureSettings } from '../../helpers/secure-settings.ts';
import { PROXY_SETTINGS, proxiedFrom } from './networks.ts';

/** Time for which a one-time code is valid, in milliseconds (RFC 6238). */
const PERIOD_MS = 30 * SECOND_MS;

/** A company with two users, who must both approve each payment from its account. */
export interface Company {
  readonly user: string;
  readonly colleague: string;
  readonly account: string;
}

/** A running service with the profile `secure`, with its companies and one registered TPP. */
export interface SignInBank {
  readonly service: ServiceProcess;
  readonly dataDirectory: string;
  readonly customers: BankOfCustomers;
  readonly companies: readonly Company[];
  readonly tpp: SecureApi;
  /** Waits until each user has a valid one-time code that was not used before. */
  untilFreshCodes(): Promise<void>;
}

/** Starts the service behind a TCP proxy, with the given number of companies. Registers a TPP. */
export async function openBank(
  directory: string,
  { companies: count, tppNetwork }: { readonly companies: number; readonly tppNetwork: number },
): Promise<SignInBank> {
  const pki = await ensureSandboxPki({ folder: `${directory}/pki`, now: realTime(), hosts: [] });
  const bankFile = `${directory}/bank.json`;
  const companies = Array.from({ length: count }, (_, index) => companyAt(index + 1));
  const authenticators = new Authenticators(
    companies.flatMap(({ user, colleague }) => [user, colleague]),
  );
  await writeBankFile(bankFile, companies, authenticators);
  const settings = { ...(await secureSettings(pki, bankFile)), ...PROXY_SETTINGS };
  const dataDirectory = `${directory}/data`;
  const service = await ServiceProcess.start({ dataDirectory, settings });
  const customers = {
    ...{ issuerUrl: settings.PIS_ISSUER_URL, apiUrl: settings.PIS_API_URL, pki },
    nextCodeOf: (user: string) => authenticators.nextCodeOf(user),
  };
  const place = { ...customers, origin: service.origin, directory };
  const ofTpp = { ...place, proxyHeader: proxiedFrom(tppNetwork) };
  const tpp = await SecureApi.open(ofTpp, await register(ofTpp, 'tpp-one'));
  const untilFreshCodes = () => authenticators.untilFresh();
  return { service, dataDirectory, customers, companies, tpp, untilFreshCodes };
}

function companyAt(number: number): Company {
  const digits = String(number).padStart(3, '0');
  return {
    user: `customer-${digits}`,
    colleague: `colleague-${digits}`,
    account: `11280000000${digits}`,
  };
}

async function writeBankFile(
  path: string,
  companies: readonly Company[],
  authenticators: Authenticators,
): Promise<void> {
  const users: object[] = [];
  for (const { user, colleague } of companies) {
    for (const id of [user, colleague]) {
      users.push({
        ...{ id, customerId: user, mayUploadFiles: true, userLimit: null },
        totpSecret: authenticators.secretOf(id),
        passwordHash: await hashPassword(`${id}-password`, FULL_COST),
      });
    }
  }
  const bank = {
    version: 1,
    sortCodes: ['112800'],
    customers: companies.map(({ user }) => ({
      ...{ id: user, name: `Company of ${user}`, segment: 'corporate', companyLimit: null },
    })),
    users,
    accounts: companies.map(({ user, account: number }) => ({
      ...{ number, customerId: user, kind: 'current', opening: '250000.00' },
      mandate: [{ from: '0.01', approvals: 2 }],
    })),
  };
  writeFileSync(path, JSON.stringify(bank), { mode: 0o600 });
}

/** Simulates the users' authenticator apps. It returns each one-time code only once. */
class Authenticators {
  readonly #secrets: ReadonlyMap<string, string>;
  readonly #lastSteps = new Map<string, number>();

  constructor(users: readonly string[]) {
    this.#secrets = new Map(users.map((user) => [user, newSecret()]));
  }

  secretOf(user: string): string {
    return expectDefined(this.#secrets.get(user), `the secret of ${user}`);
  }

  /**
   * Returns a one-time code that was not used before. Waits until the service accepts that code.
   */
  async nextCodeOf(user: string): Promise<string> {
    const lastStep = this.#lastSteps.get(user) ?? null;
    const options = { issuer: 'Northbank', user, lastStep };
    const { code, goodFrom } = showCode(this.secretOf(user), options, realTime());
    this.#lastSteps.set(user, goodFrom / PERIOD_MS + 1);
    await wait(Math.max(0, goodFrom - realTime()));
    return code;
  }

  async untilFresh(): Promise<void> {
    const last = Math.max(0, ...this.#lastSteps.values());
    await wait(Math.max(0, (last + 1) * PERIOD_MS - realTime()));
  }
}
