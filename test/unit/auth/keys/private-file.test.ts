import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makePrivateFolder } from '../../../../src/auth/keys/private-file.ts';
import { inFolder } from '../../../contract/store/fixtures.ts';

describe('a private folder', () => {
  it('is made with those on the way to it, each for its owner alone', () =>
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

  it('takes what is there as it is', () =>
    inFolder(async (directory) => {
      mkdirSync(join(directory, 'open'), { mode: 0o755 });
      await makePrivateFolder(join(directory, 'open/private'));
      expect(statSync(join(directory, 'open')).mode & 0o777).toBe(0o755);
    }));

  it.each([
    [
      'a file is in the way',
      (path: string) => {
        writeFileSync(path, '');
      },
    ],
    [
      'a link leads nowhere',
      (path: string) => {
        symlinkSync('nowhere/at/all', path);
      },
    ],
  ])('is refused where %s', (_, block) =>
    inFolder(async (directory) => {
      block(join(directory, 'a'));
      await expect(makePrivateFolder(join(directory, 'a/b/c'))).rejects.toThrow(/ENOTDIR|ENOENT/);
    }),
  );
});
