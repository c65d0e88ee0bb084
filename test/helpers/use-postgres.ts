import { inject, onTestFinished } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { databasesOn, type Databases } from './postgres-databases.ts';

/** Whether this run has a PostgreSQL. Where it has none, that was told before the first test. */
export const hasPostgres = (): boolean => inject('postgres') !== null;

/** The databases of the server that all tests of the run share. */
export function sharedPostgres(): Databases {
  const { server, prefix } = expectDefined(inject('postgres'), 'PostgreSQL');
  return databasesOn(server, prefix);
}

/** The address of a database for this test alone, dropped when the test is finished. */
export async function freshDatabase(template?: string): Promise<string> {
  const database = await sharedPostgres().create(template);
  onTestFinished(database.drop);
  return database.url;
}
