import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { dataFolder } from '../../../src/config/data-folder.ts';
import { backupRoutes } from '../../../src/ops/commands/backup.ts';
import { openControl } from '../../../src/ops/control.ts';
import { NOW } from '../../contract/store/fixtures.ts';
import { withData } from './fixtures.ts';

const MAIN = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url));

/** Runs a command in a process and returns its exit code and output. */
async function spawned(
  args: readonly string[],
  folder: string,
  onSpawn?: (kill: () => void) => void,
) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, PIS_DATA_DIR: folder },
  });
  let said = '';
  child.stdout.on('data', (text: Buffer) => (said += text.toString()));
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  onSpawn?.(() => child.kill('SIGKILL'));
  await once(child, 'close');
  return { code: child.exitCode, said };
}

describe('a command of the operators', () => {
  it(
    'leaves no backup when it is killed, and the next attempt creates one',
    withData(async ({ directory, folder, store }) => {
      let kill = (): void => undefined;
      const path = dataFolder(folder).control;
      const control = await openControl({
        path,
        routes: [
          backupRoutes({
            backup: (to, onProgress) =>
              store.backup(to, (done, of) => {
                kill();
                onProgress(done, of);
              }),
          }),
        ],
        store,
        clock: () => NOW,
        observe: () => undefined,
      });
      const target = `${directory}/backup`;
      const killed = await spawned(['backup', target], folder, (killIt) => {
        kill = killIt;
      });
      expect(killed.code).toBeNull();
      expect(existsSync(target)).toBe(false);
      expect(existsSync(`${target}.partial`)).toBe(true);
      kill = () => undefined;
      const again = await spawned(['backup', target], folder);
      expect(again).toMatchObject({ code: 0 });
      expect(again.said).toContain(`The backup is ${target}.`);
      expect(existsSync(`${target}.partial`)).toBe(false);
      await control.close();
      const verified = await spawned(['audit', 'verify', '--data', target], folder);
      expect(verified).toMatchObject({ code: 0 });
    }),
  );

  it(
    'has exit code 2 when it cannot do its work or gets wrong arguments',
    withData(async ({ folder }) => {
      expect(await spawned(['restore', folder, folder], folder)).toEqual({
        code: 2,
        said:
          `${folder} is not a backup: it has no backup.json. ` +
          'Name a folder that npx pisctl backup created.\n',
      });
      for (const args of [['format'], ['audit', 'verfy'], ['audit', 'verify', '--dta', 'x']]) {
        expect(await spawned(args, folder)).toMatchObject({ code: 2 });
      }
      expect(await spawned(['audit', 'verify'], '/nowhere')).toMatchObject({ code: 2 });
      const running = await spawned(['audit', 'verify'], folder);
      expect(running).toMatchObject({ code: 2 });
      expect(running.said).toContain('The service is running');
    }),
  );

  it(
    'has exit code 1 when a payment file or the database is damaged',
    withData(async ({ folder, store, addFile }) => {
      const file = await addFile('c', 'a payment file');
      await store.close();
      writeFileSync(file, 'another one');
      expect(await spawned(['audit', 'files'], folder)).toMatchObject({ code: 1 });
      writeFileSync(dataFolder(folder).database, 'no database at all, however long'.repeat(999));
      const broken = await spawned(['audit', 'verify'], folder);
      expect(broken).toMatchObject({ code: 1 });
      expect(broken.said).toMatch(/^The database is damaged\./);
    }),
  );
});
