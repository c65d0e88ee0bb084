import { setTimeout as wait } from 'node:timers/promises';
import { NotStarted, ServiceProcess, type StartOptions } from '../crash/service-process.ts';
import { Violation } from '../crash/story.ts';
import { freePort } from '../helpers/free-port.ts';
import { STORAGE_FAILED } from '../power/record.ts';

/** Pause before the service is restarted, in milliseconds. */
const RESTART_MS = 500;
/** Interval at which the service is checked for having ended, in milliseconds. */
const LOOK_MS = 50;

/** Runs a service on one port, and restarts it each time that a failing disk has ended it. */
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

  /**
   * Ends the supervision and returns the service. Throws if it has ended for a reason other than
   * the disk.
   */
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
      // The start fails while the disk is full, and is then tried again.
      const started = await ServiceProcess.start(this.#options).catch((error: unknown) => {
        if (error instanceof NotStarted) return undefined;
        throw error;
      });
      if (started !== undefined) this.#service = started;
    }
    this.#restarts += 1;
  }
}
