import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { present } from '../../src/kernel/assert.ts';
import { backUp, restoreAll } from './backup.ts';
import { areAsynchronous, startDatabase, type ReplicatedDatabase } from './database.ts';
import { failOver } from './failover.ts';
import { whatIsMissing } from './programs.ts';
import { failOverServed } from './served.ts';
import { readAll } from './writes.ts';

const PARTS = ['etcd', 'patroni', 'postgres', 'haproxy', 'pgbackrest', 'openssl'] as const;

/** Bringing a cluster up and losing a machine of it are waits of a minute, busy machines apart. */
const PATIENCE_MS = 400_000;

/** Machines are lost by the minute, and a busy one is late: it is asked for by name. */
const isLeftOut = process.env['PIS_TEST_FAILOVER'] === undefined || whatIsMissing(PARTS) !== null;

describe.skipIf(isLeftOut)('the database of deploy/, on three machines', () => {
  let database: ReplicatedDatabase | undefined;
  const running = (): ReplicatedDatabase => present(database, 'the database');
  beforeAll(async () => {
    database = await startDatabase();
  }, PATIENCE_MS);
  afterAll(async () => {
    await database?.stop();
  }, PATIENCE_MS);

  test(
    'loses nothing that it acknowledged when the machine of the primary is lost',
    async () => {
      await backUp(running());
      const { from, to, lost, acknowledged } = await failOver(running());
      expect(to).not.toBe(from);
      expect(Math.min(...acknowledged)).toBeGreaterThan(0);
      expect(lost).toEqual([]);
    },
    PATIENCE_MS,
  );

  test(
    'is restored from its backup and the archived log, whole',
    async () => {
      const there = await readAll(running().url);
      expect(await restoreAll(running())).toEqual(there);
    },
    PATIENCE_MS,
  );

  test(
    'keeps every payment that nodes of the service acknowledged, and each is made once',
    async () => {
      const { acknowledged } = await failOverServed(running());
      expect(Math.min(...acknowledged)).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );

  test(
    'would lose some without the synchronous standby, and this would see it',
    async () => {
      await running().configure({ synchronous_mode: false, synchronous_mode_strict: false });
      await running().until('no synchronous standby', areAsynchronous);
      let held: readonly { readonly lose: () => void }[] = [];
      const { lost } = await failOver(running(), {
        isReady: areAsynchronous,
        before: (primary) => {
          const standbys = ['db-1', 'db-2', 'db-3'].filter((name) => name !== primary);
          held = standbys.map((name) => running().machine(name).holdReplication());
        },
        after: () => {
          for (const { lose } of held) lose();
        },
      });
      expect(lost.length).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );
});
