import type { TestProject } from 'vitest/node';
import { findBinaries } from './postgres-binaries.ts';
import { databasesOn, newPrefix } from './postgres-databases.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL server that all tests of the run share. Null if none is available. */
    postgres: { readonly server: string; readonly prefix: string } | null;
  }
}

/**
 * Provides one PostgreSQL server for all tests of the run. `PIS_TEST_POSTGRES` is the URL of a user
 * that may create databases. If it is not set, this starts the server from the npm package.
 */
export default async function givePostgres(project: TestProject): Promise<() => Promise<void>> {
  const prefix = newPrefix();
  const url = process.env['PIS_TEST_POSTGRES'];
  if (url !== undefined) {
    project.provide('postgres', { server: url, prefix });
    return databasesOn(url, prefix).dropAll;
  }
  const found = findBinaries();
  if ('missing' in found) {
    process.stderr.write(`Tests over PostgreSQL are skipped. ${found.missing}\n`);
    project.provide('postgres', null);
    return () => Promise.resolve();
  }
  const own = await startPostgres();
  project.provide('postgres', { server: own.url('postgres'), prefix });
  return own.stop;
}
