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
import { servicePlace } from './service-place.ts';
import { openInternalListener } from './service.ts';

/** How long a one-time code is shown, in milliseconds: no user signs in twice with one. */
const CODE_MS = 30_000;

export interface SecureService extends Service, BankOfCustomers {
  /** The plain door, `http://127.0.0.1:port`. */
  readonly origin: string;
  /** Its data; the certificates and keys in it are its own, to be changed at will. */
  readonly directory: string;
  readonly events: readonly ServiceEvent[];
  /** Moves the machine's clock on by so many milliseconds, ahead of the real time. */
  passMachineTime(milliseconds: number): void;
  /** Stops the machine's clock and returns its time: only `passMachineTime` moves it then. */
  holdMachineClock(): Instant;
  /** Stops; removes the data. */
  end(): Promise<void>;
}

export interface SecureOptions {
  readonly config?: Partial<Config>;
}

/** The whole sandbox with all three doors, on free ports and with data of its own. */
export async function startSecureService(options: SecureOptions = {}): Promise<SecureService> {
  const place = await servicePlace();
  const { directory } = place;
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
    ...{ ratePerSecond: many, rateBurst: many, strangersPerSecond: many, strangersBurst: many },
    ...{ visitorsPerSecond: many, visitorsBurst: many },
    fileThreads: 1,
    ...place.config,
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
  // The doors are there before the service that counts what happens at them.
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
  access.listeners.serve(expectDefined(service.tlsServices, 'what is behind the doors'));
  const { apiUrl, issuerUrl } = access.settings;
  const origin = `http://127.0.0.1:${String(plain.port)}`;
  return {
    ...service,
    ...{ origin, apiUrl, issuerUrl, directory, events },
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
      await place.remove();
    },
  };
}

/** Starts the sandbox before the tests of a chapter and ends it after them. */
export function useSecureService(options: SecureOptions = {}): () => SecureService {
  let service: SecureService | undefined;
  beforeAll(async () => {
    service = await startSecureService(options);
  });
  afterAll(() => service?.end());
  return () => expectDefined(service, 'the service');
}
