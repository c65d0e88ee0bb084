import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { NOT_OF_NODES } from '../../../vitest.config.ts';

test.each(NOT_OF_NODES)('the excluded tests of the project nodes exist: %s', (pattern) => {
  expect(globSync(pattern)).not.toEqual([]);
});
