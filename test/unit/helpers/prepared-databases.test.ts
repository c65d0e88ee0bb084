import { expect, test } from 'vitest';
import { openPostgresStore } from '../../../src/store/postgres/index.ts';
import {
  authorise,
  BANK,
  batchOf,
  keyOf,
  LATER_ACT,
  NOW,
  paymentOf,
} from '../../contract/store/fixtures.ts';
import { giveBack, takeDatabase } from '../../helpers/prepared-databases.ts';
import { rowsOf } from '../../helpers/postgres-audit.ts';
import { hasPostgres, sharedPostgres } from '../../helpers/use-postgres.ts';

/** Returns every row of every table, and the next value of every sequence. */
async function rowsIn(url: string): Promise<readonly unknown[]> {
  const found = (await rowsOf(
    url,
    `SELECT relname AS name, relkind AS kind FROM pg_class
     WHERE relkind IN ('r', 'S') AND relnamespace = 'public'::regnamespace`,
  )) as { name: string; kind: string }[];
  const texts = found.map(({ name, kind }) => {
    const row = kind === 'S' ? `last_value || ' ' || is_called` : 't::text';
    return `SELECT '${name} ' || ${row} AS row FROM ${name} AS t`;
  });
  return rowsOf(url, `${texts.join(' UNION ALL ')} ORDER BY 1`);
}

test.skipIf(!hasPostgres())(
  'a database that was given back equals a copy of the template',
  async () => {
    const accepted = await takeDatabase();
    const inboxKeys = () => [Buffer.alloc(32)];
    const settings = { url: accepted.url, node: 'one', inboxKeys, observe: () => undefined };
    const store = await openPostgresStore(settings, () => NOW);
    await store.seed(BANK, NOW);
    await authorise(store, 'p');
    await store.submitPayment(paymentOf('p', [batchOf(1, 100)]), keyOf('pay'), LATER_ACT);
    expect((await store.auditHead()).sequence).toBeGreaterThan(0);
    await store.close();
    await giveBack(accepted);
    const again = await takeDatabase();
    expect(again.name).toBe(accepted.name);
    const template = await sharedPostgres().template('service', () => Promise.reject(new Error()));
    expect(await rowsIn(again.url)).toEqual(await rowsIn(sharedPostgres().url(template)));
    await giveBack(again);
  },
);

test.skipIf(!hasPostgres())('a database with changed tables is not used again', async () => {
  const database = await takeDatabase();
  await rowsOf(database.url, 'ALTER TABLE consent ADD COLUMN later TEXT');
  await giveBack(database);
  await expect(rowsOf(database.url, 'SELECT 1')).rejects.toThrow('does not exist');
  const other = await takeDatabase();
  expect(other.name).not.toBe(database.name);
  await giveBack(other);
});
