import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** A start that takes longer hangs, on the slowest of machines, in milliseconds. */
const READY_WITHIN_MS = 120_000;
/** The grace of service.ts and what a slow machine adds to it, in milliseconds. */
const STOPPED_WITHIN_MS = 120_000;
/** The last words of a process that are kept, in characters. */
const LAST_WORDS_CHARACTERS = 4000;

/** More than any client here can send: these tests are not about rates. */
const UNLIMITED = '1000000';

export interface StartOptions {
  readonly dataDirectory: string;
  /** Settings besides those that every test needs. */
  readonly settings?: Readonly<Record<string, string | undefined>>;
  /** Whether it is to be ready, and not just to answer; true unless told otherwise. */
  readonly isToBeReady?: boolean;
  /** Runs the program; `node` itself unless told otherwise. */
  readonly command?: (program: string) => readonly [string, ...string[]];
}

/** The plain door's, the TPPs' and the customers'; older builds have the first alone. */
interface Ports {
  readonly port: number;
  readonly httpsPort: number;
  readonly pagesPort: number;
}

/** How a process ended. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly milliseconds: number;
}

/** A service that ended, or hung, before it was ready. */
export class NotStarted extends Error {
  override readonly name = 'NotStarted';
  /** Its exit code; null when it had to be killed. */
  readonly code: number | null;

  constructor(lastWords: string, code: number | null, cause: unknown) {
    super(`The service did not start. ${lastWords}`, { cause });
    this.code = code;
  }
}

/** The built service as a process of its own, which may be killed. */
export class ServiceProcess {
  readonly pid: number;
  readonly origin: string;
  /** Of all its doors. */
  readonly ports: Ports;
  /** How long the start took, in milliseconds: what a machine needs tells how slow it is. */
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

  /** Starts the service and waits until it is ready. Throws NotStarted, with its last words. */
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

  /** Starts the service and kills it so many milliseconds later, wherever it has got to. */
  static async startAndKill(options: StartOptions, afterMs: number): Promise<void> {
    const child = launch(options);
    await wait(afterMs);
    child.kill('SIGKILL');
    await ended(child);
  }

  /** Whether it was told to end: from then on a broken connection is no surprise. */
  get isDoomed(): boolean {
    return this.#isDoomed;
  }

  /** Whether it has ended, told to or not. */
  get isGone(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** The last of what it said on its outputs. */
  get lastWords(): string {
    return this.#words.text;
  }

  async kill(): Promise<void> {
    this.#isDoomed = true;
    this.#child.kill('SIGKILL');
    await ended(this.#child);
  }

  /** Asks it to stop, and kills it when it does not. */
  async stop(): Promise<End> {
    this.#child.kill('SIGTERM');
    return this.gone(STOPPED_WITHIN_MS);
  }

  /** Waits for it to end by itself; it is killed when that takes longer. */
  async gone(withinMs: number): Promise<End> {
    this.#isDoomed = true;
    const asked = performance.now();
    const overdue = setTimeout(() => this.#child.kill('SIGKILL'), withinMs);
    await ended(this.#child);
    clearTimeout(overdue);
    const { exitCode: code, signalCode: signal } = this.#child;
    return { code, signal, milliseconds: Math.round(performance.now() - asked) };
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
  const told = once(child, 'message', { signal }).then(([message]) => message as Ports);
  const gone = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`It ended with ${String(code)}.`);
  });
  const ports = await Promise.race([told, gone]);
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

/** The end of what a process says. */
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
