import { makePrivateFolder, syncPath } from '../auth/keys/private-file.ts';
import { createTokenService } from '../auth/tokens.ts';
import { createHolidays } from '../bank/holidays.ts';
import { createExchangeRates } from '../bank/rates.ts';
import type { Config } from '../config/config.ts';
import { dataFolder } from '../config/data-folder.ts';
import { nodeNameOf } from '../config/node-name.ts';
import type { OnSyncFailed } from '../domain/ports/storage-errors.ts';
import type { Observe } from '../domain/records/events.ts';
import { createUseCases } from '../use-cases/index.ts';
import { WorkRunner } from '../use-cases/execution/work-runner.ts';
import { newId } from '../shared/ids.ts';
import { messageOf } from '../shared/text.ts';
import {
  MINUTE_MS,
  SECOND_MS,
  type Clock,
  type Milliseconds,
  type Stopwatch,
} from '../shared/time.ts';
import { ApiCounter, startApiRecorder } from '../ops/api-recorder.ts';
import { UnansweredRequests } from '../ops/unanswered-requests.ts';
import { ClockGuard } from '../ops/clock-guard.ts';
import { createMetrics } from '../ops/metrics.ts';
import { NodeTasks } from '../ops/tasks.ts';
import type { Profile } from '../profiles/index.ts';
import { createSchemes } from '../schemes/simulated/schemes.ts';
import type { FilesLocation } from '../store/files/location.ts';
import { openRanges } from '../store/files/ranges.ts';
import { createSpool } from '../store/files/spool.ts';
import { openSearchSegments } from '../store/search/look-up.ts';
import { takeLock, type Lock } from '../store/sqlite/database/lock.ts';
import { createFileWorkers } from '../workers/pool.ts';
import { closeBankSystems, openBankSystems, type BankSystems } from './bank-systems.ts';
import { joinCluster, type KeysOfNodes } from './cluster-identity.ts';
import { prepareCore, reporting } from './core-banking.ts';
import { checkFilesLocation, filesLocation, openFiles } from './files.ts';
import { hubGateway, messageWriter, openHub, requireHub, sendingBank } from './hub.ts';
import { reportingScreening } from './screening.ts';
import { openTraced } from './tracing.ts';
import { describeData, openStore, type StoreDependencies } from './store.ts';

/** Interval in milliseconds at which a node checks for due work that other nodes added. */
const WORK_LOOK_MS: Milliseconds = 500;
/**
 * The same interval for a single node, in milliseconds. It is short because the clock may be
 * changed, and timers cannot wait for months.
 */
const LONGEST_SLEEP_MS = MINUTE_MS;

/**
 * The service's connections to its environment: the clocks, the event observer, and the exit after
 * a failed sync.
 */
export interface Dependencies {
  readonly machineClock: Clock;
  /** A monotonic clock in milliseconds, with which durations are measured. */
  readonly stopwatch: Stopwatch;
  readonly observe: Observe;
  readonly onSyncFailed: OnSyncFailed;
}

interface CoreContext {
  readonly config: Config;
  readonly profile: Profile;
  readonly dependencies: Dependencies;
  readonly keys: KeysOfNodes | null;
  readonly observation: Awaited<ReturnType<typeof openObservation>>;
}

export type Core = Awaited<ReturnType<typeof createCore>>;

/**
 * Creates the services that all listeners use: the store, the use cases and the runner of due work.
 * If this fails, ends the connections to other systems of the bank.
 */
export async function createCore(
  config: Config,
  profile: Profile,
  dependencies: Dependencies,
  keys: KeysOfNodes | null = null,
) {
  const observation = await openObservation(config, dependencies);
  const systems = await openBankSystems(config, observation.traced.traceparent);
  const context = { config, profile, dependencies, keys, observation };
  return createWith(systems, context).catch((error: unknown) => {
    closeBankSystems(systems);
    throw error;
  });
}

async function createWith(systems: BankSystems, context: CoreContext) {
  const { config, profile, dependencies, keys } = context;
  const { stopwatch, onSyncFailed } = dependencies;
  const { metrics, figures, traced, observe } = context.observation;
  const { payeeConfirmation, screening, core } = traced.systems(systems);
  const guard = new ClockGuard({
    ...{ wallClock: dependencies.machineClock, stopwatch },
    maxLeapMs: (config.clockLeapSeconds ?? profile.clockLeapSeconds) * SECOND_MS,
    onChange: (doubt) => observe({ kind: 'clockUntrusted', doubt }),
  });
  const machineClock = guard.now;
  const opened = await openData(config, profile, { guard, observe, onSyncFailed, keys });
  const { files, place, bankSortCodes, closeData } = opened;
  const store = traced.store(opened.store);
  const owner = `${nodeNameOf(config)} ${newId('run', machineClock())}`;
  const leaseMs = config.leaseSeconds * SECOND_MS;
  const tasks = new NodeTasks({ store, owner, leaseMs, stopwatch, observe });
  await tasks.start();
  const clock = await profile.openClock({ store, machineClock, observe });
  const { fileReader: reader, fileThreads: threads, fileQueueJobs: maxQueue } = config;
  const bank = sendingBank(config);
  const pool = { ...place, reader, bank, threads, maxQueue, onSyncFailed };
  const workers = traced.workers(createFileWorkers({ ...pool, recordRun: traced.recordRun }));
  const [holidays, rates] = [createHolidays(), createExchangeRates()];
  const [isClockGood, settings] = [() => guard.doubt === null, { ...config, bankSortCodes }];
  const gateway = { store, workers, holidays, rates, settings, observe };
  const useCaseParts = {
    ...{ store, files, workers, holidays, rates, settings, observe, stopwatch, isClockGood },
    payeeConfirmation,
    screening: screening && reportingScreening(screening, observe),
    coreBanking: core && reporting(core, observe, stopwatch),
    searchIndex: { ...workers, ...openSearchSegments(openRanges(place)) },
    schemes: traced.schemes(bank === null ? createSchemes() : hubGateway(gateway, bank)),
    recallWriter: bank && messageWriter(bank),
    contracts: profile.exchangeContracts(rates),
    spool: createSpool(place.filesDirectory, { maxBytes: config.fileMaxBytes }),
  };
  const useCases = createUseCases(useCaseParts);
  const { executeWork: execute, executeOrders } = traced.jobs(useCases);
  const clocks = { clock: clock.now, stopwatch, isClockGood };
  const pollIntervalMs = store.isShared ? WORK_LOOK_MS : LONGEST_SLEEP_MS;
  const claims = { owner, leaseMs, pollIntervalMs };
  const runner = new WorkRunner({ store, ...claims, execute, executeOrders, ...clocks, observe });
  const hub = await openHub(config, {
    ...{ useCaseParts, filesDirectory: place.filesDirectory, bank, clock: clock.now, traced },
    isOurs: () => tasks.holds('hub'),
    wake: () => runner.wake(),
  });
  const coreParts = { store, clock: clock.now, machineClock, observe, tasks };
  const coreTasks = core && (await prepareCore(coreParts, core));
  metrics.addGauges({
    ...{ store, holidays },
    summariseFailingWork: () => store.summariseFailingWork(),
    unsealedEntries: () => store.unsealedEntries(),
    isScreened: screening !== null,
    core: coreTasks,
    ...{ machineClock, clock: clock.now, isClockGood },
    holdsTask: (task) => tasks.holds(task),
  });
  const tokens = createTokenService(store, machineClock);
  const node = nodeNameOf(config);
  const recorded = { store, ...figures, node, run: owner, machineClock, observe };
  return {
    ...{ config, profile, guard, machineClock, stopwatch, clock, metrics, observe },
    ...{ traced, closeData: () => closeData().finally(() => traced.stop()) },
    ...{ startRecorder: () => startApiRecorder(recorded), beginRequest: figures.unanswered.begin },
    ...{ store, files, workers, holidays, rates, useCases, runner, hub, tokens, tasks },
    ...{ coreTasks, payeeConfirmation, screening },
  };
}

/** Creates the metrics, and starts tracing if it is on. */
async function openObservation(config: Config, dependencies: Dependencies) {
  const [metrics, counter] = [createMetrics(nodeNameOf(config)), new ApiCounter()];
  const observe: Observe = (event) => {
    dependencies.observe(event);
    metrics.observe(event);
    counter.observe(event);
    traced.observe?.(event);
  };
  const traced = await openTraced(config, { ...dependencies, observe });
  const unanswered = new UnansweredRequests(dependencies.stopwatch);
  return { metrics, figures: { counter, unanswered }, traced, observe };
}

/**
 * Opens the store and the storage of payment files. Seeds a new database, and removes temporary and
 * orphaned files.
 */
async function openData(config: Config, profile: Profile, dependencies: StoreDependencies) {
  const place = filesLocation(config);
  await checkFilesLocation(place);
  const lock = await lockDataFolder(config);
  const opened = await openStoreAndFiles(config, profile, dependencies, place).catch(
    (error: unknown) => {
      lock?.close();
      throw error;
    },
  );
  const closeData = async (): Promise<void> => {
    await opened.store.close().finally(() => lock?.close());
  };
  return { ...opened, place, closeData };
}

/**
 * Locks the data folder, because a second process would delete the uploads of the first one. SQLite
 * itself locks the database file, so only other databases need this lock.
 */
async function lockDataFolder({ store, dataDirectory }: Config): Promise<Lock | null> {
  if (store.kind === 'sqlite') return null;
  await makePrivateFolder(dataDirectory);
  return takeLock(
    dataFolder(dataDirectory).lock,
    'The data folder is open in another process. Each node needs its own data folder.',
  );
}

async function openStoreAndFiles(
  config: Config,
  profile: Profile,
  dependencies: StoreDependencies,
  place: FilesLocation,
) {
  const store = await openStore(config, profile, dependencies, place).catch(
    (cause: unknown): never => {
      const reason = messageOf(cause);
      throw new Error(`${describeData(config)} cannot be used. ${reason}`, { cause });
    },
  );
  const { keys, observe } = dependencies;
  // This check precedes every write, so that a node never changes the data of another deployment.
  if (store.isShared && keys !== null) {
    await joinCluster(store, keys, observe).catch(async (error: unknown) => {
      await store.close();
      throw error;
    });
  }
  await requireHub(config, store).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  const bankSortCodes = await profile.seedDatabase(store, dependencies.guard.now(), observe);
  const files = openFiles(place, observe);
  await files.clear();
  // If nodes share the payment files, one node deletes orphaned files while the service runs.
  if (!files.isShared) await files.sweep((sha256) => store.isFileStored(sha256), null);
  await syncPath(place.filesDirectory);
  return { store, files, bankSortCodes };
}
