import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { createService } from '../../../src/app/index.ts';
import { openAccess } from '../../../src/app/access.ts';
import { ServiceProcess } from '../../crash/service-process.ts';
import { NORTHWIND } from '../../helpers/payment-file.ts';
import { realTime } from '../../helpers/real-time.ts';
import { SecureApi } from '../../helpers/secure-api.ts';
import { register, runPki } from '../../helpers/secure-operator.ts';
import { dataOf, faultsOf } from '../../helpers/tpp.ts';
import { clientOf } from './cases.ts';
import { prepareBank, type RealBank } from './real-bank.ts';

const MAIN = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

/** Time after which the test stops a service that should have refused to start, in milliseconds. */
const TO_AN_END_MS = 100_000;

/** The environment of each service. The tests set the cache, so that processes start faster. */
const ENVIRONMENT = {
  PIS_HTTP_PORT: '0',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};

/** Starts the service and waits for its exit. Returns its exit code and its standard error. */
function runInVain(bank: RealBank, settings: Readonly<Record<string, string>> = {}) {
  const { status, stderr } = spawnSync(process.execPath, [MAIN], {
    env: { ...ENVIRONMENT, PIS_DATA_DIR: bank.dataDirectory, ...bank.settings, ...settings },
    timeout: TO_AN_END_MS,
    encoding: 'utf8',
  });
  return { status, stderr };
}

/** Returns the reason why the service refuses to start. It is the text after `Not started: `. */
async function whyNotStarted(
  { dataDirectory, settings }: RealBank,
  otherwise: Readonly<Record<string, string>>,
): Promise<string> {
  const ports = { PIS_HTTP_PORT: '0', PIS_HTTPS_PORT: '0', PIS_PAGES_PORT: '0' };
  const read = readConfig({ PIS_DATA_DIR: dataDirectory, ...settings, ...ports, ...otherwise });
  if ('problems' in read) return read.problems.join(' ');
  const surroundings = {
    machineClock: realTime,
    stopwatch: () => performance.now(),
    observe: () => undefined,
    onSyncFailed: (error: Error) => {
      throw error;
    },
  };
  const opening = openAccess(read.config, surroundings);
  const refusal = (error: Error): string => error.message;
  const started = opening.then((access) => createService(read.config, surroundings, access));
  const startError = await started.then(async (service) => {
    await service.stop();
    return 'It started.';
  }, refusal);
  await opening.then(
    ({ listeners }) => listeners.close(0),
    () => undefined,
  );
  return startError;
}

test('the service does not start if other users can read its files', async () => {
  const bank = await prepareBank();
  mkdirSync(bank.dataDirectory);
  chmodSync(bank.dataDirectory, 0o755);
  const keys = bank.settings['PIS_SIGNING_KEYS_FILE'] ?? '';
  chmodSync(keys, 0o644);
  const { status, stderr } = runInVain(bank);
  expect(status).toBe(2);
  expect(stderr).toContain(`Run: chmod 700 '${bank.dataDirectory}'.`);
  expect(stderr).toContain(`Run: chmod 600 '${keys}'.`);
  rmSync(bank.directory, { recursive: true });
});

describe('a bank with the secure profile', () => {
  let bank: RealBank;
  let service: ServiceProcess;
  beforeAll(async () => {
    bank = await prepareBank();
    const { dataDirectory, settings } = bank;
    service = await ServiceProcess.start({ dataDirectory, settings });
  });
  afterAll(async () => {
    const end = await service.stop();
    rmSync(bank.directory, { recursive: true });
    expect([end.code, service.lastWords]).toEqual([0, '']);
  });

  test("serves only operators' endpoints at the internal listener", async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics', '/openapi.json']) {
      expect([path, (await fetch(`${service.origin}${path}`)).status]).toEqual([path, 200]);
    }
    for (const path of [
      '/open-banking/v3.1/pisp/domestic-payments/x',
      '/open-banking/v3.1/vrp/domestic-vrps/x',
      '/extensions/v1/file-checks',
      '/sandbox/clock',
      '/sandbox/token',
      '/sandbox/users/clara/code',
      '/as/token',
      '/as/jwks',
      '/register',
      '/interaction/x',
    ]) {
      for (const method of ['GET', 'POST']) {
        const { status } = await fetch(`${service.origin}${path}`, { method });
        expect([method, path, status]).toEqual([method, path, 404]);
      }
    }
  });

  test('links from the internal listener to the others, and to nothing of the sandbox', async () => {
    const at = (path: string) => `${bank.apiUrl}/open-banking/${path}`;
    const signpost = await (await fetch(`${service.origin}/`)).json();
    expect(signpost).toEqual({
      ...{ name: 'Payment Initiation', version: '3.1.9' },
      description: expect.any(String) as string,
      openapi: `${service.origin}/openapi.json`,
      docs: `${service.origin}/docs`,
      discovery: `${bank.issuerUrl}/.well-known/openid-configuration`,
      customers: `${bank.issuerUrl}/my`,
      standard: ['v3.1/pisp', 'v3.1/vrp', 'v4.0/pisp'].map(at),
      events: expect.arrayContaining([expect.stringContaining(at('v3.1/events'))]) as string[],
      extensions: expect.arrayContaining([expect.stringContaining(`${bank.apiUrl}/ext`)]) as object,
    });
  });

  test('describes no endpoint of the sandbox', async () => {
    const described = await (await fetch(`${service.origin}/openapi.json`)).json();
    const { paths } = described as { readonly paths: object };
    expect(Object.keys(paths).filter((path) => path.startsWith('/sandbox'))).toEqual([]);
    expect(Object.keys(paths)).toContain('/extensions/v1/file-checks');
  });

  test('has none of the TPPs and customers of the sandbox', async () => {
    const anybody = { ...bank, origin: service.origin };
    await expect(SecureApi.open(anybody)).rejects.toThrow('invalid_client');
  });

  test("accepts a TPP's registration and a payment that a customer of its bank file approves", async () => {
    const tpp = await register(bank, 'tpp-one');
    const api = await SecureApi.open({ ...bank, origin: service.origin }, tpp);
    const client = clientOf(api, 'domestic-payments');
    api.signs = false;
    const unsigned = await client.register();
    expect([unsigned.status, faultsOf(unsigned)]).toEqual([
      400,
      ['Signature.Missing x-jws-signature'],
    ]);

    api.signs = true;
    const consentId = await client.prepared();
    const { json } = await client.decide(consentId, { user: 'clara', debtorAccount: NORTHWIND });
    const token = String(json?.['access_token']);
    const paymentId = client.paymentIdOf(await client.submit({ consentId, token }));
    const status = async () => dataOf(await client.readPayment(paymentId))['Status'];
    await expect.poll(status, { timeout: 60_000 }).toBe('AcceptedCreditSettlementCompleted');
  });

  test('refuses an agreed exchange rate, because it has no contracts', async () => {
    const tpp = await register(bank, 'tpp-one');
    const api = await SecureApi.open({ ...bank, origin: service.origin }, tpp);
    const refused = await clientOf(api, 'international-payments').register();
    const at = 'Data.Initiation.ExchangeRateInformation.RateType';
    expect([refused.status, faultsOf(refused)]).toEqual([400, [`Field.Invalid ${at}`]]);
  });

  test('refuses a TPP that the directory suspends', async () => {
    const api = await SecureApi.open(
      { ...bank, origin: service.origin },
      await register(bank, 'tpp-two', 'private_key_jwt'),
    );
    const status = async () => (await api.get('/domestic-payments/none')).status;
    expect(await status()).toBe(400);
    await runPki(bank, 'suspend', 'tpp-two');
    await expect.poll(status, { timeout: 60_000 }).toBe(401);
  });
});

describe('a directory at a URL', () => {
  test('is requested at intervals, and nothing changes while it is unavailable', async () => {
    const bank = await prepareBank();
    let isAway = true;
    const directory = createServer((_, outgoing) => {
      if (isAway) outgoing.writeHead(503).end();
      else outgoing.end(readFileSync(bank.pki.directory));
    }).listen(0, '127.0.0.1');
    await once(directory, 'listening');
    const { port } = directory.address() as AddressInfo;
    const { dataDirectory } = bank;
    const address = { PIS_DIRECTORY: `http://127.0.0.1:${String(port)}/directory` };
    const service = await ServiceProcess.start({
      ...{ dataDirectory, settings: { ...bank.settings, ...address } },
    });
    await expect(register(bank, 'tpp-one')).rejects.toThrow('unapproved_software_statement');
    isAway = false;
    const tpp = await vi.waitFor(() => register(bank, 'tpp-one'), {
      timeout: 60_000,
      interval: 500,
    });
    const api = await SecureApi.open({ ...bank, origin: service.origin }, tpp);
    isAway = true;
    await vi.waitUntil(() => service.lastWords.split('503').length > 2, { timeout: 60_000 });
    expect((await api.get('/domestic-payments/none')).status).toBe(400);
    await service.stop();
    directory.close();
    rmSync(bank.directory, { recursive: true });
  });
});

describe('the secure profile does not start', () => {
  let bank: RealBank;
  beforeAll(async () => {
    bank = await prepareBank();
  });
  afterAll(() => {
    rmSync(bank.directory, { recursive: true });
  });

  test('and reports the reason in one line, with the name of the setting', () => {
    const [absent, wrong] = [join(bank.directory, 'not-there'), join(bank.directory, 'wrong')];
    writeFileSync(wrong, '{"sortCodes":[]}');
    for (const [variable, value] of [
      ['PIS_API_URL', 'http://api.bank.example'],
      ['PIS_BANK_FILE', absent],
      ['PIS_BANK_FILE', wrong],
    ] as const) {
      const { status, stderr } = runInVain(bank, { [variable]: value });
      expect(status).toBe(2);
      expect(stderr).toMatch(/^Not started: [^\n]+\n$/);
      for (const named of [variable, value]) expect(stderr).toContain(named);
    }
  });

  test.each([
    'PIS_TLS_CERTIFICATE_FILE',
    'PIS_TLS_KEY_FILE',
    'PIS_CLIENT_CA_FILE',
    'PIS_CLIENT_CRL_FILE',
    'PIS_SIGNING_KEYS_FILE',
    'PIS_DIRECTORY_KEYS_FILE',
    'PIS_DIRECTORY',
  ])('without the file of %s, and names the file in one line', async (variable) => {
    const path = join(bank.directory, 'not-there');
    const message = await whyNotStarted(bank, { [variable]: path });
    expect(message).toContain(path);
    expect(message).not.toContain('\n');
  });

  test.each([
    ['PIS_TLS_CERTIFICATE_FILE', 'none'],
    ['PIS_TLS_KEY_FILE', 'none'],
    ['PIS_CLIENT_CA_FILE', 'none'],
    ['PIS_CLIENT_CRL_FILE', 'none'],
    ['PIS_SIGNING_KEYS_FILE', '{}'],
    ['PIS_DIRECTORY_KEYS_FILE', '{"keys":[]}'],
    ['PIS_DIRECTORY', '{"organisations":1}'],
  ])('if the file of %s contains %j, and names the file in one line', async (variable, text) => {
    const path = join(bank.directory, 'wrong');
    writeFileSync(path, text);
    const message = await whyNotStarted(bank, { [variable]: path });
    expect(message).toContain(path);
    expect(message).not.toContain('\n');
  });

  test.each([
    ['PIS_API_URL', 'http://api.bank.example'],
    ['PIS_ISSUER_URL', 'https://auth.bank.example/path'],
    ['PIS_DIRECTORY', 'http://directory.example/'],
  ])('with %s=%s', async (variable, value) => {
    const message = await whyNotStarted(bank, { [variable]: value });
    expect(message).toContain(new URL(value).hostname);
    expect(message).not.toContain('\n');
  });

  test("with a sandbox's data, nor the sandbox with a bank's data", async () => {
    const { directory, settings } = bank;
    const dataDirectory = join(directory, 'sandbox');
    const sandbox = await ServiceProcess.start({ dataDirectory });
    await sandbox.stop();
    const { status, stderr } = runInVain({ ...bank, dataDirectory });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/PIS_PROFILE=sandbox.*\n$/)]);

    const other = join(directory, 'bank');
    const secure = await ServiceProcess.start({ dataDirectory: other, settings });
    await secure.stop();
    const started = ServiceProcess.start({ dataDirectory: other });
    await expect(started).rejects.toThrow('PIS_PROFILE=secure');
  });
});
