import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasPostgres } from '../../helpers/use-postgres.ts';

const MAIN = fileURLToPath(new URL('../../../demo/cluster/main.ts', import.meta.url));

/**
 * Timeout in milliseconds. The demo starts four nodes and makes 612 payments, which takes minutes
 * on a busy machine.
 */
const PATIENCE_MS = 400_000;

describe.skipIf(!hasPostgres())('npm run demo:cluster', () => {
  test(
    'loses no payment, makes none twice and removes its data',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'pis-test-'));
      // If root runs this test, another user runs PostgreSQL and needs access to the folder.
      chmodSync(folder, 0o711);
      onTestFinished(() => {
        rmSync(folder, { recursive: true });
      });
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [MAIN], {
        env: { ...process.env, TMPDIR: folder },
      });
      expect(stderr).toBe('');
      for (const happened of ['node-2 is killed', 'node-3 is paused', 'node-4 joins']) {
        expect(stdout).toContain(happened);
      }
      expect(stdout).toContain('600 of 600 payments and 12 of 12 files acknowledged');
      expect(stdout).toMatch(/node-3 +serving/);
      expect(stdout).toContain('No payment lost, none made twice');
      expect(readdirSync(folder)).toEqual([]);
    },
    PATIENCE_MS,
  );
});
