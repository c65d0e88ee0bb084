import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { forEachFile } from '../../../src/cli/inspect/backup-contents.ts';

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
