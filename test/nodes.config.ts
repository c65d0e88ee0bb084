import { defineConfig } from 'vitest/config';
import { NODES, NOT_OF_NODES, settings } from '../vitest.config.ts';
import { findBinaries } from './helpers/postgres-binaries.ts';

/** True if PostgreSQL is available. Otherwise the global setup prints a notice before the tests. */
const hasPostgres = process.env['PIS_TEST_POSTGRES'] !== undefined || 'native' in findBinaries();

/**
 * Vitest configuration for `npm run test:nodes`: tests of several nodes, and the API tests with a
 * PostgreSQL database and an S3 bucket for each service.
 */
export default defineConfig({
  test: {
    ...settings,
    projects: [
      { extends: true, test: { name: 'several nodes', include: NODES, isolate: false } },
      {
        extends: true,
        test: {
          name: 'shared storage',
          include: hasPostgres ? ['test/contract/**/*.test.ts'] : [],
          exclude: NOT_OF_NODES,
          setupFiles: ['test/helpers/require-shared-storage.ts'],
          isolate: false,
          provide: { place: 'postgres and s3' },
        },
      },
    ],
  },
});
