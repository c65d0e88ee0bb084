import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tppFiles } from '../../src/sandbox/pki/paths.ts';
import { readRaw } from '../helpers/raw.ts';
import { useSecureService } from '../helpers/secure-service.ts';
import { eventually } from '../helpers/eventually.ts';
import { deployed, type Changes } from './deployed.ts';
import { BY_ADDRESS } from './machine.ts';
import { makeFile, makeFolder } from './folders.ts';
import { start, whatIsMissing, type Program } from './programs.ts';

/** Loopback addresses of the load balancer and of the node's machine. */
const BALANCER = '127.0.15.1';
const NODE = '127.0.15.2';
/** The loopback address of the load balancer that compose.yaml starts. */
const COMPOSED = '127.0.15.5';

/** The settings of both configuration files that a test must change: the log, and the user. */
const HERE: Changes = {
  'log /dev/log local0': 'log stdout format raw local0',
  '    user haproxy\n    group haproxy\n': '',
};

describe.skipIf(whatIsMissing(['haproxy']) !== null)('the haproxy of deploy/', () => {
  const service = useSecureService({
    config: { proxyProtocol: 'v2', proxyAddresses: ['127.0.0.1'] },
  });
  const portOf = (address: string): string => new URL(address).port;
  let folder = '';
  const running: Program[] = [];
  const run = (name: string, text: string, env: Record<string, string>): void => {
    const args = ['-db', '-f', makeFile(join(folder, name), text)];
    running.push(start('haproxy', args, { env, log: join(folder, `${name}.log`) }));
  };

  beforeAll(() => {
    folder = makeFolder(mkdtempSync(join(tmpdir(), 'pis-balancer-')));
    const beside = deployed('service/haproxy-node.cfg', {
      ...{ ...HERE, ...BY_ADDRESS },
      '127.0.0.1:5432': `${NODE}:5432`,
      // The test runs no database, so the file may contain any authority's certificate.
      '/etc/haproxy/database-ca.pem': makeFile(
        join(folder, 'ca.pem'),
        readFileSync(service().pki.root.certificate, 'utf8'),
      ),
      '127.0.0.1:8080': new URL(service().origin).host,
    });
    run('node.cfg', beside, { NODE_ADDRESS: NODE });
    const entrance = deployed('balancer/haproxy.cfg', {
      ...HERE,
      ':443"': ':8443"',
      // Only root may use the original value, so lower it.
      'maxconn 10000': 'maxconn 100',
      'node-1.bank.internal:8443 check': `127.0.0.1:${portOf(service().apiUrl)} check addr ${NODE}`,
      'node-1.bank.internal:8444': `127.0.0.1:${portOf(service().issuerUrl)}`,
      // The machines of the other two nodes are not running.
      'node-2.bank.internal': '127.0.15.3',
      'node-3.bank.internal': '127.0.15.4',
    });
    run('entrance.cfg', entrance, { PAYMENTS_ADDRESS: BALANCER });
    const ofCompose = deployed('balancer/haproxy-compose.cfg', {
      'bind :8443': `bind ${COMPOSED}:8443`,
      'bind :8444': `bind ${COMPOSED}:8444`,
      'Host localhost:8444': `Host ${new URL(service().issuerUrl).host}`,
      'port 8444': `port ${portOf(service().issuerUrl)}`,
      'node-1:8443': `127.0.0.1:${portOf(service().apiUrl)}`,
      'node-1:8444': `127.0.0.1:${portOf(service().issuerUrl)}`,
      'node-2:': '127.0.15.3:',
      'node-3:': '127.0.15.4:',
    });
    run('compose.cfg', ofCompose, {});
  });
  afterAll(async () => {
    for (const program of running) await program.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Sends a request to one of the bank's host names. Returns the status. */
  const ask = async (
    servername: string,
    path: string,
    url: string,
    at: { readonly host: string; readonly port: number } = { host: BALANCER, port: 8443 },
  ): Promise<number> => {
    const { transport } = tppFiles(service().pki, 'tpp-one');
    const socket = connect({
      ...{ ...at, servername, checkServerIdentity: () => undefined },
      ca: readFileSync(service().pki.root.certificate),
      ...{ cert: readFileSync(transport.certificate), key: readFileSync(transport.key) },
    });
    await once(socket, 'secureConnect');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\nconnection: close\r\n\r\n`);
    return (await readRaw(socket)).status;
  };

  test('routes each host name to its listener, and skips nodes that are down', async () => {
    const { issuerUrl, apiUrl } = service();
    await eventually(async () => {
      expect(await ask('auth.bank.example', '/as/jwks', issuerUrl)).toBe(200);
    });
    const path = '/open-banking/v3.1/pisp/domestic-payment-consents/x';
    for (let time = 0; time < 6; time += 1) {
      expect(await ask('auth.bank.example', '/my', issuerUrl)).toBe(200);
      expect(await ask('api.bank.example', path, apiUrl)).toBe(401);
    }
  });

  test('routes to both listeners in compose.yaml, once it has found the running node', async () => {
    const { issuerUrl, apiUrl } = service();
    const path = '/open-banking/v3.1/pisp/domestic-payment-consents/x';
    const [tpps, customers] = [8443, 8444].map((port) => ({ host: COMPOSED, port }));
    await new Promise((resolve) => setTimeout(resolve, 5000));
    for (let time = 0; time < 6; time += 1) {
      expect(await ask('localhost', '/as/jwks', issuerUrl, customers)).toBe(200);
      expect(await ask('localhost', path, apiUrl, tpps)).toBe(401);
    }
  });

  test('refuses a connection with another host name', async () => {
    const path = '/as/jwks';
    await expect(ask('bank.example', path, service().issuerUrl)).rejects.toThrow(/socket|reset/i);
  });

  test('serves only readiness and metrics of the node to others on the network', async () => {
    const see = async (path: string, method = 'GET'): Promise<number> => {
      const answer = await fetch(`http://${NODE}:8081${path}`, { method });
      await answer.arrayBuffer();
      return answer.status;
    };
    expect(await see('/health/ready')).toBe(200);
    expect(await see('/health/live')).toBe(200);
    expect(await see('/metrics')).toBe(200);
    expect(await see('/sandbox/clock')).toBe(403);
    expect(await see('/health/ready', 'POST')).toBe(403);
  });

  test('keeps checking the running nodes when none can write', async () => {
    service().passMachineTime(7 * 86_400_000);
    await eventually(async () => {
      const answer = await fetch(`http://${NODE}:8081/health/ready`);
      expect(answer.status).toBe(503);
    });
    const until = performance.now() + 12_000;
    while (performance.now() < until) {
      expect(await ask('auth.bank.example', '/as/jwks', service().issuerUrl)).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  });
});
