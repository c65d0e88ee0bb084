import { afterAll, beforeAll, expect } from 'vitest';
import { placesApart } from './service-storage.ts';

/**
 * Checks that each test file of `npm run test:nodes` starts a service on PostgreSQL. Otherwise the
 * file would test only SQLite a second time. A file that needs no service belongs in NOT_OF_NODES.
 */

let before = 0;

beforeAll(() => {
  before = placesApart();
});

afterAll(() => {
  const message = 'services over PostgreSQL; a file that needs none is named in NOT_OF_NODES';
  expect(placesApart() - before, message).toBeGreaterThan(0);
});
