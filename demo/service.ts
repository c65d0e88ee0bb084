import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, UnexpectedResult } from './expect.ts';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/**
 * Maximum time for the service to start, in milliseconds. The second value is the maximum time to
 * stop.
 */
const START_MS = 60_000;
const STOP_MS = 5000;

export interface Service {
  /** Origin of the service: `http://127.0.0.1:port`. */
  readonly origin: string;
  readonly pid: number;
  /** Rejects if the service exits unexpectedly. Never resolves. */
  readonly lost: Promise<never>;
  /** Stops the process and removes its data. May be called more than once. */
  stop(): Promise<void>;
}

/**
 * Starts the built service as a child process, with free ports and a temporary data folder.
 * `settings` can override other defaults. If `interrupted` aborts while the service is starting,
 * the service is stopped too.
 */
export async function startService(
  interrupted: AbortSignal,
  settings: Readonly<Record<string, string>> = {},
): Promise<Service> {
  expect(existsSync(MAIN), 'The service is not built. Run: npm run demo');
  const directory = mkdtempSync(join(tmpdir(), 'pis-demo-'));
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PIS_'));
  const child = fork(MAIN, {
    // `npm start` uses the same option.
    execArgv: ['--initial-heap-size=256'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...Object.fromEntries(inherited),
      PIS_HTTP_PORT: '0',
      PIS_HTTPS_PORT: '0',
      PIS_PAGES_PORT: '0',
      PIS_DATA_DIR: directory,
      PIS_LOG_LEVEL: 'error',
      ...settings,
    },
  });
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-1000);
  });
  let isStopping = false;
  const lost = new Promise<never>((_, reject) => {
    child.once('exit', (code, signal) => {
      if (isStopping) return;
      const how = signal ?? `code ${String(code)}`;
      reject(
        new UnexpectedResult(
          `The service exited unexpectedly (${how}). ${complaint.trim()}`.trim(),
        ),
      );
    });
  });
  // Handle the rejection, in case nothing waits for `lost`.
  lost.catch(() => undefined);

  const stop = async (): Promise<void> => {
    isStopping = true;
    await end(child);
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const port = await Promise.race([readPort(child, interrupted), lost]);
    return { origin: `http://127.0.0.1:${String(port)}`, pid: child.pid ?? 0, lost, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns the port that the service reports once it listens. */
async function readPort(child: ChildProcess, interrupted: AbortSignal): Promise<number> {
  const tooLate = AbortSignal.timeout(START_MS);
  const signal = AbortSignal.any([interrupted, tooLate]);
  const events: unknown[] = await once(child, 'message', { signal }).catch((error: unknown) => {
    const seconds = String(START_MS / 1000);
    throw tooLate.aborted
      ? new UnexpectedResult(`The service was not ready in ${seconds} s.`)
      : error;
  });
  const [message] = events;
  const port =
    typeof message === 'object' && message !== null && 'port' in message ? message.port : undefined;
  expect(typeof port === 'number', 'The service did not report its port.');
  return port;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const impatient = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await gone;
  clearTimeout(impatient);
}
