import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** Maximum time of a start in milliseconds, on the slowest machine. */
const READY_WITHIN_MS = 120_000;
/**
 * Maximum time of a stop in milliseconds: the grace period of service.ts, and more for a slow
 * machine.
 */
const STOPPED_WITHIN_MS = 120_000;
/** Maximum length of a process's stored output, in characters. */
const LAST_WORDS_CHARACTERS = 4000;

/** A rate limit that no client in these tests reaches. */
const UNLIMITED = '1000000';

export interface StartOptions {
  readonly dataDirectory: string;
  /** Settings in addition to those that every test needs. */
  readonly settings?: Readonly<Record<string, string | undefined>>;
  /** True if the start waits for readiness, not only for responses. True by default. */
  readonly isToBeReady?: boolean;
  /** Returns the command that runs the program. The default is `node`. */
  readonly command?: (program: string) => readonly [string, ...string[]];
}

/**
 * The ports of the internal, the TPPs' and the customers' listener. Older builds only have the
 * first.
 */
interface Ports {
  readonly port: number;
  readonly httpsPort: number;
  readonly pagesPort: number;
}

/** The end of a process. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly milliseconds: number;
}

/** Thrown if a service ended or hung before it was ready. */
export class NotStarted extends Error {
  override readonly name = 'NotStarted';
  /** The exit code. Null if it was killed. */
  readonly code: number | null;

  constructor(lastWords: string, code: number | null, cause: unknown) {
    super(`The service did not start. ${lastWords}`, { cause });
    this.code = code;
  }
}

/** The built service as a separate process that may be killed. */
export class ServiceProcess {
  readonly pid: number;
  readonly origin: string;
  /** The ports of all its listeners. */
  readonly ports: Ports;
  /** Duration of the start in milliseconds, which shows the speed of the machine. */
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

  /** Starts the service and waits until it is ready. Throws NotStarted with its last output. */
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

  /** Starts the service and kills it after some milliseconds, at any point of its start. */
  static async startAndKill(options: StartOptions, afterMs: number): Promise<void> {
    const child = launch(options);
    await wait(afterMs);
    child.kill('SIGKILL');
    await ended(child);
  }

  /** True after it was told to end. From then on broken connections are expected. */
  get isDoomed(): boolean {
    return this.#isDoomed;
  }

  /** True if the process has ended, for whatever reason. */
  get isGone(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** The end of its output. */
  get lastWords(): string {
    return this.#words.text;
  }

  async kill(): Promise<void> {
    this.#isDoomed = true;
    this.#child.kill('SIGKILL');
    await ended(this.#child);
  }

  /** Sends SIGTERM, and SIGKILL after the maximum time. */
  async stop(): Promise<End> {
    this.#child.kill('SIGTERM');
    return this.gone(STOPPED_WITHIN_MS);
  }

  /** Waits for its end. Kills it after the maximum time. */
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

/** Collects the end of a process's output. */
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
