import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { NotStarted, ServiceProcess, type StartOptions } from '../crash/service-process.ts';
import { Violation } from '../crash/story.ts';
import { STORAGE_FAILED } from '../power/record.ts';

/** Pause before a restart, in milliseconds. */
const RESTART_MS = 500;
/** Interval of the check whether it runs, in milliseconds. */
const LOOK_MS = 50;

/** A service on one port that is restarted whenever a failing disk has ended it. */
export class Supervised {
  readonly #options: StartOptions;
  #service: ServiceProcess;
  #restarts = 0;
  #isOver = false;
  #trouble: Violation | undefined;
  #watching: Promise<void> = Promise.resolve();

  private constructor(options: StartOptions, service: ServiceProcess) {
    this.#options = options;
    this.#service = service;
  }

  static async start(options: StartOptions): Promise<Supervised> {
    const PIS_HTTP_PORT = String(await freePort());
    const fixed = { ...options, settings: { ...options.settings, PIS_HTTP_PORT } };
    const supervised = new Supervised(fixed, await ServiceProcess.start(fixed));
    supervised.#watching = supervised.#watch();
    return supervised;
  }

  get service(): ServiceProcess {
    return this.#service;
  }

  get restarts(): number {
    return this.#restarts;
  }

  /** Ends the supervision. Throws if the service has ended for another reason. */
  async release(): Promise<ServiceProcess> {
    this.#isOver = true;
    await this.#watching;
    if (this.#trouble !== undefined) throw this.#trouble;
    return this.#service;
  }

  async #watch(): Promise<void> {
    while (!this.#isOver && this.#trouble === undefined) {
      if (this.#service.isGone) await this.#restart();
      else await wait(LOOK_MS);
    }
  }

  async #restart(): Promise<void> {
    const { code } = await this.#service.gone(0);
    if (code !== STORAGE_FAILED) {
      const words = this.#service.lastWords;
      this.#trouble = new Violation(`It ended by itself, with ${String(code)}. ${words}`);
      return;
    }
    while (this.#service.isGone) {
      await wait(RESTART_MS);
      // It cannot start while the disk is full.
      const started = await ServiceProcess.start(this.#options).catch((error: unknown) => {
        if (error instanceof NotStarted) return undefined;
        throw error;
      });
      if (started !== undefined) this.#service = started;
    }
    this.#restarts += 1;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
