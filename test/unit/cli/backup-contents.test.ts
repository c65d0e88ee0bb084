import { setImmediate as turn } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { forEachFile, verifyDatabase } from '../../../src/cli/inspect/backup-contents.ts';
import { dataFolder } from '../../../src/config/data-folder.ts';
import { makeDataFolder } from '../../helpers/moving.ts';

test('a failed file stops the others after those under way', async () => {
  const files = Array.from({ length: 20 }, (_, number) => number);
  const [started, releases] = [[] as number[], [] as (() => void)[]];
  let isSettled = false;
  const all = forEachFile(
    files,
    async (file) => {
      started.push(file);
      if (file === 3) throw new Error('damaged');
      await new Promise<void>((resolve) => releases.push(resolve));
    },
    () => undefined,
  ).finally(() => (isSettled = true));
  const refused = expect(all).rejects.toThrow('damaged');
  await turn();
  expect(isSettled).toBe(false);
  for (const release of releases) release();
  await refused;
  await turn();
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('a damaged database is named', async () => {
  const { database } = dataFolder(await makeDataFolder());
  const opened = new Sqlite(database);
  opened.exec('UPDATE transfer SET amount_pence = amount_pence + 1');
  opened.close();
  expect(() => verifyDatabase(database)).toThrow(`${database} is damaged:\n  Account`);
});
