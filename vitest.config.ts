import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Worker threads run built code.
    globalSetup: [
      'test/helpers/build.ts',
      'test/helpers/pki-setup.ts',
      'test/web/tell-left-out.ts',
      'test/power/tell-left-out.ts',
    ],
    // A process per file: stores, worker pools and servers of one file never meet another's.
    pool: 'forks',
    // Two, because a file's own worker threads already fill the rest of a small machine.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is waited for comes when a busy machine gets to it; this tells late from never.
    expect: { poll: { timeout: 20_000 } },
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
