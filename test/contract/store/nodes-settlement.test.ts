import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { expectDefined } from '../../../src/shared/assert.ts';
import { connected } from '../../helpers/postgres-databases.ts';
import { hasPostgres } from '../../helpers/use-postgres.ts';
import { overNodes } from './four-nodes.ts';
import { handOver, ONE, TWO } from './hand-over.ts';
import { entry, kinds, report, statement } from './settlement.ts';

/** Another settlement account, whose statement blocks a report. */
const BLOCKED = 'SETTLEMENT-2';

/** Opens a transaction that inserts the first statement of the account BLOCKED. */
async function holdStatement(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO settlement_statement (delivery, exchange, account, currency, sequence,
       statement_id, opening_minor, closing_minor, entries, received_at)
     SELECT sha256, 'default', $1, 'GBP', 1, 'S-1', 0, 0, 1, 0 FROM scheme_delivery LIMIT 1`,
    [BLOCKED],
  );
  return client;
}

/** Returns the number of connections that wait for a lock. */
async function countBlocked(url: string): Promise<number> {
  const { rows } = await connected(url, (client) =>
    client.query(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    ),
  );
  return rows.length;
}

describe.skipIf(!hasPostgres())('reports of settlement accounts on several nodes', () => {
  /**
   * Takes a report that waits for another transaction after its first statement and its entries.
   * Then another node takes a second report. The transaction ends when the second one waits or is
   * done.
   */
  const overlapping = (
    first: Parameters<typeof report>[1],
    second: Parameters<typeof report>[1],
    check: (differences: readonly string[]) => void,
  ): (() => Promise<void>) =>
    overNodes(async ({ url, stores }) => {
      const [one, other] = [expectDefined(stores[0], 'a node'), expectDefined(stores[1], 'a node')];
      await handOver(one);
      await report(one, []);
      const held = await holdStatement(url);
      const blocking = { ...statement(1, 0, 0), account: BLOCKED };
      const taken = report(one, first, [statement(1, 0, 5), blocking]);
      await expect.poll(() => countBlocked(url)).toBe(1);
      let isDone = false;
      const next = report(other, second, [statement(2, 6, 7)]).finally(() => (isDone = true));
      await expect.poll(async () => isDone || (await countBlocked(url)) === 2).toBe(true);
      await held.query('ROLLBACK');
      await Promise.all([taken, next]);
      check(await kinds(one));
    });

  it(
    'are taken one after the other, so that adjacent statements are compared',
    overlapping([], [], (differences) => {
      expect(differences).toEqual(['opening S']);
    }),
  );

  it(
    'count an entry that only the second report names',
    (() => {
      const named = entry({
        messageId: TWO,
        transactions: 1,
        amount: { minor: 100, currency: 'GBP' },
      });
      const unnamed = { ...named, messageId: null, problem: 'unknown' } as const;
      return overlapping([unnamed], [named], (differences) => {
        expect([...differences].sort()).toEqual(['opening S', `unanswered ${TWO}`]);
      });
    })(),
  );

  it(
    'of different exchanges do not wait for each other',
    overNodes(async ({ url, stores }) => {
      const [one, other] = [expectDefined(stores[0], 'a node'), expectDefined(stores[1], 'a node')];
      await handOver(one);
      await report(one, []);
      const held = await holdStatement(url);
      const blocking = { ...statement(1, 0, 0), account: BLOCKED };
      const taken = report(one, [entry({ messageId: ONE })], [blocking]);
      await expect.poll(() => countBlocked(url)).toBe(1);
      await report(other, [], [statement(1, 0, 5)], {}, 'second');
      await held.query('ROLLBACK');
      await taken;
    }),
  );
});
