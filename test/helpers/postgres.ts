import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectDefined } from '../../src/shared/assert.ts';
import { ENVIRONMENT, IDENTITY, findBinaries, reachableBinaries } from './postgres-binaries.ts';
import { databasesOn, newPrefix, type Databases } from './postgres-databases.ts';
import { killServer } from './postgres-processes.ts';

/** PostgreSQL of a test's own, on loopback, in a temporary folder. */
export interface PostgresServer extends Databases {
  readonly port: number;
  /** The server's first process, whose children all others are. */
  readonly pid: () => number;
  /** Ends all its processes at once, see `killServer`; how many commits it was in. */
  readonly kill: (patienceMs?: number) => Promise<number>;
  /** Ends one of its processes in a commit; it starts anew by itself. Whether there was one. */
  readonly killOne: (patienceMs: number) => Promise<boolean>;
  /** Starts it again, on the same port and the same data, with these settings besides. */
  readonly restart: (settings?: Settings) => Promise<void>;
  /** Ends it and removes its folder. It ends so, too, when the process that started it is gone. */
  readonly stop: () => Promise<void>;
}

/** Settings of postgresql.conf by their names. */
export type Settings = Readonly<Record<string, string>>;

/** Fast before safe: what tests write need not outlive the machine. Killing loses nothing so. */
const SETTINGS: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
  deadlock_timeout: '50ms',
  max_connections: '300',
  shared_buffers: '128MB',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // In the folder, that nothing is left in the machine's memory when the server is killed.
  dynamic_shared_memory_type: 'mmap',
};

/** How long a start may find the port taken, or processes of a killed server still at work. */
const START_TRIES = 200;
const START_PAUSE_MS = 50;

/** What a server says that takes connections, a standby too. */
const READY = /database system is ready to accept (?:read-only )?connections/;

/** How much of the log an error tells, in characters. */
const LOG_CHARS = 4_000;

/**
 * Ends the server and removes the folder when its input ends: when it is closed, or when whoever
 * holds its other end is gone. `$1/server.pid` is there as long as the server is. A killed server
 * leaves its own file behind, whose seventh line names a piece of the machine's memory.
 */
const GUARD = `
read -r _
if pid=$(cat "$1/server.pid" 2>/dev/null); then
  kill -QUIT "$pid"
  # Without a parent it may stay in the table of processes; its own file goes in any case.
  while [ -e "$1/data/postmaster.pid" ] && kill -0 "$pid" 2>/dev/null; do sleep 0.02; done
fi
memory=$(sed -n 7p "$1/data/postmaster.pid" 2>/dev/null) && ipcrm -m "\${memory##* }" 2>/dev/null
rm -rf "$1"`;

/** Lays a new cluster down and starts it. Throws where the platform has no PostgreSQL. */
export async function startPostgres(
  options: { readonly settings?: Settings } = {},
): Promise<PostgresServer> {
  const found = findBinaries();
  if ('missing' in found) throw new Error(found.missing);
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (IDENTITY.uid !== undefined) chownSync(folder, IDENTITY.uid, IDENTITY.uid);
  const guard = spawn('/bin/sh', ['-c', GUARD, 'guard', folder], {
    ...{ ...IDENTITY, cwd: tmpdir(), stdio: ['pipe', 'ignore', 'ignore'] },
    detached: true, // what a terminal sends to us is not for the guard
  });
  const stop = async (): Promise<void> => {
    await ended(guard, () => guard.stdin.end());
    // Where the guard may empty the folder, and not take it out of the one that it is in.
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const bin = reachableBinaries(found.native, join(folder, 'native'));
    seedDatabase(bin, folder);
    return { ...(await serve(bin, folder, options.settings)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function serve(
  bin: string,
  folder: string,
  given: Settings = {},
): Promise<Omit<PostgresServer, 'stop'>> {
  const port = await freePort();
  let settings: Settings = { ...SETTINGS, ...given, port: String(port) };
  let server = await launch(bin, folder, settings);
  const address = `postgres://pis@127.0.0.1:${String(port)}/postgres`;
  return {
    ...databasesOn(address, newPrefix()),
    port,
    pid: () => expectDefined(server.pid, 'a process'),
    kill: async (patienceMs) => {
      let commits = 0;
      await ended(server, async () => {
        commits = await killServer(server.pid ?? 0, 'all', patienceMs);
      });
      return commits;
    },
    killOne: async (patienceMs) => (await killServer(server.pid ?? 0, 'one', patienceMs)) > 0,
    restart: async (more = {}) => {
      await ended(server, () => server.kill('SIGINT'));
      settings = { ...settings, ...more };
      server = await launch(bin, folder, settings);
    },
  };
}

/** Does what makes a process end, and waits until it has. */
async function ended(child: ChildProcess, end: () => unknown): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  await end();
  await exit;
}

function seedDatabase(bin: string, folder: string): void {
  const args = ['-D', join(folder, 'data'), '-U', 'pis', '--auth=trust', '-E', 'UTF8'];
  const run = { ...IDENTITY, cwd: folder, env: ENVIRONMENT, encoding: 'utf8' } as const;
  const how = ['--locale=C', '--data-checksums', '--no-sync'];
  const { status, stderr } = spawnSync(join(bin, 'initdb'), [...args, ...how], run);
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
}

async function launch(bin: string, folder: string, settings: Settings): Promise<ChildProcess> {
  for (let left = START_TRIES; ; left -= 1) {
    const started = await tryLaunch(bin, folder, settings);
    if (!('log' in started)) return started;
    const passes = /pre-existing shared memory|Address already in use/.test(started.log);
    if (!passes || left === 0) throw new Error(`PostgreSQL did not start: ${started.log}`);
    await sleep(START_PAUSE_MS);
  }
}

/** The process, once it takes connections; or what it said before it ended. */
function tryLaunch(
  bin: string,
  folder: string,
  settings: Settings,
): Promise<ChildProcess | { readonly log: string }> {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(bin, 'postgres'), ['-D', join(folder, 'data'), ...flags], {
    ...{ ...IDENTITY, cwd: folder, env: ENVIRONMENT },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const pidFile = join(folder, 'server.pid');
  writeFileSync(pidFile, String(child.pid));
  let log = '';
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.stderr.on('data', (chunk: Buffer) => {
      log = (log + String(chunk)).slice(-LOG_CHARS);
      if (READY.test(log)) resolve(child);
    });
    child.once('exit', () => {
      rmSync(pidFile, { force: true });
      resolve({ log });
    });
  });
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
