import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PROFILE_SETTING } from '../../../../src/domain/ports/store-admin.ts';
import { run, withData } from '../fixtures.ts';

/** Backs up data that were created with a profile. Returns the names in the folder `pki`. */
async function keysInBackup(profile: string): Promise<readonly string[] | 'none'> {
  let names: readonly string[] | 'none' = 'none';
  await withData(async ({ directory, folder, store }) => {
    mkdirSync(`${folder}/pki`, { recursive: true });
    writeFileSync(`${folder}/pki/shared-keys.json`, '{"keys":[]}');
    await store.writeSetting(PROFILE_SETTING, profile);
    await store.close();
    await run('backup', [`${directory}/backup`], folder);
    if (readdirSync(`${directory}/backup`).includes('pki')) {
      names = readdirSync(`${directory}/backup/pki`).sort();
    }
  })();
  return names;
}

test('a backup contains the keys of a sandbox, and no keys of a bank', async () => {
  expect(await keysInBackup('sandbox')).toEqual(['shared-keys.json', 'tpp']);
  expect(await keysInBackup('secure')).toBe('none');
});
