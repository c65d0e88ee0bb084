import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { problemOfDataFolder } from '../../../src/config/data-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'f-'));
const file = join(folder, 'a');
writeFileSync(file, '');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const NEXT = '. Name a folder that exists or can be created.';

describe('a data folder', () => {
  test('may exist or not', () => {
    symlinkSync(folder, join(folder, 'link'));
    for (const good of [folder, join(folder, 'link'), join(folder, 'new', 'folder'), './data']) {
      expect(problemOfDataFolder(good)).toBeUndefined();
    }
  });

  test('is refused if it is a file or lies in one, and the message names the setting', () => {
    expect(problemOfDataFolder(file)).toBe(`PIS_DATA_DIR=${file} is not a folder${NEXT}`);
    for (const below of ['b', 'b/c']) {
      const path = join(file, below);
      const why = `lies in ${file}, which is not a folder`;
      expect(problemOfDataFolder(path)).toBe(`PIS_DATA_DIR=${path} ${why}${NEXT}`);
    }
  });
});
