import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { startService, type RunningService, type ServiceOptions } from './service.ts';
import { Tpp } from './tpp.ts';

/** A service for all tests of a describe block, and its first TPP. */
export interface Chapter {
  readonly service: () => RunningService;
  readonly tpp: () => Tpp;
}

/** Starts a service before the tests of a describe block and ends it after them. */
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

/** A service for each single test, and its first TPP. */
export interface FreshBank {
  readonly service: RunningService;
  readonly tpp: Tpp;
  /** Stops the service and starts another one on the same data. */
  restart(): Promise<void>;
}

/** Starts a service before each test. Ends it afterwards and checks that its books balance. */
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
