import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killServer, processesOf, signalAll } from '../helpers/postgres-processes.ts';
import { deployed, deployedSettings, type Changes } from './deployed.ts';
import { etcdSettings } from './etcd.ts';
import { installCertificates } from './certificates.ts';
import { makeFile, makeFolder } from './folders.ts';
import { run, start, type Program } from './programs.ts';

/** A machine of the database: a loopback address with etcd, Patroni and PostgreSQL. */
export interface Machine {
  readonly name: string;
  readonly address: string;
  /** The folder of its settings and certificates. */
  readonly home: string;
  readonly start: () => void;
  /** Kills all its processes at once, like the loss of the machine. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /**
   * Stops the WAL receiver of a standby (SIGSTOP). Returns a function that kills it, so that data
   * sent meanwhile is lost, as in a network failure. Throws if there is no receiver within a
   * minute.
   */
  readonly holdReplication: () => Promise<{ readonly lose: () => void }>;
  /** Environment of PostgreSQL, with the location of pgBackRest's settings. */
  readonly environment: Readonly<Record<string, string>>;
  /** Runs pgBackRest on the machine. Returns its output. */
  readonly backrest: (...args: string[]) => string;
}

/** The machines' addresses, by their names in deploy/. */
export const ADDRESSES: Readonly<Record<string, string>> = {
  'db-1': '127.0.14.1',
  'db-2': '127.0.14.2',
  'db-3': '127.0.14.3',
};

/** Address at which the node's haproxy accepts connections to the primary. */
export const PROXY = '127.0.14.9';

/** Replacements of the names in deploy/ by loopback addresses. */
export const BY_ADDRESS: Changes = Object.fromEntries(
  Object.entries(ADDRESSES).map(([name, address]) => [`${name}.bank.internal`, address]),
);

/**
 * Maximum time until a standby connects to its primary, and interval of the checks, in
 * milliseconds.
 */
const RECEIVER_MS = 60_000;
const LOOK_MS = 50;

/**
 * Creates a machine in a folder from the files of deploy/. All three machines share `repository`.
 *
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
      // Patroni is killed first, because it would restart its PostgreSQL.
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
      // No watchdog device is available here.
      'mode: required': 'mode: off',
    }),
  );
}

/** Returns settings with a local folder as the repository. All others are as deployed. */
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
 * Returns the WAL receiver of a standby, which is a new process after every change of the primary.
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

/** Returns PostgreSQL's first process. Undefined if none is running. */
function firstProcessIn(data: string): number | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const first = Number(readFileSync(file, 'utf8').split('\n')[0]);
  // After a kill the file still exists, and another process may have its number.
  const [process] = processesOf(first);
  return process?.title.includes(data) === true ? first : undefined;
}
