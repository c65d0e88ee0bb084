import { afterAll, beforeAll, expect } from 'vitest';
import { placesApart } from './service-storage.ts';

/**
 * Checks that each test file of the project `nodes` opens a service over PostgreSQL. A file that
 * opens only a store of its own would pass without testing another engine.
 */

let before = 0;

beforeAll(() => {
  before = placesApart();
});

afterAll(() => {
  const message = 'services over PostgreSQL; a file that needs none is named in NOT_OF_NODES';
  expect(placesApart() - before, message).toBeGreaterThan(0);
});
