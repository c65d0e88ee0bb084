import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFolder } from '../../../src/cli/new-folder.ts';

let folder = '';
let data = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'new-folder-'));
  data = join(folder, 'data');
  mkdirSync(join(data, 'files'), { recursive: true });
  symlinkSync(data, join(folder, 'link'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const create = (path: string, source = data): Promise<void> =>
  createFolder(path, source, () => Promise.resolve());

describe('createFolder', () => {
  test.each(['data/..backup', 'data/files/..backup/new', 'link/backup', 'link/files/a/b'])(
    'refuses %s, which is inside the source folder',
    async (path) => {
      const refused = create(join(folder, path));
      await expect(refused).rejects.toThrow(`${path} is inside ${data}. Name a folder outside it.`);
    },
  );

  test('refuses a path inside a source folder that is named by a link', async () => {
    const path = join(data, 'backup');
    await expect(create(path, join(folder, 'link'))).rejects.toThrow(`${path} is inside`);
  });

  test.each(['link', 'data/../data'])('refuses %s, which is the source folder', async (path) => {
    const refused = create(join(folder, path));
    await expect(refused).rejects.toThrow('is the folder to be copied.');
  });

  test.each(['..backup', 'data.backup', 'other/data'])('accepts %s', async (path) => {
    await create(join(folder, path));
    expect(existsSync(join(folder, path))).toBe(true);
  });
});
