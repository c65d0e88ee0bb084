import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startObjectStore } from '../../test/helpers/s3/server.ts';
import type { Cleanups } from '../program.ts';

/** Resources that the nodes of the cluster share. */
interface ClusterOptions {
  /** URL of the database. */
  readonly store: string;
  readonly leaseSeconds: number;
}

/**
 * Starts an object store and creates a folder with keys. Returns the settings that all nodes need.
 */
export async function shareAll(
  { store, leaseSeconds }: ClusterOptions,
  cleanups: Cleanups,
): Promise<Readonly<Record<string, string>>> {
  const objects = await startObjectStore();
  cleanups.push(() => objects.close());
  const keys = mkdtempSync(join(tmpdir(), 'pis-keys-'));
  cleanups.push(() => {
    rmSync(keys, { recursive: true, force: true });
  });
  return {
    PIS_DATABASE_URL: store,
    ...objects.settings,
    PIS_KEYS_DIR: keys,
    PIS_LEASE_SECONDS: String(leaseSeconds),
    PIS_RATE_PER_SECOND: '100000',
    PIS_RATE_BURST: '100000',
    PIS_FILE_THREADS: '1',
  };
}
