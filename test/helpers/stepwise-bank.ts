import { afterAll, beforeAll } from 'vitest';
import { createHolidays } from '../../src/bank/holidays.ts';
import { createExchangeRates } from '../../src/bank/rates.ts';
import type { ExchangeContracts } from '../../src/domain/ports/bank.ts';
import type { CreditBatch, SchemeGateway } from '../../src/domain/ports/schemes.ts';
import { createUseCases, type UseCases } from '../../src/use-cases/index.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { DAY_MS } from '../../src/shared/time.ts';
import { createSandboxContracts } from '../../src/sandbox/contracts.ts';
import { createSchemes } from '../../src/schemes/simulated/schemes.ts';
import type { SearchSegments, SearchWorkers } from '../../src/domain/ports/search-index.ts';
import { openRanges } from '../../src/store/files/ranges.ts';
import { openSearchSegments } from '../../src/store/search/look-up.ts';
import { createSpool } from '../../src/store/files/spool.ts';
import { filesLocation, openFiles } from '../../src/app/files.ts';
import type { FileWorkerPool } from '../../src/workers/pool.ts';
import { USE_CASE_SETTINGS } from './limits.ts';
import { oneThread } from './one-thread.ts';
import { startService, type RunningService } from './service.ts';
import { Tpp } from './tpp.ts';

/** Starts one bank for all tests of a describe block. The tests execute its jobs step by step. */
export function useStepwiseBank(): () => StepwiseBank {
  let bank: StepwiseBank | undefined;
  beforeAll(async () => {
    bank = await StepwiseBank.open();
  });
  afterAll(async () => {
    await bank?.close();
  });
  return () => expectDefined(bank, 'the bank');
}

/** A service whose background work is stopped, so that a test executes each step itself. */
export class StepwiseBank {
  readonly service: RunningService;
  readonly tpp: Tpp;
  /** All batches that the service passed to the payment schemes, in order. */
  readonly calls: CreditBatch[] = [];
  /** Use cases on the service's store. Tests call them even if the service would not. */
  readonly useCases: UseCases;
  /** The exchange rate contracts that these use cases know. */
  contracts: ExchangeContracts = createSandboxContracts(createExchangeRates());
  readonly searchIndex: SearchWorkers & SearchSegments;
  readonly #workers: FileWorkerPool;

  private constructor(service: RunningService, tpp: Tpp) {
    this.service = service;
    this.tpp = tpp;
    const place = filesLocation(service.config);
    const { filesDirectory, bucket } = place;
    this.#workers = oneThread(filesDirectory, { bucket });
    this.searchIndex = { ...this.#workers, ...openSearchSegments(openRanges(place)) };
    this.useCases = createUseCases({
      payeeConfirmation: null,
      screening: null,
      store: service.store,
      workers: this.#workers,
      searchIndex: this.searchIndex,
      files: openFiles(place, service.observe),
      spool: createSpool(filesDirectory, { maxBytes: 0 }),
      schemes: this.#listenTo(createSchemes()),
      holidays: createHolidays(),
      rates: createExchangeRates(),
      contracts: { findContract: (...args) => this.contracts.findContract(...args) },
      settings: USE_CASE_SETTINGS,
      observe: service.observe,
      stopwatch: () => performance.now(),
      ...{ recallWriter: null, coreBanking: null },
      isClockGood: () => true,
    });
  }

  static async open(): Promise<StepwiseBank> {
    return StepwiseBank.#at(await startService());
  }

  static async #at(service: RunningService): Promise<StepwiseBank> {
    await service.runner.stop();
    return new StepwiseBank(service, await Tpp.signIn(service.origin));
  }

  /** Restarts the bank. Returns the bank in the state that it loads from its store. */
  async restarted(): Promise<StepwiseBank> {
    await this.#workers.close();
    // The service executes no steps while its machine's clock is behind, so it leaves them to the
    // test.
    this.service.leapMachineClock(-2 * DAY_MS);
    return StepwiseBank.#at(await this.service.restart());
  }

  async close(): Promise<void> {
    await this.#workers.close();
    await this.service.end();
  }

  /**
   * Executes the step with the earliest due time, even if that is in the future. Returns false if
   * no step is left.
   */
  async step(): Promise<boolean> {
    const [work] = await this.service.store.dueWork(Number.MAX_SAFE_INTEGER, 1);
    if (work === undefined) return false;
    await this.useCases.executeWork(work, Math.max(work.dueAt, this.service.clock.now()));
    return true;
  }

  #listenTo(schemes: SchemeGateway): SchemeGateway {
    return {
      send: (batch, now) => {
        this.calls.push(batch);
        return schemes.send(batch, now);
      },
      ask: (batch, request) => {
        this.calls.push(batch);
        return schemes.ask(batch, request);
      },
    };
  }
}
