import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureSandboxPki } from '../../src/sandbox/pki/index.ts';
import { realTime } from './real-time.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * The folder with the sandbox's certificates and keys. It is shared, so copy it before you
     * change a file.
     */
    pki: string;
  }
}

/**
 * Creates the certificates and keys that all tests share. Their validity begins at the real time,
 * because TLS cannot use another clock.
 */
export default async function makePki(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'pki-'));
  await ensureSandboxPki({ folder, now: realTime(), hosts: [] });
  project.provide('pki', folder);
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
