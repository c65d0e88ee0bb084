import { mkdirSync } from 'node:fs';
import { createApp } from './api/app.ts';
import type { App } from './api/call.ts';
import { createChain } from './api/chain.ts';
import { createHandlers } from './api/handlers/index.ts';
import { createRateLimit } from './api/steps/limit-rate.ts';
import { createUploadPlaces } from './api/steps/upload-places.ts';
import { createTokenOffice } from './auth/tokens.ts';
import { createHolidays } from './bank/holidays.ts';
import { createExchangeRates } from './bank/rates.ts';
import { createSchemes } from './bank/schemes.ts';
import type { Config } from './config.ts';
import { temporaryDirectory } from './domain/content.ts';
import type { Observe } from './domain/events.ts';
import type { Store } from './domain/store.ts';
import { WorkRunner } from './engine/work.ts';
import type { Clock } from './kernel/time.ts';
import { createMetrics } from './ops/metrics.ts';
import { createPipeline } from './pipeline/index.ts';
import { createClockMover } from './sandbox/clock-mover.ts';
import { createSandboxClock, type SandboxClock } from './sandbox/clock.ts';
import { serveSandbox } from './sandbox/routes.ts';
import { OWN_SORT_CODES, SANDBOX_SEED } from './sandbox/seed.ts';
import { openFileStore } from './store/files.ts';
import { openSqliteStore } from './store/sqlite/index.ts';
import { createFileWorkers } from './workers/pool.ts';

/** The store's setting that keeps the sandbox's clock over restarts. */
const CLOCK_SETTING = 'sandbox.clock.offsetMs';

export interface Service {
  readonly app: App;
  readonly store: Store;
  readonly clock: SandboxClock;
  readonly observe: Observe;
  readonly runner: WorkRunner;
  /** Ends the work under way and closes the store. Takes no further requests for granted. */
  stop(): Promise<void>;
}

/** What the outside world gives: the machine's clock and where events go. */
export interface Surroundings {
  readonly machineClock: Clock;
  /** Milliseconds from any start, finer than a clock: for telling how long something took. */
  readonly stopwatch: Clock;
  readonly observe: Observe;
}

/** Builds the whole service; tests call it too. Work begins at once, listening is the caller's. */
export async function wire(config: Config, surroundings: Surroundings): Promise<Service> {
  const { machineClock, stopwatch } = surroundings;
  const metrics = createMetrics();
  const observe: Observe = (event) => {
    surroundings.observe(event);
    metrics.observe(event);
  };
  const { store, files, filesDirectory } = await openData(config, machineClock);
  const offsetMs = Number((await store.readSetting(CLOCK_SETTING)) ?? 0);
  const clock = createSandboxClock({ system: machineClock, offsetMs });
  const tokens = createTokenOffice(store, machineClock);
  const { fileReader: reader, fileThreads: threads, fileQueueJobs: maxQueue } = config;
  const workers = createFileWorkers({ filesDirectory, reader, threads, maxQueue });
  const { collectCredits } = workers;
  const [holidays, rates] = [createHolidays(), createExchangeRates()];
  const pipeline = createPipeline({
    store,
    workers,
    schemes: createSchemes({ collectCredits, ownSortCodes: OWN_SORT_CODES }),
    holidays,
    rates,
    settings: { ...config, filesDirectory },
    observe,
    stopwatch,
  });
  const execute = pipeline.executeWork;
  const runner = new WorkRunner({ store, execute, clock: clock.now, observe });
  const limitRate = createRateLimit(config, machineClock);
  const app = createApp({
    chain: createChain({ ...config, tokens, limitRate, clock: clock.now, stopwatch, observe }),
    handlers: createHandlers({
      store,
      files,
      workers,
      pipeline,
      holidays,
      rates,
      horizonDays: config.horizonDays,
      bankName: config.bankName ?? null,
      takeUploadPlace: createUploadPlaces(config.uploadsPerTpp),
      wake: () => {
        runner.wake();
      },
    }),
    isReady: () => store.isReady(),
    observe,
    metrics,
  });
  const moveClock = createClockMover({
    clock,
    store,
    drain: (withinMs) => runner.drain(withinMs),
    keepOffset: (offsetMs) => store.writeSetting(CLOCK_SETTING, String(offsetMs)),
  });
  const { publicHosts } = config;
  serveSandbox(app, { store, tokens, pipeline, clock, moveClock, publicHosts });
  runner.start();
  const stop = async (): Promise<void> => {
    await runner.stop();
    await workers.close();
    await store.close();
  };
  return { app, store, clock, observe, runner, stop };
}

/** Opens what lies in the data folder, lays the bank down when it is new, clears what is left. */
async function openData(config: Config, machineClock: Clock) {
  const filesDirectory = `${config.dataDirectory}/files`;
  // What lies there is the customers' business alone.
  mkdirSync(temporaryDirectory(filesDirectory), { recursive: true, mode: 0o700 });
  const store = openSqliteStore(`${config.dataDirectory}/service.db`);
  await store.seed(SANDBOX_SEED, machineClock());
  const files = openFileStore(filesDirectory);
  await files.sweep((sha256) => store.isFileKept(sha256));
  return { store, files, filesDirectory };
}
