import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { expect, UnexpectedResult } from './expect.ts';
import { cleanEnvironment, watch, type Watched } from './process.ts';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** Maximum time for the service to start, in milliseconds. */
const START_MS = 60_000;

const Ports = z.object({ port: z.int(), httpsPort: z.int(), pagesPort: z.int() });

export interface Service extends Watched {
  /** Origin of the service: `http://127.0.0.1:port`. */
  readonly origin: string;
  readonly pid: number;
  /** Base URL of the listener for TPPs. */
  readonly apiUrl: string;
  /** Base URL of the customers' listener. */
  readonly issuerUrl: string;
  /** The data folder. It is removed when the service is stopped. */
  readonly directory: string;
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
  const child = fork(MAIN, {
    // `npm start` uses the same option.
    execArgv: ['--initial-heap-size=256'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...cleanEnvironment(),
      PIS_HTTP_PORT: '0',
      PIS_HTTPS_PORT: '0',
      PIS_PAGES_PORT: '0',
      PIS_DATA_DIR: directory,
      PIS_LOG_LEVEL: 'error',
      ...settings,
    },
  });
  const { lost, stop: end } = watch(child, 'The service');
  const stop = async (): Promise<void> => {
    await end();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const ports = await Promise.race([readPorts(child, interrupted), lost]);
    return {
      origin: `http://127.0.0.1:${String(ports.port)}`,
      apiUrl: `https://localhost:${String(ports.httpsPort)}`,
      issuerUrl: `https://localhost:${String(ports.pagesPort)}`,
      ...{ pid: child.pid ?? 0, directory, lost, stop },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns the ports that the service reports once it listens. */
async function readPorts(
  child: ChildProcess,
  interrupted: AbortSignal,
): Promise<z.output<typeof Ports>> {
  const tooLate = AbortSignal.timeout(START_MS);
  const signal = AbortSignal.any([interrupted, tooLate]);
  const events: unknown[] = await once(child, 'message', { signal }).catch((error: unknown) => {
    const seconds = String(START_MS / 1000);
    throw tooLate.aborted
      ? new UnexpectedResult(`The service was not ready in ${seconds} s.`)
      : error;
  });
  const ports = Ports.safeParse(events[0]);
  expect(ports.success, 'The service did not report its ports.');
  return ports.data;
}
