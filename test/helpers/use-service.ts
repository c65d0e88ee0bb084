import { afterAll, beforeAll } from 'vitest';
import { present } from '../../src/kernel/assert.ts';
import { startService, type RunningService, type ServiceOptions } from './service.ts';
import { Tpp } from './tpp.ts';

/** A service for all tests of a chapter, and its first TPP. */
export interface Chapter {
  readonly service: () => RunningService;
  readonly tpp: () => Tpp;
}

/** Starts a service before the tests of the chapter and ends it after them. */
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
    service: () => present(service, 'the service'),
    tpp: () => present(tpp, 'the TPP'),
  };
}
