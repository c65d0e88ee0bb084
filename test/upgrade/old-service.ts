import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Maximum start time, in milliseconds. */
const READY_WITHIN_MS = 30_000;

/** The ports of a service. The first versions have the HTTP port only. */
export interface Ports {
  readonly port: number;
  readonly httpsPort?: number;
  readonly pagesPort?: number;
}

/** Runs a service of any version as a child process. */
export class OldService {
  readonly ports: Ports;
  readonly origin: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, ports: Ports) {
    this.#child = child;
    this.ports = ports;
    this.origin = `http://127.0.0.1:${String(ports.port)}`;
  }

  /**
   * @param command starts the program, for example `['node', 'dist/main.js']`
   * @param hasTls whether the version has the settings of the TLS ports
   */
  static async start(
    [file = '', ...args]: readonly string[],
    dataDirectory: string,
    hasTls: boolean,
  ): Promise<OldService> {
    const child = spawn(file, args, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        PIS_DATA_DIR: dataDirectory,
        PIS_HTTP_PORT: '0',
        ...(hasTls ? { PIS_HTTPS_PORT: '0', PIS_PAGES_PORT: '0' } : {}),
        PIS_LOG_LEVEL: 'error',
      },
    });
    const signal = AbortSignal.timeout(READY_WITHIN_MS);
    const gone = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`The service exited with code ${String(code)}.`);
    });
    gone.catch(() => undefined);
    const [ports] = (await Promise.race([once(child, 'message', { signal }), gone])) as [Ports];
    return new OldService(child, ports);
  }

  /** Stops the service. Throws if it does not exit with code 0. */
  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
    if (this.#child.exitCode !== 0) throw new Error('The service did not exit with code 0.');
  }
}
