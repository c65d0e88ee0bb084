import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** Maximum duration of a start in milliseconds. It allows for the slowest machine. */
const READY_WITHIN_MS = 120_000;
/**
 * Maximum duration of a stop in milliseconds. It is longer than the grace period in service.ts, for
 * slow machines.
 */
const STOPPED_WITHIN_MS = 120_000;
/** Maximum number of characters to store of a process's output. */
const LAST_WORDS_CHARACTERS = 4000;

/** A rate limit so high that no client in these tests reaches it. */
const UNLIMITED = '1000000';

export interface StartOptions {
  readonly dataDirectory: string;
  /** Settings in addition to the ones that every test needs. */
  readonly settings?: Readonly<Record<string, string | undefined>>;
  /**
   * True if `start` waits until the service is ready. Otherwise it waits only for a response.
   * Default: true.
   */
  readonly isToBeReady?: boolean;
  /** Returns the command that runs the program. The default is `node`. */
  readonly command?: (program: string) => readonly [string, ...string[]];
}

/**
 * The ports of the internal listener, the TPPs' listener and the customers' listener. Older builds
 * have only the first.
 */
interface Ports {
  readonly port: number;
  readonly httpsPort: number;
  readonly pagesPort: number;
  /** Null if the console is off. */
  readonly consolePort: number | null;
  /** Null if the metrics listener is off. */
  readonly metricsPort: number | null;
}

/** End of a process: its exit code or signal, and its duration. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly milliseconds: number;
}

/** Thrown if a service ended or hung before it was ready. */
export class NotStarted extends Error {
  override readonly name = 'NotStarted';
  /** The exit code. Null if the process was killed. */
  readonly code: number | null;

  constructor(lastWords: string, code: number | null, cause: unknown) {
    super(`The service did not start. ${lastWords}`, { cause });
    this.code = code;
  }
}

/** Runs the built service as a separate process, which a test may kill. */
export class ServiceProcess {
  readonly pid: number;
  readonly origin: string;
  /** The ports of all listeners of the service. */
  readonly ports: Ports;
  /** Duration of the start in milliseconds. It indicates how fast the machine is. */
  readonly startedInMs: number;
  readonly #child: ChildProcess;
  readonly #words: RichText;
  #isDoomed = false;

  private constructor(child: ChildProcess, words: RichText, ports: Ports, startedInMs: number) {
    this.startedInMs = startedInMs;
    this.#child = child;
    this.#words = words;
    this.pid = child.pid ?? 0;
    this.ports = ports;
    this.origin = `http://127.0.0.1:${String(ports.port)}`;
  }

  /**
   * Starts the service and waits until it is ready. Otherwise throws NotStarted with the end of its
   * output.
   */
  static async start(options: StartOptions): Promise<ServiceProcess> {
    const began = performance.now();
    const child = launch(options);
    const words = new RichText(child);
    try {
      const ports = await portsOf(child);
      const service = new ServiceProcess(child, words, ports, performance.now() - began);
      if (options.isToBeReady !== false) await untilReady(service.origin);
      return service;
    } catch (cause) {
      const code = child.exitCode;
      child.kill('SIGKILL');
      await ended(child);
      throw new NotStarted(words.text, code, cause);
    }
  }

  /** Starts the service and kills it after some milliseconds, which may be before it is ready. */
  static async startAndKill(options: StartOptions, afterMs: number): Promise<void> {
    const child = launch(options);
    await wait(afterMs);
    child.kill('SIGKILL');
    await ended(child);
  }

  /** True after the process was asked to end. From then on, clients expect broken connections. */
  get isDoomed(): boolean {
    return this.#isDoomed;
  }

  /** True if the process has ended for any reason. */
  get isGone(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** The last part of the process's output. */
  get lastWords(): string {
    return this.#words.text;
  }

  async kill(): Promise<void> {
    this.#isDoomed = true;
    this.#child.kill('SIGKILL');
    await ended(this.#child);
  }

  /** Sends SIGTERM and waits for the end. Sends SIGKILL if the process takes too long. */
  async stop(): Promise<End> {
    this.#child.kill('SIGTERM');
    return this.gone(STOPPED_WITHIN_MS);
  }

  /** Waits until the process ends. Kills it if it takes longer than `withinMs`. */
  async gone(withinMs: number): Promise<End> {
    this.#isDoomed = true;
    const started = performance.now();
    const overdue = setTimeout(() => this.#child.kill('SIGKILL'), withinMs);
    await ended(this.#child);
    clearTimeout(overdue);
    const { exitCode: code, signalCode: signal } = this.#child;
    return { code, signal, milliseconds: Math.round(performance.now() - started) };
  }
}

function launch({ dataDirectory, settings, command }: StartOptions): ChildProcess {
  const [file, ...given] = command?.(PROGRAM) ?? [process.execPath, PROGRAM];
  return spawn(file, given, {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      // The tests set it, so that their processes start faster.
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PIS_DATA_DIR: dataDirectory,
      PIS_HTTP_PORT: '0',
      PIS_HTTPS_PORT: '0',
      PIS_PAGES_PORT: '0',
      PIS_LOG_LEVEL: 'error',
      PIS_RATE_PER_SECOND: UNLIMITED,
      PIS_RATE_BURST: UNLIMITED,
      ...settings,
    },
  });
}

async function portsOf(child: ChildProcess): Promise<Ports> {
  const signal = AbortSignal.timeout(READY_WITHIN_MS);
  const report = once(child, 'message', { signal }).then(([message]) => message as Ports);
  const gone = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`It ended with ${String(code)}.`);
  });
  const ports = await Promise.race([report, gone]);
  gone.catch(() => undefined);
  return ports;
}

async function untilReady(origin: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    const { status } = await fetch(`${origin}/health/ready`);
    if (status === 200) return;
    await wait(20);
  }
  throw new Error('It is not ready.');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Collects the last part of a process's output. */
class RichText {
  text = '';

  constructor({ stdout, stderr }: ChildProcess) {
    for (const stream of [stdout, stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        this.text = (this.text + chunk).slice(-LAST_WORDS_CHARACTERS);
      });
    }
  }
}
