import { defineConfig } from 'vitest/config';
import { settings } from '../vitest.config.ts';

/**
 * Vitest configuration for `npm run test:quick`: the unit and property tests without the slow ones,
 * which start processes or PostgreSQL, or run whole scenarios.
 */
export default defineConfig({
  test: {
    ...settings,
    include: ['test/{unit,property}/**/*.test.ts'],
    exclude: [
      'test/unit/{bench,cli,demo,helpers,reliability}/**',
      'test/unit/ops/audit-head.test.ts',
      'test/unit/simulators/hub/*process.test.ts',
      'test/unit/store/{postgres,files}/**',
      'test/unit/workers/object-store.test.ts',
      'test/property/{approvals,calendar,spending,store,unsafe-unicode-files}.test.ts',
    ],
    isolate: false,
  },
});
