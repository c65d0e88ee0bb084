import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CAMPAIGNS, NODES, NOT_OF_NODES, PROGRAMS, RELEASE } from '../../../vitest.config.ts';

test.each([...CAMPAIGNS, ...PROGRAMS, ...NODES, ...RELEASE, ...NOT_OF_NODES])(
  'the tests that a list of the Vitest configuration names exist: %s',
  (pattern) => {
    expect(globSync(pattern)).not.toEqual([]);
  },
);
