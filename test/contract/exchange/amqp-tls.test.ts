import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Exchange } from '../../../src/domain/ports/hub.ts';
import { issue } from '../../../src/sandbox/pki/certificates.ts';
import { openAmqpExchange } from '../../../src/schemes/exchange/amqp.ts';
import type { AmqpOptions } from '../../../src/schemes/exchange/amqp-connection.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createAuthority, HubPki } from '../../helpers/hub-pki.ts';
import { missingBroker, TestBroker } from '../../helpers/rabbitmq.ts';
import { realTime } from '../../helpers/real-time.ts';
import { proxyTo } from './broker-proxy.ts';
import { messageOf } from './messages.ts';

/* Mutual TLS between the bank and a broker, with the certificate of the bank as the login. */

const ID = 'M0000000000000000000000001';

let pki: HubPki;
let broker: TestBroker;

async function opened(options: AmqpOptions): Promise<Exchange> {
  const exchange = await openAmqpExchange(options);
  onTestFinished(() => exchange.close());
  return exchange;
}

describe.skipIf(missingBroker() !== null)('the login over AMQP', () => {
  beforeAll(async () => {
    pki = await HubPki.create();
    broker = await TestBroker.start(pki);
  });

  afterAll(async () => {
    await broker.end();
    pki.remove();
  });

  test('is closed to a certificate of another authority', async () => {
    const files = await pki.bank(await createAuthority());
    const exchange = await opened({ url: broker.freshUrl(), ...files, timeoutMs: 10_000 });
    await expect(exchange.arrived(1)).rejects.toThrow('PIS_HUB_CERTIFICATE');
  });

  test('rejects a broker of another authority', async () => {
    const files = await pki.bank(undefined, await createAuthority());
    const exchange = await opened({ url: broker.freshUrl(), ...files, timeoutMs: 10_000 });
    await expect(exchange.arrived(1)).rejects.toThrow('not from an authority in PIS_HUB_CA.');
  });

  test('needs a user with the name in the certificate', async () => {
    const files = await pki.bank();
    const other = await issue([['CN', 'nobody']], { kind: 'client' }, pki.authority, realTime());
    writeFileSync(files.certificate, other.certificate);
    writeFileSync(files.key, other.key);
    const exchange = await opened({ url: broker.freshUrl(), ...files, timeoutMs: 10_000 });
    await expect(exchange.arrived(1)).rejects.toThrow('The broker refuses the login.');
    // The files are read again, although the next attempt would only be made later.
    await pki.bank();
    await expect(exchange.arrived(1)).resolves.toEqual([]);
  });

  test('needs a virtual host that exists, and a broker that listens', async () => {
    const files = await pki.bank();
    const url = broker.freshUrl().replace(/v\d+$/, 'unknown');
    const exchange = await opened({ url, ...files, timeoutMs: 10_000 });
    await expect(exchange.arrived(1)).rejects.toThrow('The broker refuses the virtual host');
    const nowhere = await opened({ url: 'amqps://127.0.0.1:1', ...files, timeoutMs: 10_000 });
    await expect(nowhere.arrived(1)).rejects.toThrow('There is no connection to the hub.');
  });

  test('uses new files for new connections, and ends the former ones', async () => {
    const [url, proxy] = [broker.freshUrl(), await proxyTo(broker.port)];
    const files = await pki.bank();
    const through = url.replace(String(broker.port), String(proxy.port));
    const exchange = await opened({ url: through, ...files, timeoutMs: 10_000 });
    await exchange.handOver(messageOf(ID, '<a/>'));
    await exchange.handOver(messageOf(ID, '<a/>'));
    expect(proxy.opened).toBe(1);
    await pki.bank();
    await exchange.handOver(messageOf(ID, '<a/>'));
    expect(proxy.opened).toBe(2);
    await eventually(() => expect(proxy.connections).toBe(1));
  });
});
