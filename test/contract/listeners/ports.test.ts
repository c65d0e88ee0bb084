import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { readConfig, type Config } from '../../../src/config/config.ts';
import { DEFAULT_PORTS } from '../../../src/config/default-ports.ts';
import { PortRefused } from '../../../src/listeners/server.ts';
import { ownerOf, readOrganisations } from '../../../src/sandbox/pki/directory.ts';
import { sandboxPki } from '../../../src/sandbox/pki/paths.ts';
import { openAccess, type Access } from '../../../src/app/access.ts';
import { freePort } from '../../helpers/free-port.ts';
import { realTime } from '../../helpers/real-time.ts';

let directory: string;
const taken: Server[] = [];
const opened: Access[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ports-'));
  cpSync(inject('pki'), join(directory, 'pki'), { recursive: true });
});
afterEach(async () => {
  for (const server of taken.splice(0)) server.close();
  for (const { listeners, keys } of opened.splice(0)) {
    keys.stop();
    await listeners.close(0);
  }
  rmSync(directory, { recursive: true });
});

/** Binds a port, any free one by default. Does nothing if the port is in use already. */
async function take(port = 0): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  taken.push(server);
  await Promise.race([once(server, 'listening'), once(server, 'error')]).catch(() => undefined);
  return (server.address() as AddressInfo | null)?.port ?? port;
}

async function open(settings: Partial<Config>): Promise<Access> {
  const read = readConfig({ PIS_DATA_DIR: directory });
  if ('problems' in read) throw new Error(read.problems.join(' '));
  const access = await openAccess(
    { ...read.config, ...settings },
    {
      machineClock: realTime,
      stopwatch: () => performance.now(),
      observe: () => undefined,
      onSyncFailed: () => undefined,
    },
  );
  opened.push(access);
  return access;
}

async function redirectUris(): Promise<readonly string[]> {
  const listed = (await readOrganisations(sandboxPki(join(directory, 'pki')).directory)) ?? [];
  return ownerOf(listed, 'tpp-one')?.software.redirectUris ?? [];
}

const callbackAt = (port: number): string => `https://127.0.0.1:${String(port)}/sandbox/callback`;

describe("a sandbox's listener whose default port is in use", () => {
  test.each(['httpsPort', 'pagesPort'] as const)(
    'uses a free port, even if a setting names the other port: %s',
    async (moved) => {
      const [other, usual] =
        moved === 'httpsPort'
          ? (['pagesPort', DEFAULT_PORTS.https] as const)
          : (['httpsPort', DEFAULT_PORTS.pages] as const);
      await take(usual);
      const named = await freePort();
      const { listeners } = await open({ [other]: named });
      expect(listeners[other]).toBe(named);
      expect(listeners[moved]).not.toBe(usual);
    },
  );

  test('rejects if a setting names that port', async () => {
    const port = await take();
    await expect(open({ httpsPort: port, pagesPort: 0 })).rejects.toBeInstanceOf(PortRefused);
    await expect(open({ httpsPort: 0, pagesPort: port })).rejects.toMatchObject({
      listener: 'customers',
      port,
    });
  });
});

describe('the callback page of the sandbox TPPs', () => {
  test('is registered with its default address and its current one', async () => {
    const usual = callbackAt(DEFAULT_PORTS.pages);
    const first = await open({ httpsPort: 0, pagesPort: 0 });
    const before = ['https://tpp-one.example/callback', usual];
    expect(await redirectUris()).toEqual([...before, callbackAt(first.listeners.pagesPort)]);
    const second = await open({ httpsPort: 0, pagesPort: 0 });
    expect(await redirectUris()).toEqual([...before, callbackAt(second.listeners.pagesPort)]);
  });
});
