import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NOT_OF_NODES } from '../../../vitest.config.ts';

test.each(NOT_OF_NODES)('what is left out of the tests over nodes is there: %s', (pattern) => {
  expect(globSync(pattern)).not.toEqual([]);
});
