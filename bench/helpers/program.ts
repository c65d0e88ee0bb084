import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MEASURED, RESULTS_DIRECTORY } from './results.ts';

const DOORS = new URL('../programs/listeners.ts', import.meta.url);
const HELLO = new URL('../programs/hello.ts', import.meta.url);
const FASTIFY = new URL('../programs/fastify.ts', import.meta.url);
const STORE_NODE = new URL('../programs/store-node.ts', import.meta.url);
const SERVICE = pathToFileURL(join(MEASURED, 'dist', 'main.js'));

/** Flags that `npm start` passes to Node.js. */
const AS_STARTED = ['--initial-heap-size=256'];

/** Settings in which the measured service differs from the defaults. Benchmarks may add others. */
export const SERVICE_SETTINGS = {
  PIS_LOG_LEVEL: 'warn',
  PIS_RATE_PER_SECOND: '1000000000',
  PIS_RATE_BURST: '1000000000',
} as const;

/**
 * Maximum time in milliseconds for a program to start. The second value is the maximum time to stop
 * before it is killed.
 */
const START_MS = 60_000;
const STOP_MS = 15_000;

/** Ports of a program, keyed by listener. `port` is the port of the listener with the metrics. */
type Ports = Readonly<Record<string, number>> & { readonly port: number };

/** A server program that listens on loopback and runs in a separate process. */
export interface Program {
  /** Origin of the program: `http://127.0.0.1:port`. */
  readonly origin: string;
  /** The ports of all its listeners, by name. */
  readonly ports: Ports;
  readonly process: ChildProcess;
  /** Folder with all files that the program writes. */
  readonly directory: string;
  /**
   * Stops the program and waits until it has ended. Removes its folder, unless `keep` is true
   * because another start needs the folder.
   */
  stop(options?: { readonly keep?: boolean }): Promise<void>;
}

const running = new Set<ChildProcess>();
const directories = new Set<string>();

let leavesNothing = false;

/** Removes all processes and files of the bench when it ends, whatever the reason. */
function leaveNothing(): void {
  if (leavesNothing) return;
  leavesNothing = true;
  process.on('exit', () => {
    for (const child of running) child.kill('SIGKILL');
    for (const directory of directories) rmSync(directory, { recursive: true, force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
}

/** Creates a folder that is removed when the bench ends. */
export function scratchDirectory(): string {
  leaveNothing();
  mkdirSync(RESULTS_DIRECTORY, { recursive: true });
  const directory = mkdtempSync(join(RESULTS_DIRECTORY, 'data-'));
  directories.add(directory);
  return directory;
}

export function removeDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
  directories.delete(directory);
}

/**
 * Starts the built service with high rate limits. It logs only warnings and errors. All other
 * settings have their default values, unless `settings` overrides them.
 *
 * @param flags flags for Node.js in addition to those of npm start
 */
export function startService(
  settings: Readonly<Record<string, string>> = {},
  directory = scratchDirectory(),
  flags: readonly string[] = [],
): Promise<Program> {
  return start(SERVICE, [...AS_STARTED, ...flags], directory, {
    PIS_HTTP_PORT: '0',
    PIS_HTTPS_PORT: '0',
    PIS_PAGES_PORT: '0',
    PIS_DATA_DIR: directory,
    ...SERVICE_SETTINGS,
    ...settings,
  });
}

/**
 * Starts one of the bench's own programs, with which the service is compared. The program gets a
 * folder.
 *
 * @param settings additional environment variables
 */
export function startProgram(
  program: URL,
  flags: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const directory = scratchDirectory();
  return start(program, flags, directory, { BENCH_DATA_DIR: directory, ...settings });
}

/** Starts the built service with additional listeners. */
export function startListeners(settings: Readonly<Record<string, string>> = {}): Promise<Program> {
  return startProgram(DOORS, AS_STARTED, settings);
}

/**
 * Starts the store of a node without the rest of the service. If a URL is given, the store uses
 * PostgreSQL, and otherwise SQLite.
 */
export function startStoreNode(url?: string): Promise<Program> {
  return startProgram(STORE_NODE, AS_STARTED, url === undefined ? {} : { BENCH_STORE: url });
}

/** Starts a server that uses the same HTTP library as the service but does no work. */
export function startHello(): Promise<Program> {
  return startProgram(HELLO);
}

/** Starts a plain Fastify application that answers with JSON and stores rows. */
export function startFastify(): Promise<Program> {
  return startProgram(FASTIFY);
}

async function start(
  program: URL,
  execArgv: readonly string[],
  directory: string,
  settings: Readonly<Record<string, string>>,
): Promise<Program> {
  const profile = process.env['BENCH_PROFILE_DIR'];
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const child = fork(program, [], {
    env: { ...withoutSettings(process.env), ...settings },
    execArgv: [...execArgv, ...profiling],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  running.add(child);
  const ended = once(child, 'exit').then(() => running.delete(child));
  const message = once(child, 'message', { signal: AbortSignal.timeout(START_MS) });
  const outcome = await Promise.race([message, ended]);
  if (!Array.isArray(outcome)) throw new Error(`${program.pathname} did not start.`);
  const [ports] = outcome as [Ports];
  return {
    origin: `http://127.0.0.1:${String(ports.port)}`,
    ports,
    process: child,
    directory,
    async stop({ keep = false } = {}) {
      const forced = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      child.kill('SIGTERM');
      // An open channel would keep the program running after it was stopped.
      if (child.connected) child.disconnect();
      await ended;
      clearTimeout(forced);
      if (!keep) removeDirectory(directory);
    },
  };
}

/**
 * Removes the service's settings from the environment of the user who runs the bench, because they
 * would change the measurement.
 */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = Object.entries(environment).filter(([name]) => !name.startsWith('PIS_'));
  return Object.fromEntries(others);
}

/**
 * Returns the CPU time in seconds of all threads of a program. It is read from the program's
 * metrics.
 */
export async function cpuSeconds({ origin }: Program): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  const found = /^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1];
  if (found === undefined) throw new Error(`${origin}/metrics does not tell the CPU seconds.`);
  return Number(found);
}

/** Returns how many payments a service has finished, from its metrics. */
export async function finishedPayments({ origin }: Program): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  const counts = metrics.matchAll(/^pis_payments_finished_total\{[^}]*\} (\d+)/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

export interface ResidentMemory {
  /** Memory in use now, in bytes. */
  readonly now: number;
  /** Maximum since the last call of `forgetPeak`, or since the start, in bytes. */
  readonly peak: number;
}

/**
 * Returns the resident memory of a program. Undefined if the operating system does not report it.
 * Linux reports it.
 */
export function residentMemory({ process: { pid } }: Program): ResidentMemory | undefined {
  if (process.platform !== 'linux') return undefined;
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  const kibibytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
  return { now: kibibytes('VmRSS'), peak: kibibytes('VmHWM') };
}

/** Sets the recorded peak to the memory that is in use now. */
export function forgetPeak({ process: { pid } }: Program): void {
  writeFileSync(`/proc/${String(pid)}/clear_refs`, '5');
}
