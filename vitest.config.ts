import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { findBinaries } from './test/helpers/postgres-binaries.ts';

/**
 * Tests that have a process for each file: what kills, or puts other modules or another clock in
 * the place of ours. Those that share one load their helpers once: a helper that cleans up does it
 * by `onTestFinished`, for its hooks would be those of the first file alone.
 */
const ALONE = [
  'test/{cluster,crash,power,reliability}/**/*.test.ts',
  'test/unit/ops/audit-head.test.ts',
  'test/unit/store/files/spool.test.ts',
  'test/web/sign-in-alike.test.ts',
];

/**
 * Those of the others that take longest, with a browser or with processes of their own. They begin
 * first: one that began last would be left alone at the end.
 */
const LONG = [
  'test/contract/{programs,store}/*.test.ts',
  'test/contract/access/{bounds,readme,secure-profile}.test.ts',
  'test/contract/doors/tls.test.ts',
  'test/regression/failed-sync.test.ts',
  'test/upgrade/*.test.ts',
  'test/web/{accessibility,*browser*,docs,error-page,own-races}.test.ts',
];

/**
 * Tests of the API that are done once more over a PostgreSQL database and a bucket for each
 * service: what their requests do is in the store. Those that stay over a folder alone are of what
 * is decided before the store is asked (addresses, bodies, signatures, hosts, doors, documents,
 * limits, days); of what is in the folder: `access/audit` reads SQLite's file, `access/readme`
 * starts programs over it, `files` look into the folder of files, `execution/handed-over` has a
 * bank that reads from it, the last of `execution/lapse` takes a backup; and those that take
 * longest, of whose families `families/journeys` go every way.
 */
const OF_NODES = [
  'test/contract/access/{changes,journeys,registration,used-codes}.test.ts',
  'test/contract/api/{collections,idempotency,simultaneity}.test.ts',
  'test/contract/execution/{approvals,at-once,cancellation,execution,lapse}.test.ts',
  'test/contract/execution/{mandates,schemes}.test.ts',
  'test/contract/families/{families,funds,international,journey,journeys,own-payee}.test.ts',
  'test/contract/families/{scheduled-payments,vrp,vrp-consents,vrp-revocation}.test.ts',
];

/** Where there is no PostgreSQL, that is told before the first test. */
const hasPostgres = process.env['PIS_TEST_POSTGRES'] !== undefined || 'native' in findBinaries();

/** What holds for every test. */
export const settings: NonNullable<ViteUserConfig['test']> = {
  // Worker threads run built code.
  globalSetup: [
    'test/helpers/build.ts',
    'test/helpers/pki-setup.ts',
    'test/helpers/postgres-setup.ts',
    'test/helpers/s3/real-setup.ts',
    'test/helpers/published-setup.ts',
    'test/web/tell-left-out.ts',
    'test/power/tell-left-out.ts',
    'test/cluster/tell-left-out.ts',
  ],
  pool: 'forks',
  provide: { place: 'folder' },
  // Twice what a small machine has of cores: many a test waits for a timer or for another process.
  maxWorkers: 4,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // What is waited for comes when a busy machine gets to it; this tells late from never.
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    ...settings,
    // They begin in the order of their names.
    projects: [
      {
        extends: true,
        test: { name: 'alone', include: ALONE, isolate: true },
      },
      // Modules are loaded once in a process, which is a third of the whole suite's time; every
      // file makes its own stores, pools and servers, and closes them.
      {
        extends: true,
        test: { name: 'long', include: LONG, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...ALONE, ...LONG],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'nodes',
          include: hasPostgres ? OF_NODES : [],
          isolate: false,
          provide: { place: 'postgres and s3' },
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.{ts,tsx}'],
      // The service and the tools are run as processes of their own by their tests, and worker
      // entries in threads; the collector sees neither.
      exclude: [
        'src/{main,service,node-version}.ts',
        'src/tools/{main,run}.ts',
        'src/workers/*worker.ts',
      ],
      reporter: ['text-summary', 'html'],
      thresholds: { lines: 90, functions: 90, branches: 85 },
    },
  },
});
