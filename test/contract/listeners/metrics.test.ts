import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { serveMetricsOnly } from '../../../src/listeners/internal-listener.ts';
import { unauthenticatedClient } from '../../../src/listeners/limits/client-identity.ts';
import { openServer } from '../../../src/listeners/server.ts';
import { Refusal } from '../../../src/shared/errors.ts';
import { ServiceProcess } from '../../crash/service-process.ts';
import { NO_BOUNDS, startService } from '../../helpers/service.ts';

/* The metrics listener, which Prometheus reads over a network (docs/decisions, 184). */

describe('the metrics listener', () => {
  /** Starts a service and its metrics listener. */
  async function start() {
    const service = await startService();
    const { observe } = service;
    const parts = { name: 'metrics', stopwatch: () => performance.now(), observe } as const;
    const server = await openServer({ host: '127.0.0.1', port: 0 }, NO_BOUNDS, parts);
    server.serve(service.metricsOnly);
    const end = async (): Promise<void> => {
      await server.close(0);
      await service.end();
    };
    return { service, origin: `http://127.0.0.1:${String(server.port)}`, end };
  }

  test('serves the metrics, and nothing else', async () => {
    const { service, origin, end } = await start();
    const answer = await fetch(`${origin}/metrics`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toMatch(/^pis_work_parked 0$/m);
    // Paths that the internal listener of the same service answers.
    const paths = ['/', '/health/ready', '/health/live', '/sandbox/clock', '/docs'];
    for (const path of paths) {
      const [inside, outside] = await Promise.all(
        [service.origin, origin].map(async (at) => (await fetch(`${at}${path}`)).status),
      );
      expect([path, inside, outside]).toEqual([path, 200, 404]);
    }
    for (const path of ['/metrics/', '/sandbox/token', '/open-banking/v3.1/pisp/file-payments/x']) {
      expect((await fetch(`${origin}${path}`)).status).toBe(404);
    }
    expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(405);
    await end();
  });

  const handler = serveMetricsOnly(new Hono(), ['node-1', 'bank.example'], () => 0);

  test('limits the requests of an address', () => {
    const client = unauthenticatedClient('10.0.0.1');
    const outcomes = Array.from({ length: 25 }, () => handler.consume(client, '/metrics'));
    expect(outcomes.findIndex((outcome) => outcome instanceof Refusal)).toBe(20);
    const other = unauthenticatedClient('10.0.0.2');
    expect(handler.consume(other, '/metrics')).not.toBeInstanceOf(Refusal);
  });

  test.each([
    ...['10.1.2.3', '10.1.2.3:9464', '[fd00::1]:9464', '[fd00::1]', 'localhost'],
    ...['node-1:9464', 'bank.example'],
  ])('answers the host %s', (host) => {
    expect(handler.originOf(host)).toBe(`http://${host}`);
  });

  test.each(['', 'attacker.example:9464', '10.1.2.3.attacker.example', '10.1.2.3:99999'])(
    'does not answer the host "%s", so that no page reads the metrics by DNS rebinding',
    (host) => {
      expect(handler.originOf(host)).toBeUndefined();
    },
  );
});

describe('a node', () => {
  let dataDirectory: string;
  beforeEach(() => {
    dataDirectory = mkdtempSync(join(tmpdir(), 'metrics-'));
    cpSync(inject('pki'), join(dataDirectory, 'pki'), { recursive: true });
  });
  afterEach(() => {
    rmSync(dataDirectory, { recursive: true });
  });

  test('has no metrics listener by default', async () => {
    const service = await ServiceProcess.start({ dataDirectory });
    expect(service.ports.metricsPort).toBeNull();
    await service.stop();
  });

  test('serves its metrics on the address of the settings', async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
    const host = addresses.find(({ family }) => family === 'IPv4')?.address ?? '127.0.0.1';
    const settings = { PIS_METRICS_PORT: '0', PIS_METRICS_LISTEN_ADDRESS: '0.0.0.0' };
    const service = await ServiceProcess.start({ dataDirectory, settings });
    const origin = `http://${host}:${String(service.ports.metricsPort)}`;
    expect(await (await fetch(`${origin}/metrics`)).text()).toContain('pis_node_info');
    expect((await fetch(`${origin}/health/ready`)).status).toBe(404);
    await service.stop();
  });
});
