import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSharedKeys } from '../../../../src/auth/keys/shared-keys.ts';
import { run } from '../fixtures.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shared-keys-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('pisctl shared-keys', () => {
  test('loses no key if two commands add one at the same time', async () => {
    const added = await Promise.allSettled([
      run('shared-keys', ['add'], folder),
      run('shared-keys', ['add'], folder),
    ]);
    const refused = added.filter((result) => result.status === 'rejected');
    for (const { reason } of refused) {
      expect(String(reason)).toMatch(
        /^CliError: Another command is changing .+shared-keys\.json\./,
      );
    }
    const keys = await readSharedKeys(join(folder, 'pki', 'shared-keys.json'));
    expect(keys).toHaveLength(added.length - refused.length);
  });

  test('of a bank needs PIS_KEYS_DIR and writes no keys into the data folder', async () => {
    const environment = { PIS_PROFILE: 'secure' };
    await expect(run('shared-keys', ['add'], folder, { environment })).rejects.toThrow(
      'PIS_PROFILE=secure needs PIS_KEYS_DIR',
    );
    expect(existsSync(join(folder, 'pki'))).toBe(false);
    const keysDirectory = join(folder, 'keys');
    await run('shared-keys', ['add'], folder, { environment, keysDirectory });
    expect(await readSharedKeys(join(keysDirectory, 'shared-keys.json'))).toHaveLength(1);
  });
});
