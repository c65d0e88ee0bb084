import { randomBytes } from 'node:crypto';
import { describe } from 'vitest';
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/index.ts';
import { connected } from '../../helpers/postgres-databases.ts';
import { preparedDatabase } from '../../helpers/prepared-databases.ts';
import { hasPostgres } from '../../helpers/use-postgres.ts';
import { apiQueriesSuite } from './api-queries.ts';
import { NOW } from './fixtures.ts';
import { storeSuite } from './suite.ts';

const key = randomBytes(32);
const inboxKeys = () => [key];

/** The database of each folder. A store that is opened again finds its data. */
const databases = new Map<string, string>();

async function open(directory: string): Promise<PostgresStore> {
  const url = databases.get(directory) ?? (await preparedDatabase());
  databases.set(directory, url);
  return openPostgresStore({ url, node: 'one', inboxKeys, observe: () => undefined }, () => NOW);
}

describe.skipIf(!hasPostgres())('over PostgreSQL', () => {
  storeSuite('the PostgreSQL store', open);

  apiQueriesSuite('PostgreSQL', open, (directory, text) =>
    connected(databases.get(directory) ?? '', async (client) => {
      const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
      return rows;
    }),
  );
});
