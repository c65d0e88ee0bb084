import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killServer, processesOf, signalAll } from '../helpers/postgres-processes.ts';
import { deployed, deployedSettings, type Changes } from './deployed.ts';
import { etcdSettings } from './etcd.ts';
import { installCertificates } from './certificates.ts';
import { makeFile, makeFolder } from './own.ts';
import { run, start, type Program } from './programs.ts';

/** A machine of the database: an address of loopback with etcd, Patroni and PostgreSQL. */
export interface Machine {
  readonly name: string;
  readonly address: string;
  /** The folder of its settings and certificates. */
  readonly home: string;
  readonly start: () => void;
  /** Ends every process of it at once, as the loss of the machine does. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /**
   * Stops the WAL receiver of a standby once there is one, and returns how to kill it: what it was
   * sent meanwhile is lost, as by a network that fails. Throws when none comes in a minute.
   */
  readonly holdReplication: () => Promise<{ readonly lose: () => void }>;
  /** What PostgreSQL runs with there: where pgBackRest finds its settings. */
  readonly environment: Readonly<Record<string, string>>;
  /** Runs pgBackRest there; what it said. */
  readonly backrest: (...args: string[]) => string;
}

/** The addresses of the three, by the names that deploy/ gives them. */
export const ADDRESSES: Readonly<Record<string, string>> = {
  'db-1': '127.0.14.1',
  'db-2': '127.0.14.2',
  'db-3': '127.0.14.3',
};

/** Where haproxy beside a node takes connections to the primary. */
export const PROXY = '127.0.14.9';

/** The names of deploy/ put into addresses of loopback. */
export const BY_ADDRESS: Changes = Object.fromEntries(
  Object.entries(ADDRESSES).map(([name, address]) => [`${name}.bank.internal`, address]),
);

/** How long a standby may take to connect to its primary, and how often is looked. */
const RECEIVER_MS = 60_000;
const LOOK_MS = 50;

/**
 * Lays a machine down in a folder, of the files of deploy/; the three share `repository`.
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
      // Patroni first: it would start its PostgreSQL again.
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
      // There is none to be had here.
      'mode: required': 'mode: off',
    }),
  );
}

/** The repository is a folder; all else is as deployed. */
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

/** The WAL receiver of a standby, which connects anew after every change of the primary. */
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

/** PostgreSQL's first process; undefined where none runs. */
function firstProcessIn(data: string): number | undefined {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const first = Number(readFileSync(file, 'utf8').split('\n')[0]);
  // Whose server was killed has the file yet, and the number may be another's.
  const [process] = processesOf(first);
  return process?.title.includes(data) === true ? first : undefined;
}
