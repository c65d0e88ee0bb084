import { randomBytes } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { actorOf } from '../../../src/domain/records/audit.ts';
import type { Store } from '../../../src/domain/ports/store.ts';
import { openPostgresStore } from '../../../src/store/postgres/index.ts';
import { preparedDatabase, RESETS } from '../../helpers/prepared-databases.ts';
import { rowsOf } from '../../helpers/postgres-audit.ts';
import { hasPostgres } from '../../helpers/use-postgres.ts';
import { BANK, batchOf, LATER, NOW, submit } from './fixtures.ts';

const BATCHES = 200;
/** Number of payments with one batch, from which PostgreSQL expects one batch for each payment. */
const SINGLE_PAYMENTS = 40;
/** Rows that the commands may read for each batch. Reading all batches for each reads 200. */
const READS_PER_BATCH = 50;

const by = (id: string) => ({ at: LATER, by: actorOf({ kind: 'operator', id }) });
const key = randomBytes(32);

/**
 * Returns the number of rows that all finished connections have read from indexes. The connection
 * that resets the database stays open.
 */
async function readsOf(url: string): Promise<number> {
  await vi.waitFor(async () => {
    const others = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
      AND pid <> pg_backend_pid() AND backend_type = 'client backend'
      AND application_name <> '${RESETS}'`;
    expect(await rowsOf(url, others)).toEqual([]);
  }, 10_000);
  const tables = `('work', 'batch', 'screening_case')`;
  const [row] = await rowsOf(
    url,
    `SELECT SUM(idx_tup_read)::int AS reads FROM pg_stat_user_indexes WHERE relname IN ${tables}`,
  );
  return (row as { readonly reads: number }).reads;
}

describe.skipIf(!hasPostgres())('a file of many batches, if most payments have one', () => {
  it('is held and released by statements that read each batch a few times', async () => {
    const url = await preparedDatabase();
    const within = async (use: (store: Store) => Promise<void>): Promise<number> => {
      const database = { url, node: 'one', inboxKeys: () => [key], observe: () => undefined };
      const store = await openPostgresStore(database, () => NOW);
      await use(store).finally(() => store.close());
      return readsOf(url);
    };
    await within(async (store) => {
      await (store as Awaited<ReturnType<typeof openPostgresStore>>).seed(BANK, NOW);
      for (let index = 0; index < SINGLE_PAYMENTS; index += 1) {
        await submit(store, `single-${String(index)}`, [batchOf(1, 100)]);
      }
      await store.holdPayment('single-0', 'r', by('olga'));
    });
    await rowsOf(url, 'ANALYZE');
    const before = await within((store) =>
      submit(
        store,
        'p',
        Array.from({ length: BATCHES }, () => batchOf(1, 100)),
      ).then(),
    );
    const after = await within(async (store) => {
      const held = await store.holdPayment('p', 'r', by('olga'));
      expect(held).toMatchObject({ kind: 'held', others: 0 });
      expect(await store.holdableOf('p')).toMatchObject({ payments: 0, openCases: BATCHES });
      expect(await store.casesOf(['p'])).toHaveLength(BATCHES);
      const request = { action: 'releaseCases', subject: 'p', reason: 'r', seen: null } as const;
      expect((await store.proposeAction(request, by('olga'))).kind).toBe('proposed');
      expect((await store.confirmAction(1, null, by('oscar'))).kind).toBe('done');
    });
    expect(after - before).toBeLessThan(BATCHES * READS_PER_BATCH);
  });
});
