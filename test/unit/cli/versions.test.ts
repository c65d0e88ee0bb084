import Sqlite from 'better-sqlite3';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../src/config/data-folder.ts';
import { openSqliteStore } from '../../../src/store/sqlite/index.ts';
import { migrate, MIGRATIONS } from '../../../src/store/sqlite/migrations/index.ts';
import { ACT, inFolder, NOW } from '../../contract/store/fixtures.ts';
import { run } from './fixtures.ts';

/** A folder with an empty database, as code of another version would have left it. */
function folderOf(directory: string, migrations = MIGRATIONS.slice(0, 2)): string {
  const folder = `${directory}/old`;
  mkdirSync(folder);
  const database = new Sqlite(dataFolder(folder).database);
  migrate(database, migrations);
  database.close();
  return folder;
}

describe('data of an earlier version', () => {
  it('is not backed up by a later version, which would migrate it', () =>
    inFolder(async (directory) => {
      const folder = folderOf(directory);
      const refused = run('backup', [`${directory}/backup`], folder);
      await expect(refused).rejects.toThrow('Use that version to back it up.');
      expect(existsSync(`${directory}/backup`)).toBe(false);
    }));

  it('is migrated when it is restored, with a new audit log', () =>
    inFolder(async (directory) => {
      const folder = folderOf(directory);
      const auditHead = { sequence: 0, hash: '0'.repeat(64) };
      const label = { madeAt: '2026-03-02T10:00:00.000Z', files: 0, auditHead };
      writeFileSync(`${folder}/backup.json`, JSON.stringify(label));
      await run('restore', [folder, `${directory}/restored`]);
      const store = openSqliteStore(dataFolder(`${directory}/restored`).database, () => NOW);
      await store.record(ACT, { action: 'serviceStarted', subject: 'service' });
      expect(await store.auditHead()).toMatchObject({ sequence: 1 });
      await store.close();
    }));
});

describe('data of a later version', () => {
  it('is not backed up', () =>
    inFolder(async (directory) => {
      const folder = folderOf(directory, [...MIGRATIONS, { name: 'the future', sql: 'SELECT 1' }]);
      const refused = run('backup', [`${directory}/backup`], folder);
      await expect(refused).rejects.toThrow('created by a newer release');
    }));
});
