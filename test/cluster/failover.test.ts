import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectDefined } from '../../src/shared/assert.ts';
import { backUp, restoreAll } from './backup.ts';
import { makeCertificates } from './certificates.ts';
import { areAsynchronous, areThree, startDatabase, type ReplicatedDatabase } from './database.ts';
import { failOver } from './failover.ts';
import type { Machine } from './machine.ts';
import { makeFile } from './folders.ts';
import { run, whatIsMissing } from './programs.ts';
import { askSecured, type TppRequest } from './secured.ts';
import { failOverServed } from './served.ts';
import { readAll } from './writes.ts';

const PARTS = ['etcd', 'patroni', 'postgres', 'haproxy', 'pgbackrest', 'openssl'] as const;

/**
 * Test timeout, in milliseconds. It takes about a minute to start the cluster or to lose a machine,
 * and longer on a busy machine.
 */
const PATIENCE_MS = 400_000;

/**
 * True if these tests are skipped. They take minutes, so they run only if PIS_TEST_FAILOVER is set.
 */
const isLeftOut = process.env['PIS_TEST_FAILOVER'] === undefined || whatIsMissing(PARTS) !== null;

/**
 * Returns the connection string with which a standby connects to its primary, as Patroni configured
 * it.
 */
function primaryConninfo({ home }: Machine): string {
  const settings = readFileSync(join(home, 'data', 'postgresql.conf'), 'utf8');
  const [, conninfo] = /^primary_conninfo = '(.*)'$/m.exec(settings) ?? [];
  return expectDefined(conninfo, 'primary_conninfo').replaceAll("''", "'");
}

/**
 * Connects to the primary as a standby does. Returns how the server identifies itself, or throws
 * with libpq's error.
 */
function connectAs({ home }: Machine, conninfo: string): string {
  return run('psql', ['--expanded', '-c', 'IDENTIFY_SYSTEM', conninfo], { HOME: home });
}

describe.skipIf(isLeftOut)('the database of deploy/, on three machines', () => {
  let database: ReplicatedDatabase | undefined;
  const running = (): ReplicatedDatabase => expectDefined(database, 'the database');
  beforeAll(async () => {
    database = await startDatabase();
  }, PATIENCE_MS);
  afterAll(async () => {
    await database?.stop();
  }, PATIENCE_MS);

  test(
    'has standbys that verify the certificate of the primary',
    async () => {
      const { primary, synchronous } = await running().until('three members', areThree);
      const standby = running().machine(expectDefined(synchronous, 'a standby'));
      const conninfo = primaryConninfo(standby);
      expect(conninfo).toMatch(/sslmode=verify-full/);
      const { address } = running().machine(primary);
      const connect = (more: string) => () => connectAs(standby, `${conninfo} ${more}`);
      const replicates = connect('dbname=postgres replication=true')();
      expect(replicates).toContain('systemid');
      // Connect to the primary under another machine's host name, and then with another authority's
      // certificate.
      const named = `replication=true host=${standby.address} hostaddr=${address}`;
      expect(connect(named)).toThrow(/does not match host name/);
      const others = makeCertificates(join(running().folder, 'others'), [[address]]);
      const authority = makeFile(
        join(running().folder, 'other-ca.crt'),
        readFileSync(join(others, 'ca.crt'), 'utf8'),
      );
      expect(connect(`replication=true sslrootcert=${authority}`)).toThrow(
        /certificate verify failed/,
      );
      expect(connect('replication=true sslcert=/nowhere sslkey=/nowhere')).toThrow(
        /requires a valid client certificate/,
      );
    },
    PATIENCE_MS,
  );

  test(
    'accepts commands at the REST API of Patroni only with a client certificate',
    async () => {
      const { primary } = await running().until('three members', areThree);
      const { address, home } = running().machine(primary);
      const authority = join(running().folder, 'ca.crt');
      const credentials = Buffer.from('patroni:change-me-4').toString('base64');
      const ask = (method: 'GET' | 'PATCH', path: string, identity: TppRequest['identity']) =>
        askSecured({
          ...{ url: `https://${address}:8008${path}`, method, authority, identity },
          headers: { authorization: `Basic ${credentials}` },
          body: { loop_wait: 5 },
        });
      expect((await ask('GET', '/primary', null)).status).toBe(200);
      expect((await ask('PATCH', '/config', null)).status).toBe(403);
      expect((await ask('PATCH', '/config', [home, 'server'])).status).toBe(200);
    },
    PATIENCE_MS,
  );

  test(
    'loses no acknowledged write when the machine of the primary is lost',
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
    'can be restored completely from its backup and the archived log',
    async () => {
      const there = await readAll(running().url);
      expect(await restoreAll(running())).toEqual(there);
    },
    PATIENCE_MS,
  );

  test(
    'keeps every payment that the service acknowledged, and executes each once',
    async () => {
      const { acknowledged } = await failOverServed(running());
      expect(Math.min(...acknowledged)).toBeGreaterThan(0);
    },
    PATIENCE_MS,
  );

  test(
    'loses writes without the synchronous standby, and this test detects it',
    async () => {
      await running().configure({ synchronous_mode: false, synchronous_mode_strict: false });
      await running().until('no synchronous standby', areAsynchronous);
      let held: readonly { readonly lose: () => void }[] = [];
      const { lost } = await failOver(running(), {
        isReady: areAsynchronous,
        before: async (primary) => {
          const standbys = ['db-1', 'db-2', 'db-3'].filter((name) => name !== primary);
          held = await Promise.all(
            standbys.map((name) => running().machine(name).holdReplication()),
          );
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
