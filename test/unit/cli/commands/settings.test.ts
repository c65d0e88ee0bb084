import { describe, expect, it } from 'vitest';
import { serviceReport } from '../../../../src/app/service-report.ts';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import { settingsInForce } from '../../../../src/config/settings-in-force.ts';
import { serviceRoutes } from '../../../../src/ops/commands/service.ts';
import { openControl } from '../../../../src/ops/control.ts';
import { run, withData } from '../fixtures.ts';

const ENVIRONMENT = { PIS_RATE_BURST: '7', PIS_S3_SECRET_KEY: 'hidden' };

describe('pisctl settings', () => {
  it(
    'shows the version, and settings with their sources but no secret',
    withData(async ({ folder, store }) => {
      const config = {
        node: 'london-1',
        profile: 'sandbox',
        store: { kind: 'sqlite' },
        files: { kind: 'folder' },
        inForce: settingsInForce(ENVIRONMENT),
      } as const;
      const clock = () => 0;
      const control = await openControl({
        path: dataFolder(folder).control,
        routes: [serviceRoutes({ serviceReport: () => serviceReport(config), addresses: null })],
        ...{ store, clock, observe: () => undefined },
      });
      try {
        const shown = await run('settings', [], folder);
        expect(shown).toMatch(/^Version \d+\.\d+\.\d+ on Node.js v\d+.*, node london-1, profile/);
        expect(shown).toContain('Database: sqlite. Payment files: folder.');
        expect(shown).toContain('PIS_RATE_BURST: 7 (environment, limit)');
        expect(shown).toContain('PIS_S3_SECRET_KEY: set, not shown (environment)');
        expect(shown).toContain('PIS_BANK_NAME: not set (default)');
        expect(shown).not.toContain('hidden');
        const one = await run('settings', ['PIS_RATE_BURST'], folder);
        expect(one).toMatch(/^PIS_RATE_BURST: 7 \(environment, limit\)\n {4}requests that a TPP/);
        expect(one).not.toContain('PIS_BANK_NAME');
        await expect(run('settings', ['PIS_BURST'], folder)).rejects.toThrow('not a setting here');
      } finally {
        await control.close();
      }
    }),
  );
});
