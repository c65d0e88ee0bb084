import Sqlite from 'better-sqlite3';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { dataFolder } from '../../../src/config/data-folder.ts';
import { openDatabase } from '../../../src/store/sqlite/database/database.ts';
import { MIGRATIONS } from '../../../src/store/sqlite/migrations.ts';
import { inFolder } from '../../contract/store/fixtures.ts';
import { run } from './fixtures.ts';

/** Creates a data folder whose database has another version than this program. */
function folderOf(directory: string, version: number): string {
  const folder = `${directory}/other`;
  mkdirSync(folder);
  const { database: path } = dataFolder(folder);
  openDatabase(path).close();
  const database = new Sqlite(path);
  database.pragma(`user_version = ${String(version)}`);
  database.close();
  return folder;
}

describe('a data folder', () => {
  test.each([
    ['of a newer release', MIGRATIONS.length + 1, 'created by a newer release'],
    ['from before the first release', 0, 'before the first release'],
  ])('%s is not backed up or restored', async (_, version, reason) => {
    await inFolder(async (directory) => {
      const folder = folderOf(directory, version);
      await expect(run('backup', [`${directory}/backup`], folder)).rejects.toThrow(reason);
      expect(existsSync(`${directory}/backup`)).toBe(false);
      const auditHead = { sequence: 0, hash: '0'.repeat(64) };
      const label = { madeAt: '2026-03-02T10:00:00.000Z', files: 0, auditHead };
      writeFileSync(`${folder}/backup.json`, JSON.stringify(label));
      const restored = `${directory}/restored`;
      await expect(run('restore', [folder, restored])).rejects.toThrow(reason);
      expect(existsSync(restored)).toBe(false);
    });
  });
});
