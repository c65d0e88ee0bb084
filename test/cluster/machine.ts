import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killServer, processesOf, signalAll } from '../helpers/postgres-processes.ts';
import { deployed, deployedSettings, type Changes } from './deployed.ts';
import { etcdSettings } from './etcd.ts';
import { installCertificates } from './certificates.ts';
import { makeFile, makeFolder } from './folders.ts';
import { run, start, type Program } from './programs.ts';

/** A simulated database machine: a loopback address at which etcd, Patroni and PostgreSQL run. */
export interface Machine {
  readonly name: string;
  readonly address: string;
  /** The folder of the machine's settings and certificates. */
  readonly home: string;
  readonly start: () => void;
  /** Kills all processes of the machine at once, as if the machine was lost. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /**
   * Stops the WAL receiver of a standby with SIGSTOP. Returns a function that kills it, so that the
   * data sent meanwhile is lost, as when a network fails. Throws if there is no receiver within a
   * minute.
   */
  readonly holdReplication: () => Promise<{ readonly lose: () => void }>;
  /** The environment of PostgreSQL. It includes the path of pgBackRest's settings. */
  readonly environment: Readonly<Record<string, string>>;
  /** Runs pgBackRest on this machine and returns its output. */
  readonly backrest: (...args: string[]) => string;
}

/** The loopback address of each machine, by its name in deploy/. */
export const ADDRESSES: Readonly<Record<string, string>> = {
  'db-1': '127.0.14.1',
  'db-2': '127.0.14.2',
  'db-3': '127.0.14.3',
};

/** The loopback address at which HAProxy listens for connections to the primary. */
export const PROXY = '127.0.14.9';

/** Replaces the machines' host names in files of deploy/ by loopback addresses. */
export const BY_ADDRESS: Changes = Object.fromEntries(
  Object.entries(ADDRESSES).map(([name, address]) => [`${name}.bank.internal`, address]),
);

/**
 * Maximum time until a standby connects to its primary, and the interval of the checks for it, in
 * milliseconds.
 */
const RECEIVER_MS = 60_000;
const LOOK_MS = 50;

/**
 * Creates a machine in a folder from the files in deploy/. All three machines share the backup
 * repository.
 * @param certificates a folder of `makeCertificates`
 */
export function machineIn(
  folder: string,
  name: string,
  { repository, certificates }: { readonly repository: string; readonly certificates: string },
): Machine {
  const home = makeFolder(join(folder, name));
  const address = ADDRESSES[name] ?? '';
  installCertificates(certificates, address, home);
  const config = writeConfig(home);
  const backrest = backrestSettings(home, repository);
  const ofOne = {
    'db-1.bank.internal': address,
    '=db-1\n': `=${name}\n`,
    '/etc/patroni/': `${home}/`,
  };
  const patroniEnv = { ...deployedSettings('database/patroni.env', ofOne), ...backrest };
  let programs: readonly Program[] = [];
  return {
    name,
    address,
    home,
    start: () => {
      const run = (env: Record<string, string>) => ({ env, log: join(home, 'log') });
      programs = [
        start('patroni', [config], run({ ...patroniEnv, HOME: home })),
        start('etcd', [], run(etcdSettings(home, name, ADDRESSES))),
      ];
    },
    kill: async () => {
      const [patroni, etcd] = programs;
      // Kill Patroni first, because it would start PostgreSQL again.
      await patroni?.kill();
      const server = firstProcessIn(join(home, 'data'));
      if (server !== undefined) await killServer(server, 'all');
      await etcd?.kill();
    },
    stop: async () => {
      for (const program of programs) await program.stop();
    },
    holdReplication: async () => {
      const receivers = await receiversOf(join(home, 'data'));
      signalAll(receivers, 'SIGSTOP');
      return {
        lose: () => {
          signalAll(receivers, 'SIGKILL');
        },
      };
    },
    environment: backrest,
    backrest: (...args) => run('pgbackrest', ['--stanza=payments', ...args], backrest),
  };
}

function writeConfig(home: string): string {
  makeFile(join(home, 'make-database'), deployed('database/make-database'), 0o700);
  return makeFile(
    join(home, 'patroni.yml'),
    deployed('database/patroni.yml', {
      ...BY_ADDRESS,
      '/etc/patroni/': `${home}/`,
      '/var/lib/postgresql/payments': join(home, 'data'),
      '/run/postgresql': home,
      // This machine has no watchdog device.
      'mode: required': 'mode: off',
    }),
  );
}

/** Returns pgBackRest's settings as deployed, but with a local folder as the repository. */
function backrestSettings(home: string, repository: string): Record<string, string> {
  const config = makeFile(
    join(home, 'pgbackrest.conf'),
    deployed('database/pgbackrest.conf', {
      'repo1-type=s3': 'repo1-type=posix',
      '/payments\n': `${repository}\n`,
    }),
  );
  return {
    PGBACKREST_CONFIG: config,
    PGBACKREST_PG1_PATH: join(home, 'data'),
    PGBACKREST_PG1_SOCKET_PATH: home,
    PGBACKREST_LOG_PATH: home,
    PGBACKREST_LOCK_PATH: join(home, 'lock'),
    PGBACKREST_SPOOL_PATH: join(home, 'spool'),
  };
}

/**
 * Returns the ids of a standby's WAL receiver processes. A new one starts each time the primary
 * changes.
 */
async function receiversOf(data: string): Promise<readonly number[]> {
  for (let waitedMs = 0; waitedMs < RECEIVER_MS; waitedMs += LOOK_MS) {
    const server = firstProcessIn(data);
    const processes = server === undefined ? [] : processesOf(server);
    const receivers = processes.filter(({ title }) => title.includes('walreceiver'));
    if (receivers.length > 0) return receivers.map(({ pid }) => pid);
    await sleep(LOOK_MS);
  }
  throw new Error(`The standby in ${data} has no WAL receiver.`);
}

/** Returns the id of PostgreSQL's main process. Returns undefined if PostgreSQL is not running. */
function firstProcessIn(data: string): number | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const first = Number(readFileSync(file, 'utf8').split('\n')[0]);
  // After a kill, the file still exists and its process id may belong to another process.
  const [process] = processesOf(first);
  return process?.title.includes(data) === true ? first : undefined;
}
