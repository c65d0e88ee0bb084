import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePrivateFolder } from '../../../../src/auth/keys/private-file.ts';
import { inFolder } from '../../../contract/store/fixtures.ts';

describe('a private folder', () => {
  it('is created with its missing parents, each accessible only to the owner', () =>
    inFolder(async (directory) => {
      const umask = process.umask(0);
      try {
        await makePrivateFolder(join(directory, 'a/b/c'));
        await makePrivateFolder(join(directory, 'a/b/c'));
        await makePrivateFolder(join(directory, 'a/b/d'));
      } finally {
        process.umask(umask);
      }
      for (const made of ['a', 'a/b', 'a/b/c', 'a/b/d']) {
        const { mode } = statSync(join(directory, made));
        expect([made, mode & 0o777]).toEqual([made, 0o700]);
      }
    }));

  it('leaves existing folders unchanged', () =>
    inFolder(async (directory) => {
      mkdirSync(join(directory, 'open'), { mode: 0o755 });
      await makePrivateFolder(join(directory, 'open/private'));
      expect(statSync(join(directory, 'open')).mode & 0o777).toBe(0o755);
    }));

  it.each([
    [
      'a file has its path',
      (path: string) => {
        writeFileSync(path, '');
      },
    ],
    [
      'its path contains a broken link',
      (path: string) => {
        symlinkSync('nowhere/at/all', path);
      },
    ],
  ])('is not created if %s', (_, block) =>
    inFolder(async (directory) => {
      block(join(directory, 'a'));
      await expect(makePrivateFolder(join(directory, 'a/b/c'))).rejects.toThrow(/ENOTDIR|ENOENT/);
    }),
  );
});
