import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { openAccess } from '../../../src/app/access.ts';
import { readConfig } from '../../../src/config/config.ts';
import { PortRefused } from '../../../src/listeners/server.ts';
import type { TlsHandlers } from '../../../src/listeners/tls-routing.ts';
import { sandboxPki } from '../../../src/sandbox/pki/paths.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { freePort } from '../../helpers/free-port.ts';
import { realTime } from '../../helpers/real-time.ts';
import { secureSettings } from '../../helpers/secure-settings.ts';
import { startSecureService, useSecureService } from '../../helpers/secure-service.ts';

/** Sends a request to the console without TLS. */
async function get(port: number, path: string, host = `localhost:${String(port)}`) {
  const outgoing = plainRequest({ host: '127.0.0.1', port, path, headers: { host } }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

describe('the console of the sandbox', () => {
  const service = useSecureService({ config: { consolePort: 0 } });
  const portOf = () => expectDefined(service().consolePort, 'the port of the console');

  test('serves the sign-in page over HTTP on loopback, with the headers of pages', async () => {
    const { status, headers, body } = await get(portOf(), '/work');
    expect(status).toBe(200);
    expect(body).toContain('Sign in to the console');
    expect(headers['set-cookie']?.[0]).toMatch(/^console=.*; HttpOnly; SameSite=Strict$/);
    expect(headers['x-frame-options']).toBe('DENY');
  });

  test('refuses every other host name', async () => {
    for (const host of ['evil.example', `127.0.0.1:${String(portOf())}`, 'localhost']) {
      expect((await get(portOf(), '/', host)).status).toBe(421);
    }
  });

  test('serves no page of customers, and the other listeners serve no console', async () => {
    expect((await get(portOf(), '/as/jwks')).status).toBe(404);
    expect((await fetch(`${service().origin}/work`)).status).toBe(404);
  });
});

test('the console is off by default', async () => {
  const service = await startSecureService();
  expect(service.consolePort).toBeNull();
  expect(service.tlsServices?.console).toBeNull();
  await service.end();
});

describe('the console of the secure profile', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'console-'));
    cpSync(inject('pki'), join(directory, 'pki'), { recursive: true });
  });
  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  async function open(port: number) {
    const pki = sandboxPki(join(directory, 'pki'));
    const settings = await secureSettings(pki, 'bank.json');
    const read = readConfig({
      ...settings,
      PIS_DATA_DIR: directory,
      PIS_CONSOLE_PORT: String(port),
      PIS_CONSOLE_URL: `https://localhost:${String(port)}`,
    });
    if ('problems' in read) throw new Error(read.problems.join(' '));
    const access = await openAccess(read.config, {
      machineClock: realTime,
      stopwatch: () => performance.now(),
      observe: () => undefined,
      onSyncFailed: () => undefined,
    });
    return { access, pki };
  }

  test('uses TLS, and its cookie is limited to the host', async () => {
    const port = await freePort();
    const { access, pki } = await open(port);
    const { listeners, settings, keys } = access;
    const origin = expectDefined(settings.consoleUrl, 'the console');
    const console = {
      pages: ({ outgoing, origin: at }) => void outgoing.end(at),
      ...{ origin, cookie: '__Host-console' },
    } satisfies TlsHandlers['console'];
    const { apiUrl, issuerUrl } = settings;
    const wrap: TlsHandlers['wrap'] = (handler) => handler;
    const served = { apiUrl, issuerUrl, aliases: [], console, wrap };
    listeners.serve(served as unknown as TlsHandlers);
    const ca = readFileSync(pki.root.certificate);
    const outgoing = request({ host: '127.0.0.1', servername: 'localhost', port, ca, path: '/' });
    outgoing.setHeader('host', `localhost:${String(port)}`);
    const [response] = (await once(outgoing.end(), 'response')) as [IncomingMessage];
    expect(await text(response)).toBe(origin);
    await expect(get(port, '/')).rejects.toThrow();
    keys.stop();
    await listeners.close(0);
  });

  test('refuses to start if the port is taken, and closes the other listeners', async () => {
    const port = await freePort();
    const { access } = await open(port);
    await expect(open(port)).rejects.toMatchObject({ listener: 'console', port });
    await expect(open(port)).rejects.toBeInstanceOf(PortRefused);
    access.keys.stop();
    await access.listeners.close(0);
  });
});
