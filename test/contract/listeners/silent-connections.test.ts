import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ServiceProcess } from '../../crash/service-process.ts';
import { SecureApi } from '../../helpers/secure-api.ts';
import { SecureBrowser } from '../../helpers/secure-browser.ts';
import { useSecureService } from '../../helpers/secure-service.ts';
import { SecureTpp } from '../../helpers/secure-tpp.ts';
import { openIdleConnections } from '../../helpers/idle-connections.ts';

const CONNECTIONS = 40;
const PER_ADDRESS = 10;

/** Enough addresses to fill a listener. */
const FEW = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];

describe('silent connections of a few addresses', () => {
  const service = useSecureService({
    config: { maxConnections: CONNECTIONS, connectionsPerAddress: PER_ADDRESS },
  });
  const portOf = (url: string): number => Number(new URL(url).port);

  test('do not block the TPPs’ listener', async () => {
    const { apiUrl } = service();
    const standing = await SecureApi.open(service());
    const silent = await openIdleConnections(portOf(apiUrl), 3 * CONNECTIONS, FEW);
    for (let time = 0; time < 3; time += 1) {
      const another = await SecureApi.open(service(), new SecureTpp('tpp-two', service()));
      expect((await another.get('/domestic-payments/none')).status).toBe(400);
      expect((await standing.get('/domestic-payments/none')).status).toBe(400);
    }
    silent.end();
  });

  test('do not block the customers’ listener', async () => {
    const { issuerUrl } = service();
    const silent = await openIdleConnections(portOf(issuerUrl), 3 * CONNECTIONS, FEW);
    for (let time = 0; time < 3; time += 1) {
      expect((await new SecureBrowser(service()).get(`${issuerUrl}/as/jwks`)).status).toBe(200);
    }
    silent.end();
  });
});

test('a thousand silent connections do not block the internal listener', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'pis-'));
  const settings = { PIS_MAX_CONNECTIONS: '100' };
  const service = await ServiceProcess.start({ dataDirectory: directory, settings });
  const many = Array.from({ length: 100 }, (_, index) => `127.0.1.${String(index + 1)}`);
  const silent = await openIdleConnections(Number(new URL(service.origin).port), 1000, many);
  for (let time = 0; time < 5; time += 1) {
    // Uses a new connection for each request.
    const headers = { connection: 'close' };
    const { status } = await fetch(`${service.origin}/health/ready`, { headers });
    expect(status).toBe(200);
  }
  const figures = await (await fetch(`${service.origin}/metrics`)).text();
  expect(figures).toMatch(
    /pis_connections_ended_total\{listener="plain",reason="listener"\} [89]\d\d$/m,
  );
  silent.end();
  expect((await service.stop()).code).toBe(0);
  rmSync(directory, { recursive: true });
});
