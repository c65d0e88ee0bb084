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
  'test/contract/access/{bounds,secure-profile,tutorials}.test.ts',
  'test/contract/listeners/tls.test.ts',
  'test/regression/failed-sync.test.ts',
  'test/upgrade/*.test.ts',
  'test/web/{accessibility,*browser*,docs,error-page,own-races}.test.ts',
];

/**
 * Tests of the API that are not done once more over a PostgreSQL database and a bucket for each
 * service, and why. All others are: their helpers know where a service has its data.
 */
export const NOT_OF_NODES = [
  // They hold stores, places of files or nodes against each other, and choose theirs themselves.
  'test/contract/{stored-files,store}/*.test.ts',
  'test/contract/access/two-nodes.test.ts',
  'test/contract/execution/nodes.test.ts',
  'test/contract/files/{nodes,object-store}.test.ts',
  // They start programs, or services as processes, over a data folder.
  'test/contract/programs/*.test.ts',
  'test/contract/access/{secure-profile,tutorials}.test.ts',
  // What doors refuse, they refuse before the store is asked; pages for people are not in it.
  'test/contract/listeners/*.test.ts',
  'test/contract/access/{bounds,hosts}.test.ts',
  'test/contract/api/docs.test.ts',
  // Thousands of requests that are refused for their parameters or their grant: of the store they
  // ask for a token, again and again, and the same of all.
  'test/contract/{access/matrix,authorisation/any-parameters}.test.ts',
  // What a TPP may ask is counted by the database's clock, which no test can move; by that one
  // `execution/nodes` and the store's suite count.
  'test/contract/execution/rates.test.ts',
];

/** Where there is no PostgreSQL, that is told before the first test. */
const hasPostgres = process.env['PIS_TEST_POSTGRES'] !== undefined || 'native' in findBinaries();

/**
 * Node.js 22 can abort (`IsGraphAsync`) where a CommonJS module requires an ES module that is being
 * imported at the same time (docs/decisions, 53). The service itself has no such `require`.
 */
const EXEC_ARGV = process.version.startsWith('v22.') ? ['--no-experimental-require-module'] : [];

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
    'test/power/report-skipped.ts',
    'test/cluster/report-skipped.ts',
  ],
  pool: 'forks',
  execArgv: EXEC_ARGV,
  provide: { place: 'folder' },
  // Twice what a small machine has of cores: many a test waits for a timer or for another process.
  maxWorkers: 4,
  // These limits end tests that hang. On a machine that does other work, the longest tests take
  // five times as long as on a quiet one, and none of them may fail for that.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
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
          include: hasPostgres ? ['test/contract/**/*.test.ts'] : [],
          exclude: NOT_OF_NODES,
          setupFiles: ['test/helpers/require-shared-storage.ts'],
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
        'src/cli/{main,run}.ts',
        'src/workers/*worker.ts',
      ],
      reporter: ['text-summary', 'html'],
      thresholds: { lines: 90, functions: 90, branches: 85 },
    },
  },
});
