import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { findMemoryFolder } from './test/helpers/memory-folder.ts';

/** Folder of temporary files for tests that interrupt syncs. In memory, syncs take no time. */
export const DISK = tmpdir();
// Temporary files of the tests and of their processes. `TMPDIR` selects another folder.
process.env['TMPDIR'] ??= findMemoryFolder() ?? DISK;

// Compiled code of `dist/` and the packages, for the workers and processes that tests start. With
// it, a start of the service takes a fifth less time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/**
 * Test files that need a process of their own, because they kill processes or replace modules or
 * the clock. All other files share processes and load each helper once per process. A shared helper
 * must clean up with `onTestFinished`: its `after` hooks would run for the first file only.
 */
export const ALONE = [
  'test/{cluster,crash,power,reliability}/**/*.test.ts',
  'test/unit/ops/audit-head.test.ts',
  'test/unit/store/files/spool.test.ts',
  'test/unit/store/postgres/{batched-statements,query-plans}.test.ts',
  'test/unit/store/sqlite/{consents,customer-queries,query-plans,work}.test.ts',
  'test/web/sign-in-alike.test.ts',
];

/**
 * Tests of `npm run test:campaigns` that kill processes or cut the power (docs/decisions, 144).
 * They take minutes. `npm test` runs only the few kills of `crash/crash.test.ts`.
 */
export const CAMPAIGNS = [
  'test/crash/{core,events,hub,operators,pis}.test.ts',
  'test/power/power.test.ts',
  'test/regression/{failed-sync,power-cut-after-failed-sync}.test.ts',
  'test/{cluster,reliability}/*.test.ts',
];

/**
 * Tests of `npm run test:campaigns` that run programs for minutes: the tutorials, a message broker,
 * several services, the bench, the conformance pack with many faults, the build of the
 * documentation site, or an installation without development packages.
 */
export const PROGRAMS = [
  'test/contract/exchange/amqp.test.ts',
  'test/contract/execution/payment-hub-amqp.test.ts',
  'test/conformance/faults.test.ts',
  'test/contract/access/tutorials.test.ts',
  'test/contract/programs/{hub-tutorial,pruned}.test.ts',
  'test/site/*.test.ts',
  'test/unit/bench/{cluster,programs}.test.ts',
  'test/unit/demo/{bank,cluster,demo}.test.ts',
  'test/unit/simulators/hub/{amqp,https}-process.test.ts',
];

/**
 * Tests of several nodes that `npm run test:nodes` runs. `npm test` runs the tests of the store
 * with PostgreSQL, and `contract/store/nodes.test.ts`.
 */
export const NODES = [
  'test/contract/execution/nodes.test.ts',
  'test/contract/files/nodes.test.ts',
  'test/contract/store/{nodes-*,shared-by-nodes}.test.ts',
  'test/unit/cli/audit-nodes.test.ts',
];

/** Tests of `npm run test:release` that build the artifacts of a release and install them. */
export const RELEASE = ['test/release/*.test.ts'];

/** Tests of `npm run test:packages`: they install the Debian package, the image and the chart. */
export const PACKAGES = ['test/packages/*.test.ts'];

/** Tests that `npm test` leaves to the other runs. */
const OTHER_RUNS = [...CAMPAIGNS, ...PROGRAMS, ...NODES, ...RELEASE, ...PACKAGES];

/**
 * The slowest of the other test files. They use a browser or start processes. They run first, so
 * that no slow file runs alone at the end.
 */
const LONG = [
  'test/contract/{programs,store}/*.test.ts',
  'test/contract/access/{bounds,secure-profile}.test.ts',
  'test/contract/listeners/tls.test.ts',
  'test/web/{accessibility,*browser*,docs,error-page,portal-races}.test.ts',
];

/**
 * API tests that `npm run test:nodes` does not repeat with PostgreSQL and an S3 bucket, with the
 * reasons. It repeats all others: their helpers select the storage.
 */
export const NOT_OF_NODES = [
  // Tests that compare stores, file stores or nodes. They select the storage themselves.
  'test/contract/{stored-files,store}/*.test.ts',
  'test/contract/access/two-nodes.test.ts',
  'test/contract/execution/nodes.test.ts',
  'test/contract/files/{nodes,object-store}.test.ts',
  // Tests of the exchange with a payment hub. Most need no service.
  'test/contract/exchange/*.test.ts',
  // Tests of the transport to a payment hub. `execution/payment-hub` runs with both storages.
  'test/contract/execution/payment-hub-{amqp,https}.test.ts',
  // Tests of the connection to a core banking system. They need no service.
  'test/contract/core/*.test.ts',
  // Tests of alert rules, which read the metrics of the service.
  'test/contract/observability/*.test.ts',
  // Tests that start programs or service processes with a data folder.
  'test/contract/programs/*.test.ts',
  'test/contract/access/{secure-profile,tutorials}.test.ts',
  // Tests of requests that the listeners reject before they use the store, and of static pages.
  'test/contract/listeners/*.test.ts',
  'test/contract/access/{bounds,hosts}.test.ts',
  'test/contract/api/docs.test.ts',
  // Thousands of requests that are rejected for their parameters or their grant. They use the store
  // only to look up a token.
  'test/contract/{access/matrix,authorisation/any-parameters}.test.ts',
  // PostgreSQL counts requests by the database's clock, which tests cannot set. `execution/nodes`
  // and the tests of the store cover that case.
  'test/contract/execution/rates.test.ts',
];

/**
 * Node.js 22 can abort (`IsGraphAsync`) if a CommonJS module requires an ES module while it is
 * being imported (docs/decisions, 53). The service itself has no such `require`.
 */
const EXEC_ARGV = process.version.startsWith('v22.') ? ['--no-experimental-require-module'] : [];

/** Settings of all test runs. */
export const settings: NonNullable<ViteUserConfig['test']> = {
  // Worker threads run compiled code, so the setup builds it first.
  globalSetup: [
    'test/helpers/build.ts',
    'test/helpers/pki-setup.ts',
    'test/helpers/postgres-setup.ts',
    'test/helpers/s3/real-setup.ts',
    'test/helpers/published-setup.ts',
    'test/web/report-skipped.ts',
    'test/power/report-skipped.ts',
    'test/cluster/report-skipped.ts',
    'test/helpers/rabbitmq.ts',
  ],
  pool: 'forks',
  execArgv: EXEC_ARGV,
  provide: { place: 'folder' },
  // Twice the cores of a small machine, because many tests wait for timers or other processes.
  maxWorkers: 4,
  // These limits end tests that hang. On a busy machine the longest tests take five times as long
  // as on an idle one. They must not fail for that reason.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  // The tests of pis use the sources of the client library, not its build.
  resolve: {
    alias: { '@payment-initiation/client': join(import.meta.dirname, 'client/src/index.ts') },
  },
  test: {
    ...settings,
    // Vitest starts the projects in the order of their names.
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: ALONE,
          exclude: OTHER_RUNS,
          isolate: true,
          env: { TMPDIR: DISK },
        },
      },
      // Each process loads a module once, which saves a third of the total time. Every file creates
      // and closes its own stores, pools and servers.
      {
        extends: true,
        test: { name: 'long', include: LONG, exclude: OTHER_RUNS, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...ALONE, ...LONG, ...OTHER_RUNS],
          isolate: false,
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.{ts,tsx}'],
      // The collector does not see code in other processes (the service, the command line) or in
      // worker threads.
      exclude: [
        'src/{main,service,usable-config,node-version}.ts',
        'src/cli/{main,run}.ts',
        'src/workers/*worker.ts',
      ],
      reporter: ['text-summary', 'html'],
      thresholds: { lines: 90, functions: 90, branches: 85 },
    },
  },
});
