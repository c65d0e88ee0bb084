import { expect, test } from 'vitest';
import { closestMatch } from '../../../src/shared/suggest.ts';

const KNOWN = ['PIS_DATA_DIR', 'PIS_HTTP_PORT', 'PIS_HTTPS_PORT', 'PIS_BANK_FILE'];

test.each([
  ['PIS_DATA_DIRS', 'PIS_DATA_DIR'],
  ['PIS_DATADIR', 'PIS_DATA_DIR'],
  ['PIS_HTTPS_PROT', 'PIS_HTTPS_PORT'],
  ['PIS_BNAK_FILE', 'PIS_BANK_FILE'],
  ['PIS_', undefined],
  ['PIS_DATA_DIRECTORY', undefined],
  ['PIS_NOTHING_LIKE_IT_AT_ALL', undefined],
  ['', undefined],
])('closestMatch suggests for %s the setting %s', (written, meant) => {
  expect(closestMatch(written, KNOWN)).toBe(meant);
});
