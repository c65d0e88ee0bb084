import { defineConfig } from 'vitest/config';
import { CAMPAIGNS, DISK, PROGRAMS, settings } from '../vitest.config.ts';

/**
 * Vitest configuration for `npm run test:campaigns`: the tests that kill processes, cut the power,
 * or run programs for minutes.
 */
export default defineConfig({
  test: {
    ...settings,
    projects: [
      {
        extends: true,
        test: { name: 'campaigns', include: CAMPAIGNS, isolate: true, env: { TMPDIR: DISK } },
      },
      { extends: true, test: { name: 'programs', include: PROGRAMS, isolate: false } },
    ],
  },
});
