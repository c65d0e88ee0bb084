import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectDefined } from '../../src/shared/assert.ts';
import { freePort } from './free-port.ts';
import { ENVIRONMENT, IDENTITY, findBinaries, reachableBinaries } from './postgres-binaries.ts';
import { databasesOn, newPrefix, type Databases } from './postgres-databases.ts';
import { killServer } from './postgres-processes.ts';

/**
 * A PostgreSQL server for one test. It listens on loopback and stores its data in a temporary
 * folder.
 */
export interface PostgresServer extends Databases {
  readonly port: number;
  /** Returns the id of the server's main process, the parent of all others. */
  readonly pid: () => number;
  /**
   * Kills all processes of the server at once (see `killServer`). Returns the number of commits
   * that were interrupted.
   */
  readonly kill: (patienceMs?: number) => Promise<number>;
  /**
   * Kills one process during a commit, after which the server recovers. Returns false if no commit
   * happened in time.
   */
  readonly killOne: (patienceMs: number) => Promise<boolean>;
  /** Restarts the server on the same port and data, with additional settings. */
  readonly restart: (settings?: Settings) => Promise<void>;
  /** Stops the server and removes its folder. The same happens when the test process ends. */
  readonly stop: () => Promise<void>;
}

/** Settings of postgresql.conf by name. */
export type Settings = Readonly<Record<string, string>>;

/**
 * Settings that make the server fast. Test data need not survive a power loss, and killing
 * processes still loses nothing.
 */
const SETTINGS: Settings = {
  fsync: 'off',
  full_page_writes: 'off',
  deadlock_timeout: '50ms',
  max_connections: '300',
  shared_buffers: '128MB',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Shared memory lies in the folder, so that a killed server leaves none behind.
  dynamic_shared_memory_type: 'mmap',
};

/**
 * Number of attempts to start a server. An attempt fails while the port is in use or processes of a
 * killed server still run.
 */
const START_TRIES = 200;
const START_PAUSE_MS = 50;

/** Line in the server's log when it accepts connections, also as a standby. */
const READY = /database system is ready to accept (?:read-only )?connections/;

/** Maximum length of the log in an error message, in characters. */
const LOG_CHARS = 4_000;

/**
 * Shell script that cleans up after a server. Its input ends when the test closes it or the test
 * process ends. Then the script stops the server and removes its folder. The file `$1/server.pid`
 * exists while the server runs. After a kill, the server's own pid file remains. Its seventh line
 * names the shared memory segment to remove.
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

/** Creates a cluster and starts it. Throws if the platform has no PostgreSQL package. */
export async function startPostgres(
  options: { readonly settings?: Settings } = {},
): Promise<PostgresServer> {
  const found = findBinaries();
  if ('missing' in found) throw new Error(found.missing);
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (IDENTITY.uid !== undefined) chownSync(folder, IDENTITY.uid, IDENTITY.uid);
  const guard = spawn('/bin/sh', ['-c', GUARD, 'guard', folder], {
    ...{ ...IDENTITY, cwd: tmpdir(), stdio: ['pipe', 'ignore', 'ignore'] },
    detached: true, // The guard must not receive signals from the terminal.
  });
  const stop = async (): Promise<void> => {
    await ended(guard, () => guard.stdin.end());
    // The guard may lack permission to remove the folder itself.
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
  input: Settings = {},
): Promise<Omit<PostgresServer, 'stop'>> {
  const port = await freePort();
  let settings: Settings = { ...SETTINGS, ...input, port: String(port) };
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

/** Calls `end`, which makes the process exit, and waits for the exit. */
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

/**
 * Starts the server. Returns its process once it accepts connections, or its log if it exits
 * before.
 */
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
    });
    // After the exit, the end of the log may still be unread.
    child.once('close', () => {
      resolve({ log });
    });
  });
}
