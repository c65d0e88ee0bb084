import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';

/** Where Debian puts what a cluster is made of, and the package that brings it. */
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

/** Whom all of it runs as: PostgreSQL does not run as root. */
const USER = 'postgres';

/** How long a program may take to end when it is told to, in milliseconds. */
const END_MS = 30_000;

/** What is missing for a cluster of these programs, in a sentence; null: nothing. */
export function whatIsMissing(names: readonly ProgramName[]): string | null {
  if (process.getuid?.() !== 0) return 'It takes root, which gives its rights up to postgres.';
  const absent = names.map((name) => PROGRAMS[name]).filter(({ path }) => !existsSync(path));
  if (absent.length === 0) return null;
  return `Debian's packages are missing: ${absent.map(({ from }) => from).join(', ')}.`;
}

/** How a program is run. */
export interface Run {
  readonly env: Readonly<Record<string, string>>;
  /** The file that gets what it says. */
  readonly log: string;
}

/** A program under way, which ends with this process. */
export interface Program {
  readonly pid: number;
  /** Ends it by SIGTERM and waits; after half a minute by SIGKILL. */
  readonly stop: () => Promise<void>;
  /** Ends it by SIGKILL and waits. */
  readonly kill: () => Promise<void>;
}

const asPostgres = (name: ProgramName, args: readonly string[]): string[] => [
  ...[`--reuid=${USER}`, `--regid=${USER}`, '--init-groups'],
  ...['--pdeathsig', 'TERM', '--', PROGRAMS[name].path, ...args],
];

const environment = (env: Run['env']) => ({ PATH: process.env['PATH'], LC_ALL: 'C', ...env });

/** Starts a program of the cluster. */
export function start(name: ProgramName, args: readonly string[], { env, log }: Run): Program {
  const output = openSync(log, 'a');
  const child = spawn(PROGRAMS.setpriv.path, asPostgres(name, args), {
    env: environment(env),
    cwd: '/',
    stdio: ['ignore', output, output],
    // What a terminal sends to us is ours to pass on, in order.
    detached: true,
  });
  closeSync(output);
  return {
    pid: child.pid ?? 0,
    stop: () => ended(child, 'SIGTERM'),
    kill: () => ended(child, 'SIGKILL'),
  };
}

/** Runs a program to its end; what it said. Throws with all of that when it fails. */
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
