import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A start that takes longer has failed, in milliseconds. */
const READY_WITHIN_MS = 30_000;

/** The ports of a service; one of an early version has a plain door alone. */
export interface Ports {
  readonly port: number;
  readonly httpsPort?: number;
  readonly pagesPort?: number;
}

/** A service of any version, as a process of its own. */
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
   * @param command how its program is started, such as `['node', 'dist/main.js']`
   * @param hasDoors whether it knows the settings of the doors of TLS
   */
  static async start(
    [file = '', ...args]: readonly string[],
    dataDirectory: string,
    hasDoors: boolean,
  ): Promise<OldService> {
    const child = spawn(file, args, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        PIS_DATA_DIR: dataDirectory,
        PIS_HTTP_PORT: '0',
        ...(hasDoors ? { PIS_HTTPS_PORT: '0', PIS_PAGES_PORT: '0' } : {}),
        PIS_LOG_LEVEL: 'error',
      },
    });
    const signal = AbortSignal.timeout(READY_WITHIN_MS);
    const gone = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`It ended with ${String(code)}.`);
    });
    gone.catch(() => undefined);
    const [ports] = (await Promise.race([once(child, 'message', { signal }), gone])) as [Ports];
    return new OldService(child, ports);
  }

  /** Ends it cleanly; throws where it does not. */
  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
    if (this.#child.exitCode !== 0) throw new Error('It did not stop cleanly.');
  }
}
