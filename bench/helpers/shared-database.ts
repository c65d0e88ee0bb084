import { findBinaries } from '../../test/helpers/postgres-binaries.ts';
import { startPostgres, type Settings } from '../../test/helpers/postgres.ts';
import { cpuOfFamily, TELLS_CHILDREN } from './family-cpu.ts';

/** Settings as in deploy/database: committed data survives a power loss. */
const SETTINGS: Settings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  wal_compression: 'on',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  deadlock_timeout: '200ms',
  autovacuum_vacuum_scale_factor: '0.02',
  autovacuum_naptime: '15s',
};

/** A database that nodes share. */
export interface SharedDatabase {
  readonly url: string;
  /** Returns the CPU of all its server's processes so far, in microseconds. */
  readonly cpuMicros: () => number;
}

/**
 * A PostgreSQL server for the nodes of one side only, so that its CPU contains no other side's
 * work.
 */
export interface DatabaseServer {
  /** Creates a database for one question. */
  readonly create: () => Promise<SharedDatabase>;
  readonly stop: () => Promise<void>;
}

/** Returns the reason why no database can be measured here, or undefined. */
export function whyNoDatabase(): string | undefined {
  if (!TELLS_CHILDREN) return 'The operating system does not tell the CPU of other processes.';
  const found = findBinaries();
  return 'missing' in found ? found.missing : undefined;
}

export async function startDatabaseServer(): Promise<DatabaseServer> {
  const server = await startPostgres({ settings: SETTINGS });
  const cpuMicros = () => cpuOfFamily(server.pid());
  return {
    create: async () => ({ url: (await server.create()).url, cpuMicros }),
    stop: server.stop,
  };
}
