import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';

/** Paths of the cluster's programs on Debian, and the packages that contain them. */
const PROGRAMS = {
  etcd: { path: '/usr/bin/etcd', from: 'etcd-server' },
  patroni: { path: '/usr/bin/patroni', from: 'patroni' },
  postgres: { path: '/usr/lib/postgresql/15/bin/postgres', from: 'postgresql-15' },
  psql: { path: '/usr/lib/postgresql/15/bin/psql', from: 'postgresql-client-15' },
  haproxy: { path: '/usr/sbin/haproxy', from: 'haproxy' },
  pgbackrest: { path: '/usr/bin/pgbackrest', from: 'pgbackrest' },
  openssl: { path: '/usr/bin/openssl', from: 'openssl' },
  setpriv: { path: '/usr/bin/setpriv', from: 'util-linux' },
} as const;

export type ProgramName = keyof typeof PROGRAMS;

/** The user that runs all programs, because PostgreSQL refuses to run as root. */
const USER = 'postgres';

/** Maximum time until a program ends after SIGTERM, in milliseconds. */
const END_MS = 30_000;

/**
 * Returns a message if the tests are not run by root or a program is missing. Returns null
 * otherwise.
 */
export function whatIsMissing(names: readonly ProgramName[]): string | null {
  if (process.getuid?.() !== 0) return 'It takes root, which gives its rights up to postgres.';
  const absent = names.map((name) => PROGRAMS[name]).filter(({ path }) => !existsSync(path));
  if (absent.length === 0) return null;
  return `Debian's packages are missing: ${absent.map(({ from }) => from).join(', ')}.`;
}

/** The environment and the log file of a program to start. */
export interface Run {
  readonly env: Readonly<Record<string, string>>;
  /** Path of the file to which the program's output is appended. */
  readonly log: string;
}

/** A running program of the cluster. It ends when this process ends. */
export interface Program {
  readonly pid: number;
  /** Sends SIGTERM to the program and waits for its end. Sends SIGKILL after half a minute. */
  readonly stop: () => Promise<void>;
  /** Sends SIGKILL to the program and waits for its end. */
  readonly kill: () => Promise<void>;
}

const asPostgres = (name: ProgramName, args: readonly string[]): string[] => [
  ...[`--reuid=${USER}`, `--regid=${USER}`, '--init-groups'],
  ...['--pdeathsig', 'TERM', '--', PROGRAMS[name].path, ...args],
];

const environment = (env: Run['env']) => ({ PATH: process.env['PATH'], LC_ALL: 'C', ...env });

/** Starts a program of the cluster as the user postgres. */
export function start(name: ProgramName, args: readonly string[], { env, log }: Run): Program {
  const output = openSync(log, 'a');
  const child = spawn(PROGRAMS.setpriv.path, asPostgres(name, args), {
    env: environment(env),
    cwd: '/',
    stdio: ['ignore', output, output],
    // The program gets no signals from the terminal. This process stops its programs in the right
    // order.
    detached: true,
  });
  closeSync(output);
  return {
    pid: child.pid ?? 0,
    stop: () => ended(child, 'SIGTERM'),
    kill: () => ended(child, 'SIGKILL'),
  };
}

/**
 * Runs a program and waits for its end. Returns its output. If the program fails, throws an Error
 * with the output.
 */
export function run(name: ProgramName, args: readonly string[], env: Run['env'] = {}): string {
  const { status, stdout, stderr } = spawnSync(PROGRAMS.setpriv.path, asPostgres(name, args), {
    env: environment(env),
    cwd: '/',
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${name} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout + stderr;
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  const impatient = setTimeout(() => child.kill('SIGKILL'), END_MS);
  await exit;
  clearTimeout(impatient);
}
