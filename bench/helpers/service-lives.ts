import { setTimeout as sleep } from 'node:timers/promises';
import { expectDefined } from '../../src/shared/assert.ts';
import { SAMPLES } from './families.ts';
import { FamilyLoad } from './family-load.ts';
import { cpuSeconds, startService, type Program } from './program.ts';
import type { SharedDatabase } from './shared-database.ts';
import { SEALED_AFTER_MS } from './stages.ts';
import type { SharedCost } from './store-nodes.ts';
import { Tpp } from './tpp.ts';

const SAMPLE = expectDefined(
  SAMPLES.find(({ family }) => family.name === 'domestic-payments'),
  'a sample of a domestic payment',
);

/**
 * Makes single payments through the internal listener. The service uses SQLite, or it is one of
 * several nodes.
 */
export class ServiceLives {
  readonly #service: Program;
  readonly #tpp: Tpp;
  readonly #database: SharedDatabase | null;

  private constructor(service: Program, tpp: Tpp, database: SharedDatabase | null) {
    this.#service = service;
    this.#tpp = tpp;
    this.#database = database;
  }

  static async start(database: SharedDatabase | null): Promise<ServiceLives> {
    const service = await startService(database === null ? {} : { PIS_DATABASE_URL: database.url });
    return new ServiceLives(service, await Tpp.signIn(service.origin), database);
  }

  /**
   * Measures a payment from beginning to end: consent, approval through the sandbox's shortcut,
   * submission and execution. The rate counts submissions per second.
   */
  async live(size: { readonly connections: number; readonly each: number }): Promise<SharedCost> {
    const load = new FamilyLoad(this.#service, this.#tpp, SAMPLE, size);
    const amount = size.connections * size.each;
    const before = await this.#used();
    await load.register();
    await load.approve();
    const { perSecond } = await load.pay();
    await sleep(SEALED_AFTER_MS);
    const after = await this.#used();
    return {
      perSecond,
      nodeMicros: (after.node - before.node) / amount,
      serverMicros: (after.server - before.server) / amount,
    };
  }

  /** Returns the CPU time used so far, in microseconds. */
  async #used(): Promise<{ readonly node: number; readonly server: number }> {
    const server = this.#database?.cpuMicros() ?? 0;
    return { node: (await cpuSeconds(this.#service)) * 1e6, server };
  }

  async stop(): Promise<void> {
    this.#tpp.close();
    await this.#service.stop();
  }
}
