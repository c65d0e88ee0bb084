import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openHttpsExchange } from '../../../src/schemes/exchange/https.ts';
import { createAuthority, HubPki } from '../../helpers/hub-pki.ts';
import { TestHub } from '../../helpers/hub.ts';
import { openExchange, startHub } from './scripted-hub.ts';

/* Mutual TLS between the bank and a payment hub. */

let pki: HubPki;

beforeAll(async () => {
  pki = await HubPki.create();
});

afterAll(() => pki.remove());

/** Starts the hub simulator with a certificate, and returns its URL. */
async function simulatorWith(certificates: Pick<HubPki, 'hub'> = pki): Promise<string> {
  const { authority } = pki;
  const hub = new TestHub({ ...certificates, authority });
  onTestFinished(() => hub.end());
  hub.start();
  return hub.url();
}

describe('the exchange over HTTPS', () => {
  test('is open to the certificate of the bank', async () => {
    const exchange = await openExchange(pki, await simulatorWith());
    expect(await exchange.arrived(1)).toEqual([]);
  });

  test('is closed to a certificate of another authority with the same name', async () => {
    const issuer = await createAuthority();
    const exchange = await openExchange(pki, await simulatorWith(), { issuer });
    await expect(exchange.arrived(1)).rejects.toThrow(
      'The hub closed the connection. If it always does, check that it accepts the certificate in ' +
        'PIS_HUB_CERTIFICATE. (ECONNRESET)',
    );
  });

  test('rejects an expired certificate of the hub', async () => {
    const url = await simulatorWith({ hub: await pki.expiredHub() });
    const exchange = await openExchange(pki, url);
    await expect(exchange.arrived(1)).rejects.toThrow(
      'The certificate of the hub has expired. The hub needs a new one. (CERT_HAS_EXPIRED)',
    );
  });

  test('rejects a certificate of the hub for another host', async () => {
    const url = await simulatorWith({ hub: await pki.hubElsewhere() });
    const exchange = await openExchange(pki, url);
    await expect(exchange.arrived(1)).rejects.toThrow('is for another host name.');
  });

  test('rejects a hub of another authority', async () => {
    const trusted = await createAuthority();
    const exchange = await openExchange(pki, await simulatorWith(), { trusted });
    await expect(exchange.arrived(1)).rejects.toThrow('not from an authority in PIS_HUB_CA.');
  });

  test('rejects a hub without TLS, and one that does not listen', async () => {
    const server = createServer((_, outgoing) => void outgoing.end('{}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const exchange = await openExchange(pki, url);
    await expect(exchange.arrived(1)).rejects.toThrow('The hub does not answer with TLS.');
    await new Promise((resolve) => server.close(resolve));
    await expect(exchange.arrived(1)).rejects.toThrow('There is no connection to the hub.');
  });

  test('shows a new certificate after its files were replaced', async () => {
    const shown = new Set<string>();
    const url = await startHub(pki, ({ socket }, outgoing) => {
      if (socket instanceof TLSSocket) shown.add(socket.getPeerCertificate().serialNumber);
      outgoing.end('{"documents":[]}');
    });
    const exchange = await openExchange(pki, url);
    for (let time = 0; time < 3; time += 1) await exchange.arrived(1);
    expect(shown.size).toBe(1);
    await pki.bank();
    for (let time = 0; time < 3; time += 1) await exchange.arrived(1);
    expect(shown.size).toBe(2);
  });
});

describe('the files for TLS', () => {
  let files: Awaited<ReturnType<HubPki['bank']>>;

  beforeEach(async () => {
    files = await pki.bank();
  });

  const open = () => openHttpsExchange({ url: 'https://127.0.0.1:1', ...files, timeoutMs: 100 });

  test('must exist', async () => {
    rmSync(files.key);
    await expect(open()).rejects.toThrow(`PIS_HUB_KEY=${files.key} cannot be read: ENOENT`);
  });

  test('must belong together', async () => {
    writeFileSync(files.key, pki.hub.key);
    await expect(open()).rejects.toThrow('are not a certificate and its private key.');
  });

  test('must contain an authority', async () => {
    writeFileSync(files.authorities, readFileSync(files.key));
    await expect(open()).rejects.toThrow(`${files.authorities} contains no certificate.`);
  });
});
