import { expect, it } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import { coreRoutes } from '../../../../src/ops/commands/core.ts';
import { openControl } from '../../../../src/ops/control.ts';
import { run, withData } from '../fixtures.ts';

const NOW = Date.parse('2026-03-05T10:00:00Z');

it(
  'shows the requests, the last reconciled day and the days with differences',
  withData(async ({ folder, store }) => {
    const clock = () => NOW;
    let problem: string | null = null;
    const core = {
      isReachable: () => true,
      changesProblem: () => problem,
      reconcile: () => Promise.reject(new Error('not asked')),
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
      problem = 'GET /v1/changes was answered with status 403.';
      expect(await run('core', ['status'], folder)).toContain(
        `answers\nChanges of accounts: FAILING. ${problem}\n`,
      );
    } finally {
      await control.close();
    }
  }),
);
