import { expect, it } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import { coreRoutes } from '../../../../src/ops/commands/core.ts';
import { openControl } from '../../../../src/ops/control.ts';
import { run, withData } from '../fixtures.ts';

const NOW = Date.parse('2026-03-05T10:00:00Z');

const COMPARED = {
  ...{ isFinal: true, inCore: [], differences: [], count: 0 },
  here: [
    { type: 'credit', count: 1, sumPence: 7500 },
    { type: 'post', count: 4, sumPence: 170_450 },
  ],
} as const;

it(
  'shows the requests, the last reconciled day and the days with differences',
  withData(async ({ folder, store }) => {
    const clock = () => NOW;
    let problem: string | null = null;
    const core = {
      isReachable: () => true,
      changesProblem: () => problem,
      reconcile: (day: string) => Promise.resolve({ ...COMPARED, day }),
    };
    const control = await openControl({
      path: dataFolder(folder).control,
      routes: [coreRoutes({ store, core, clock })],
      ...{ store, clock, observe: () => undefined },
    });
    try {
      expect(await run('core', ['status'], folder)).toContain('Last reconciled day: none\n');
      await store.saveCoreDay({ day: '2026-03-01', checkedAt: NOW, differences: 3 });
      await store.saveCoreDay({ day: '2026-03-02', checkedAt: NOW, differences: 0 });
      expect((await run('core', ['status'], folder)).trimEnd().split('\n')).toEqual([
        'Core banking system: answers',
        'Requests waiting: 0',
        'Requests refused: 0',
        'Last reconciled day: 2026-03-02',
        'Days to reconcile: 2',
        'DIFFERENCES on 2026-03-01: 3. See: npx pisctl core reconcile 2026-03-01',
      ]);
      expect(await run('core', ['reconcile', '2026-03-02'], folder)).toBe(
        '2026-03-02 (final)\n    here:         1 credit 75.00, 4 posts 1704.50\n' +
          '    core banking: nothing\nNo difference.',
      );
      problem = 'GET /v1/changes was answered with status 403.';
      expect(await run('core', ['status'], folder)).toContain(
        `answers\nChanges of accounts: FAILING. ${problem}\n`,
      );
    } finally {
      await control.close();
    }
  }),
);
