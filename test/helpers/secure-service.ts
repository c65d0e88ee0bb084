import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { readConfig, type Config } from '../../src/config/config.ts';
import type { SyncFailed } from '../../src/domain/ports/storage-errors.ts';
import type { Observe, ServiceEvent } from '../../src/domain/records/events.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import type { Instant } from '../../src/shared/time.ts';
import { sandboxPki } from '../../src/sandbox/pki/paths.ts';
import { createService, type Service } from '../../src/app/index.ts';
import { openAccess } from '../../src/app/access.ts';
import { realTime } from './real-time.ts';
import type { BankOfCustomers } from './secure-customer.ts';
import { servicePlace } from './service-storage.ts';
import { openInternalListener } from './service.ts';

/**
 * Time for which a one-time code is valid, in milliseconds. A user cannot sign in twice with one
 * code.
 */
const CODE_MS = 30_000;

export interface SecureService extends Service, BankOfCustomers {
  /** Origin of the internal listener, `http://127.0.0.1:port`. */
  readonly origin: string;
  /** The data folder. It contains copies of the certificates and keys, which a test may change. */
  readonly directory: string;
  readonly events: readonly ServiceEvent[];
  /** Port of the operators' console. Null if it is off. */
  readonly consolePort: number | null;
  /** Moves the service's machine clock forward by milliseconds, ahead of the real time. */
  passMachineTime(milliseconds: number): void;
  /**
   * Stops the service's machine clock and returns its time. After this, only `passMachineTime`
   * moves it.
   */
  holdMachineClock(): Instant;
  /** Stops the service and removes its data. */
  end(): Promise<void>;
}

export interface SecureOptions {
  readonly config?: Partial<Config>;
}

/** Starts the whole sandbox with all three listeners. It has its own data and uses free ports. */
export async function startSecureService(options: SecureOptions = {}): Promise<SecureService> {
  const storage = await servicePlace();
  const { directory } = storage;
  cpSync(inject('pki'), join(directory, 'pki'), { recursive: true });
  const read = readConfig({
    PIS_LOG_LEVEL: 'silent',
    PIS_DATA_DIR: directory,
    PIS_HTTPS_PORT: '0',
    PIS_PAGES_PORT: '0',
  });
  if ('problems' in read) throw new Error(read.problems.join(' '));
  const many = 1_000_000;
  const config: Config = {
    ...read.config,
    ...{ ratePerSecond: many, rateBurst: many },
    ...{ unauthenticatedPerSecond: many, unauthenticatedBurst: many },
    ...{ interactionsPerSecond: many, interactionsBurst: many },
    fileThreads: 1,
    ...storage.config,
    ...options.config,
  };
  const events: ServiceEvent[] = [];
  let passed = 0;
  let heldAt: Instant | null = null;
  const surroundings = {
    machineClock: () => (heldAt ?? realTime()) + passed,
    stopwatch: () => performance.now(),
    observe: (event: ServiceEvent) => {
      events.push(event);
    },
    onSyncFailed: (error: SyncFailed) => {
      events.push({ kind: 'failure', what: 'a sync', error });
    },
  };
  // The listeners open before the service that counts their events, so `observe` is set later.
  const counting: { observe: Observe } = surroundings;
  const atListeners = {
    ...surroundings,
    observe: (event: ServiceEvent) => {
      counting.observe(event);
    },
  };
  const plain = await openInternalListener({}, atListeners.observe);
  const access = await openAccess(config, atListeners);
  const service = await createService(config, { ...surroundings }, access);
  counting.observe = service.observe;
  plain.serve(service.plain);
  access.listeners.serve(expectDefined(service.tlsServices, 'the services of the TLS listeners'));
  const { apiUrl, issuerUrl } = access.settings;
  const origin = `http://127.0.0.1:${String(plain.port)}`;
  return {
    ...service,
    ...{ origin, apiUrl, issuerUrl, directory, events },
    consolePort: access.listeners.consolePort,
    pki: sandboxPki(join(directory, 'pki')),
    passMachineTime: (milliseconds) => {
      passed += milliseconds;
    },
    holdMachineClock: () => {
      heldAt ??= realTime();
      return heldAt + passed;
    },
    nextCodeOf: async (user) => {
      passed += CODE_MS;
      const shown = await fetch(`${origin}/sandbox/users/${user}/code`);
      return ((await shown.json()) as { code: string }).code;
    },
    end: async () => {
      await Promise.all([plain.close(0), access.listeners.close(0)]);
      await service.stop();
      await storage.remove();
    },
  };
}

/** Starts a sandbox before the tests of a describe block, and ends it after them. */
export function useSecureService(options: SecureOptions = {}): () => SecureService {
  let service: SecureService | undefined;
  beforeAll(async () => {
    service = await startSecureService(options);
  });
  afterAll(() => service?.end());
  return () => expectDefined(service, 'the service');
}
