import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { startService, type RunningService, type ServiceOptions } from './service.ts';
import { Tpp } from './tpp.ts';

/** A service that all tests of a describe block share, and its first TPP. */
export interface Chapter {
  readonly service: () => RunningService;
  readonly tpp: () => Tpp;
}

/** Starts a service before the tests of a describe block, and ends it after them. */
export function useService(options: ServiceOptions = {}): Chapter {
  let service: RunningService | undefined;
  let tpp: Tpp | undefined;
  beforeAll(async () => {
    service = await startService(options);
    tpp = await Tpp.signIn(service.origin);
  });
  afterAll(async () => {
    await service?.end();
  });
  return {
    service: () => expectDefined(service, 'the service'),
    tpp: () => expectDefined(tpp, 'the TPP'),
  };
}

/** A service that runs for one test, and its first TPP. */
export interface FreshBank {
  readonly service: RunningService;
  readonly tpp: Tpp;
  /** Stops the service and starts it again with the same data. */
  restart(): Promise<void>;
}

/** Starts a service before each test. After the test, ends it and checks that its books balance. */
export function useFreshBank(options: ServiceOptions = {}): FreshBank {
  let service: RunningService | undefined;
  let tpp: Tpp | undefined;
  const begin = async (started: RunningService): Promise<void> => {
    service = started;
    tpp = await Tpp.signIn(started.origin);
  };
  const bank: FreshBank = {
    get service() {
      return expectDefined(service, 'the service');
    },
    get tpp() {
      return expectDefined(tpp, 'the TPP');
    },
    restart: async () => begin(await bank.service.restart()),
  };
  beforeEach(async () => begin(await startService(options)));
  afterEach(async () => {
    expect(await bank.service.store.auditBooks()).toEqual([]);
    await bank.service.end();
  });
  return bank;
}
