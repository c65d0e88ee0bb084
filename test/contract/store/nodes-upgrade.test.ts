import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { migrate, MIGRATIONS } from '../../../src/store/postgres/migrations.ts';
import { connected } from '../../helpers/postgres-databases.ts';
import { rowsOf } from '../../helpers/postgres-audit.ts';
import { hasPostgres } from '../../helpers/use-postgres.ts';
import { ACT, consentOf, keyOf } from './fixtures.ts';
import { overNodes, TIMES } from './four-nodes.ts';

/** Schema changes that a next release may make while nodes of this release are running. */
const ADDED = {
  compatibleFrom: MIGRATIONS.length,
  sql: `ALTER TABLE consent ADD COLUMN added TEXT NOT NULL DEFAULT 'by default';
    ALTER TABLE audit_inbox ADD COLUMN added TEXT;
    CREATE TABLE added (id BIGINT PRIMARY KEY);
    CREATE INDEX consent_added ON consent (added)`,
};

const upgrade = (url: string): Promise<void> =>
  connected(url, (client) => migrate(client, [...MIGRATIONS, ADDED]));

describe.skipIf(!hasPostgres())('four nodes, while a node of the next release starts', () => {
  it(
    'keep working with the statements that they prepared before',
    overNodes(async ({ url, first, atOnce }) => {
      let done = 0;
      let isUpgraded = false;
      const working = atOnce(async (store, n) => {
        for (let time = 0; !isUpgraded || time < 10; time += 1) {
          const id = `${String(n)}-${String(time)}`;
          await store.createConsent(consentOf(id), keyOf(id), ACT);
          expect(await store.findConsent(id)).toBeDefined();
          done += 1;
        }
      });
      await expect.poll(() => done).toBeGreaterThan(TIMES);
      await upgrade(url);
      isUpgraded = true;
      await working;
      const [row] = await rowsOf(
        url,
        `SELECT COUNT(*) AS n FROM consent WHERE added = 'by default'`,
      );
      expect(Number((row as { n: string }).n)).toBe(done);
      // Another node of this release can still start on the database.
      await connected(url, (client) => migrate(client));
      await first.auditHead();
    }),
  );

  it(
    'are not blocked by an upgrade that waits for a long-running read',
    overNodes(async ({ url, first }) => {
      await first.createConsent(consentOf('before'), keyOf('before'), ACT);
      await connected(url, async (reader) => {
        await reader.query('BEGIN');
        await reader.query('SELECT 1 FROM consent LIMIT 1');
        const upgraded = upgrade(url);
        let isUpgraded = false;
        void upgraded.then(() => (isUpgraded = true));
        await sleep(500);
        // Commands that waited for the upgrade would not finish before it.
        for (const id of ['one', 'another', 'a third']) {
          await first.createConsent(consentOf(id), keyOf(id), ACT);
        }
        expect(isUpgraded).toBe(false);
        await reader.query('COMMIT');
        await upgraded;
      });
      expect(await rowsOf(url, 'SELECT id FROM added')).toEqual([]);
    }),
  );
});
