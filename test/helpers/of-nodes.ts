import { afterAll, beforeAll, expect } from 'vitest';
import { placesApart } from './service-place.ts';

/*
 * For each file of the project `nodes`: tests that open a store by themselves would pass, and be
 * over no engine but their own.
 */

let before = 0;

beforeAll(() => {
  before = placesApart();
});

afterAll(() => {
  const told = 'services over PostgreSQL; a file that needs none is named in NOT_OF_NODES';
  expect(placesApart() - before, told).toBeGreaterThan(0);
});
