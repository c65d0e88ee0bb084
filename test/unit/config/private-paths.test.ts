import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Config } from '../../../src/config/config.ts';
import { problemsOfPrivacy, tightenFolder } from '../../../src/config/private-paths.ts';
import { inFolder } from '../../contract/store/fixtures.ts';

type Paths = Readonly<Record<'data' | 'keys' | 'shared' | 'secret', string>>;

/** Creates the folders and files of a node, private to their owner. */
function withPaths(use: (paths: Paths) => void): () => Promise<void> {
  return () =>
    inFolder((directory) => {
      const [data, keys] = [join(directory, 'data'), join(directory, 'keys')];
      const [shared, secret] = [join(keys, 'shared-keys.json'), join(directory, 'secret')];
      for (const folder of [data, keys]) {
        mkdirSync(folder);
        chmodSync(folder, 0o700);
      }
      for (const file of [shared, secret]) {
        writeFileSync(file, 'secret');
        chmodSync(file, 0o600);
      }
      use({ data, keys, shared, secret });
      return Promise.resolve();
    });
}

/** Returns settings that contain these paths. All secret files in them are the same file. */
function configOf({ data, keys, secret }: Paths): Config {
  const url = `postgres://p@db/p?sslkey=${secret}`;
  return {
    ...{ dataDirectory: data, keysDirectory: keys, store: { kind: 'postgres', url } },
    ...{ databasePasswordFile: secret, s3SecretKeyFile: secret, hubKeyFile: secret },
    ...{ coreKeyFile: secret, payeeKeyFile: secret, screeningKeyFile: secret },
    secure: { keyFile: secret, signingKeysFile: secret, bankFile: secret },
  } as unknown as Config;
}

describe('folders and files with secrets', () => {
  test(
    'are accepted if only their owner can read them, or if they do not exist',
    withPaths((paths) => {
      expect(problemsOfPrivacy(configOf(paths))).toEqual([]);
      const nowhere = { data: '/nowhere/a', keys: '/nowhere/b', shared: '', secret: '/nowhere/c' };
      expect(problemsOfPrivacy(configOf(nowhere))).toEqual([]);
    }),
  );

  test.each([
    ['data', 0o755, 1],
    ['data', 0o710, 1],
    ['keys', 0o750, 1],
    ['shared', 0o640, 1],
    ['secret', 0o604, 10],
  ] as const)(
    'are refused if other users can access %s (mode %o), with the command to run',
    (which, mode, count) =>
      withPaths((paths) => {
        chmodSync(paths[which], mode);
        const problems = problemsOfPrivacy(configOf(paths));
        expect(problems).toHaveLength(count);
        const right = ['data', 'keys'].includes(which) ? '700' : '600';
        for (const problem of problems) {
          expect(problem).toMatch(/^PIS_[A-Z0-9_]+: other users can reach /);
          expect(problem).toContain(`(mode 0${mode.toString(8)})`);
          expect(problem).toContain(`Run: chmod ${right} '${paths[which]}'.`);
        }
      })(),
  );

  test.skipIf(process.getuid?.() !== 0).each([
    ['secret', 0o440, 0],
    ['secret', 0o640, 0],
    ['secret', 0o660, 10],
    ['secret', 0o644, 10],
    ['data', 0o2770, 0],
    ['data', 0o2775, 1],
  ] as const)(
    'of root, as on a mounted volume, may be readable by the group: %s, mode %o',
    (which, mode, count) =>
      withPaths((paths) => {
        const getuid = vi.spyOn(process, 'getuid').mockReturnValue(1000);
        onTestFinished(() => {
          getuid.mockRestore();
        });
        chmodSync(paths[which], mode);
        expect(problemsOfPrivacy(configOf(paths))).toHaveLength(count);
      })(),
  );

  test(
    'a folder of the sandbox is made private, once',
    withPaths(({ data }) => {
      chmodSync(data, 0o755);
      expect(tightenFolder(data)).toBe(true);
      expect(statSync(data).mode & 0o777).toBe(0o700);
      expect(tightenFolder(data)).toBe(false);
      expect(tightenFolder(`${data}/nowhere`)).toBe(false);
    }),
  );
});
