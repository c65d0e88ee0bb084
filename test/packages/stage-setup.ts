import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { FOR_CHART, FOR_DEBIAN, FOR_IMAGE, run, whatIsMissing } from './tools.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The output of deploy/stage. It is empty if no test can use it. */
    staged: string;
  }
}

/**
 * Runs deploy/stage once for all tests, and installs the tools of the test of the chart. Prints why
 * tests are skipped, if any are.
 */
export default function stage(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'pis-staged-'));
  project.provide('staged', folder);
  const missing = [FOR_DEBIAN, FOR_IMAGE, FOR_CHART].map(whatIsMissing);
  for (const [number, what] of ['Debian package', 'image', 'chart'].entries()) {
    const reason = missing[number] ?? null;
    if (reason !== null) process.stderr.write(`Tests of the ${what} are skipped. ${reason}\n`);
  }
  if (missing.includes(null)) run('deploy/stage', [folder]);
  return () => {
    rmSync(folder, { recursive: true });
  };
}
