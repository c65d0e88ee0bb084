import { X509Certificate } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openAccess, type Access } from '../../../src/app/access.ts';
import { readConfig } from '../../../src/config/config.ts';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';
import { issue } from '../../../src/sandbox/pki/certificates.ts';
import { prepareBank, type RealBank } from '../../contract/access/real-bank.ts';
import { realTime } from '../../helpers/real-time.ts';

const OTHER = 'https://other.bank.example';

let bank: RealBank;
let access: Access | null = null;
let events: ServiceEvent[] = [];

beforeAll(async () => {
  bank = await prepareBank();
});

afterEach(async () => {
  await access?.listeners.close(0);
  [access, events] = [null, []];
});

afterAll(() => {
  rmSync(bank.directory, { recursive: true });
});

/** Opens the TLS listeners of the bank on free ports. */
async function open(changed: Readonly<Record<string, string>> = {}): Promise<Access> {
  const ports = { PIS_HTTPS_PORT: '0', PIS_PAGES_PORT: '0', PIS_CONSOLE_PORT: '0' };
  const console = { PIS_CONSOLE_URL: 'https://localhost:9443' };
  const read = readConfig({ ...bank.settings, ...ports, ...console, ...changed });
  if ('problems' in read) throw new Error(read.problems.join(' '));
  access = await openAccess(read.config, {
    ...{ machineClock: realTime, stopwatch: () => performance.now() },
    observe: (event) => events.push(event),
    onSyncFailed: (error) => {
      throw error;
    },
  });
  return access;
}

/** Replaces the bank's certificate and key. Returns the serial number of the new certificate. */
async function renew(hosts: readonly string[]): Promise<string> {
  const { certificate, key } = await issue(
    [['CN', hosts[0] ?? '']],
    { kind: 'server', hosts },
    null,
    realTime(),
  );
  writeFileSync(bank.pki.server.certificate, certificate);
  writeFileSync(bank.pki.server.key, key);
  return new X509Certificate(certificate).serialNumber;
}

/** Returns the serial number of the certificate that the customers' listener uses. */
function serialAt({ listeners }: Access): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(
      { host: '127.0.0.1', port: listeners.pagesPort, rejectUnauthorized: false },
      () => {
        resolve(socket.getPeerCertificate().serialNumber);
        socket.destroy();
      },
    ).on('error', reject);
  });
}

test.each(['PIS_API_URL', 'PIS_ISSUER_URL', 'PIS_CONSOLE_URL'])(
  'do not open with a certificate for another host than that of %s',
  async (name) => {
    const reason = `server.crt is not a certificate for the host of ${OTHER}.`;
    await expect(open({ [name]: OTHER })).rejects.toThrow(reason);
    // Clients see the certificate of a proxy that terminates TLS.
    const proxy = {
      PIS_CLIENT_CERTIFICATE_HEADER: 'client-cert',
      PIS_PROXY_ADDRESSES: '10.0.0.1',
    };
    await open({ [name]: OTHER, ...proxy });
  },
);

test('keep their certificate if a new one is for another host, and report it', async () => {
  const opened = await open({ PIS_ISSUER_URL: 'https://[::1]:8444' });
  const { serialNumber } = new X509Certificate(readFileSync(bank.pki.server.certificate));
  expect(await serialAt(opened)).toBe(serialNumber);
  await renew(['other.bank.example', '::1']);
  await vi.waitUntil(() => events.length > 0, { timeout: 60_000 });
  expect(events).toEqual([
    {
      ...{ kind: 'failure', what: 'reloading the TLS files' },
      error: new Error(
        `${bank.pki.server.certificate} is not a certificate for the host of ${bank.apiUrl}.`,
      ),
    },
  ]);
  expect(await serialAt(opened)).toBe(serialNumber);
  const renewed = await renew(['localhost', '::1']);
  await expect.poll(() => serialAt(opened), { timeout: 60_000 }).toBe(renewed);
});
