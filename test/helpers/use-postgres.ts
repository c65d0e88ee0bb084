import { inject, onTestFinished } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { databasesOn, type Databases } from './postgres-databases.ts';

/**
 * Returns true if this run has a PostgreSQL server. If it has none, the setup says so before the
 * first test.
 */
export const hasPostgres = (): boolean => inject('postgres') !== null;

/** Returns the databases of the server that all tests of the run share. */
export function sharedPostgres(): Databases {
  const { server, prefix } = expectDefined(inject('postgres'), 'PostgreSQL');
  return databasesOn(server, prefix);
}

/** Creates a database for this test, and drops it when the test ends. */
export async function freshDatabase(template?: string): Promise<string> {
  const database = await sharedPostgres().create(template);
  onTestFinished(database.drop);
  return database.url;
}
