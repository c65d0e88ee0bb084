import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RESULTS_DIRECTORY } from './results.ts';

const DOORS = new URL('../programs/listeners.ts', import.meta.url);
const HELLO = new URL('../programs/hello.ts', import.meta.url);
const STORE_NODE = new URL('../programs/store-node.ts', import.meta.url);
const SERVICE = new URL('../../dist/main.js', import.meta.url);

/** As npm start has it. */
const AS_STARTED = ['--initial-heap-size=256'];

/** How the service differs from its defaults wherever it is measured; questions may add to it. */
export const SERVICE_SETTINGS = {
  PIS_LOG_LEVEL: 'warn',
  PIS_RATE_PER_SECOND: '1000000000',
  PIS_RATE_BURST: '1000000000',
} as const;

/** How long a program may take to start, and to stop before it is killed, in milliseconds. */
const START_MS = 60_000;
const STOP_MS = 15_000;

/** `port` is that of the door with the metrics. */
type Ports = Readonly<Record<string, number>> & { readonly port: number };

/** A program that serves on loopback, in a process of its own. */
export interface Program {
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  /** The ports of all its doors, by what it calls them. */
  readonly ports: Ports;
  readonly process: ChildProcess;
  /** The folder with all that it writes. */
  readonly directory: string;
  /** Stops it and waits for its end; its folder goes too, unless it is kept for another start. */
  stop(options?: { readonly keep?: boolean }): Promise<void>;
}

const running = new Set<ChildProcess>();
const directories = new Set<string>();

let leavesNothing = false;

/** However the bench ends from now on, it leaves no process and no file behind. */
function leaveNothing(): void {
  if (leavesNothing) return;
  leavesNothing = true;
  process.on('exit', () => {
    for (const child of running) child.kill('SIGKILL');
    for (const directory of directories) rmSync(directory, { recursive: true, force: true });
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
}

/** A new folder that is gone when the bench ends. */
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
 * The service as built. Its rate limits are out of the way and it logs only what is wrong;
 * everything else is as its settings say, or as `settings` overrides them.
 *
 * @param flags of Node.js besides those of npm start
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
 * A program of the bench itself, given its folder: something to compare the service with.
 *
 * @param settings what else is in its environment
 */
export function startProgram(
  program: URL,
  flags: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const directory = scratchDirectory();
  return start(program, flags, directory, { BENCH_DATA_DIR: directory, ...settings });
}

/** The service as built, with more doors than it has of its own. */
export function startDoors(settings: Readonly<Record<string, string>> = {}): Promise<Program> {
  return startProgram(DOORS, AS_STARTED, settings);
}

/** A node's store alone: over PostgreSQL where its address is given, else over SQLite. */
export function startStoreNode(url?: string): Promise<Program> {
  return startProgram(STORE_NODE, AS_STARTED, url === undefined ? {} : { BENCH_STORE: url });
}

/** The same kind of server as the service's, doing nothing. */
export function startHello(): Promise<Program> {
  return startProgram(HELLO);
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
  const told = await Promise.race([message, ended]);
  if (!Array.isArray(told)) throw new Error(`${program.pathname} did not start.`);
  const [ports] = told as [Ports];
  return {
    origin: `http://127.0.0.1:${String(ports.port)}`,
    ports,
    process: child,
    directory,
    async stop({ keep = false } = {}) {
      const forced = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      child.kill('SIGTERM');
      // An open channel would keep a stopped program alive.
      if (child.connected) child.disconnect();
      await ended;
      clearTimeout(forced);
      if (!keep) removeDirectory(directory);
    },
  };
}

/** Settings of the person who runs the bench must not change what is measured. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = Object.entries(environment).filter(([name]) => !name.startsWith('PIS_'));
  return Object.fromEntries(others);
}

/** CPU seconds that a program has used, all its threads together, as its metrics tell. */
export async function cpuSeconds({ origin }: Program): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text();
  const found = /^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1];
  if (found === undefined) throw new Error(`${origin}/metrics does not tell the CPU seconds.`);
  return Number(found);
}

export interface ResidentMemory {
  /** Bytes in memory at this moment. */
  readonly now: number;
  /** The most there were since `forgetPeak`, or since the start. */
  readonly peak: number;
}

/** Undefined where the operating system does not tell (it does on Linux). */
export function residentMemory({ process: { pid } }: Program): ResidentMemory | undefined {
  if (process.platform !== 'linux') return undefined;
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  const kibibytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
  return { now: kibibytes('VmRSS'), peak: kibibytes('VmHWM') };
}

/** Lets the peak begin anew from what is in memory now. */
export function forgetPeak({ process: { pid } }: Program): void {
  writeFileSync(`/proc/${String(pid)}/clear_refs`, '5');
}
