import { join } from 'node:path';
import { createApp } from '../../src/api/app.ts';
import type { ListenerInfo } from '../../src/api/listener-info.ts';
import { createRateLimit } from '../../src/api/middleware/rate-limit.ts';
import { generateKey, writeKeys } from '../../src/auth/keys/key-file.ts';
import { openKeyRing, type KeyRing } from '../../src/auth/keys/key-ring.ts';
import { createMessageSignatures } from '../../src/auth/signatures/signatures.ts';
import { readConfig, type Config } from '../../src/config/config.ts';
import { INTERNAL_LISTENER, servePlain } from '../../src/listeners/internal-listener.ts';
import type { Instant } from '../../src/shared/time.ts';
import { profileOf } from '../../src/profiles/index.ts';
import { SANDBOX_SEED } from '../../src/sandbox/seed.ts';
import { createCore, type Core } from '../../src/app/core.ts';
import { openCallbacks } from '../../src/app/event-push.ts';
import { lapseAll } from '../../src/app/expiry.ts';
import { createOpenBankingRoutes } from '../../src/app/open-banking-routes.ts';
import { servicePlace } from './service-storage.ts';
import { openInternalListener } from './service.ts';
import { NOW } from './signature-judge.ts';
import { makeTppKey, type TppKey } from './signing.ts';

/**
 * A bank with two listeners, both without TLS. Each of its TPPs has one signing key, whose kid is
 * the TPP's name.
 */
export interface SigningService {
  readonly store: Core['store'];
  /** Origin of the listener where request signatures are optional. It does not sign responses. */
  readonly origin: string;
  /** Origin of the listener that requires signed requests and signs its responses. */
  readonly strictOrigin: string;
  /** The bank's keys. */
  readonly keys: KeyRing;
  /** The TPPs' keys by name. */
  readonly tppKeys: ReadonlyMap<string, TppKey>;
  /** Returns the machine's time. It changes only with `passTime`. */
  now(): Instant;
  /** Moves the machine's time forward by milliseconds. */
  passTime(milliseconds: number): void;
  end(): Promise<void>;
}

const ORGANISATION_ID = 'the-bank';

export async function startSigningService(settings: Partial<Config> = {}): Promise<SigningService> {
  const storage = await servicePlace();
  const { directory } = storage;
  let now = NOW;
  const config = configOf(directory, { ...storage.config, ...settings });
  const core = await createCore(config, profileOf(config), {
    machineClock: () => now,
    stopwatch: () => performance.now(),
    observe: () => undefined,
    onSyncFailed: (error) => {
      throw error;
    },
  });
  const { store, runner, workers, clock, tasks, observe } = core;
  const keyFile = join(directory, 'bank-keys.json');
  await writeKeys(keyFile, [await generateKey(), await generateKey()]);
  const keys = openKeyRing(keyFile, { observe });
  const signatures = createMessageSignatures({
    directory: store,
    keys,
    clock: core.machineClock,
    trustAnchors: core.config.trustAnchors,
    organisationId: ORGANISATION_ID,
  });
  const rateLimit = createRateLimit(core.config, store);
  const appParts = { ...core, signatures, rateLimit };
  const app = createApp(appParts);
  const callbacks = await openCallbacks(core.profile, null);
  const shared = { signatures, rateLimit, issuer: ORGANISATION_ID, callbacks };
  createOpenBankingRoutes(core, shared)(app);
  core.profile.servePlain(app, { ...core, lapse: (at) => lapseAll(store, at) });
  runner.start();

  const strictDoor = { ...INTERNAL_LISTENER, signsAnswers: true, requiresSignatures: true };
  const open = async (listener: ListenerInfo) => {
    const server = await openInternalListener();
    server.serve(servePlain(app, [], listener));
    return server;
  };
  const [plain, strict] = await Promise.all([open(INTERNAL_LISTENER), open(strictDoor)]);
  return {
    store,
    origin: `http://127.0.0.1:${String(plain.port)}`,
    strictOrigin: `http://127.0.0.1:${String(strict.port)}`,
    keys,
    tppKeys: await giveKeys(store),
    now: () => now,
    passTime: (milliseconds) => {
      now += milliseconds;
    },
    async end() {
      await Promise.all([plain.close(0), strict.close(0)]);
      keys.stop();
      await runner.stop();
      await workers.close();
      await clock.stop();
      await tasks.stop();
      await core.closeData();
      await storage.remove();
    },
  };
}

function configOf(directory: string, settings: Partial<Config>): Config {
  const read = readConfig({ PIS_LOG_LEVEL: 'silent', PIS_DATA_DIR: directory });
  if ('problems' in read) throw new Error(read.problems.join(' '));
  const rates = { ratePerSecond: 1_000_000, rateBurst: 1_000_000 };
  return { ...read.config, ...rates, fileThreads: 1, ...settings };
}

/** Creates a signing key for every TPP in the directory. */
async function giveKeys(store: Core['store']): Promise<ReadonlyMap<string, TppKey>> {
  const tppKeys = new Map<string, TppKey>();
  const organisations = await Promise.all(
    SANDBOX_SEED.directory.map(async (organisation) => ({
      ...organisation,
      software: await Promise.all(
        organisation.software.map(async (software) => {
          const key = await makeTppKey(software.id);
          tppKeys.set(software.id, key);
          return { ...software, keys: [key.publicJwk] };
        }),
      ),
    })),
  );
  const by = { kind: 'operator', id: 'test', certificate: null } as const;
  await store.replaceDirectory(organisations, {
    at: NOW,
    by: { ...by, interactionId: null, address: null },
  });
  return tppKeys;
}
