import { findBinaries } from '../../test/helpers/postgres-binaries.ts';
import { startPostgres, type Settings } from '../../test/helpers/postgres.ts';
import { cpuOfFamily, TELLS_CHILDREN } from './family-cpu.ts';

/** Settings like those in deploy/database. With them, committed data survives a power loss. */
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
 * A PostgreSQL server for only one of the compared setups, so that its CPU time includes no work of
 * another setup.
 */
export interface DatabaseServer {
  /** Creates a database for one benchmark. */
  readonly create: () => Promise<SharedDatabase>;
  readonly stop: () => Promise<void>;
}

/** If no database can be measured here, returns the reason. Otherwise returns undefined. */
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
