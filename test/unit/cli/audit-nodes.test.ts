import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  generateSharedKey,
  inboxKeysOf,
  writeSharedKeys,
} from '../../../src/auth/keys/shared-keys.ts';
import { contentName } from '../../../src/store/files/content.ts';
import { keyOf as objectOf } from '../../../src/store/files/s3/bucket.ts';
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/index.ts';
import {
  ACT,
  actAt,
  authorise,
  BANK,
  batchOf,
  consentOf,
  keyOf,
  LATER,
  NOW,
  paymentOf,
} from '../../contract/store/fixtures.ts';
import { arrivalOf } from '../../contract/store/hub-messages.ts';
import { preparedDatabase } from '../../helpers/prepared-databases.ts';
import { startNode } from '../../helpers/nodes.ts';
import { bulkFile } from '../../helpers/payment-file.ts';
import { rowsOf } from '../../helpers/postgres-audit.ts';
import { connected } from '../../helpers/postgres-databases.ts';
import { filesAt, useObjectStore } from '../../helpers/s3/use-object-store.ts';
import { freshDatabase, hasPostgres } from '../../helpers/use-postgres.ts';
import { run } from './fixtures.ts';

/** A running node and the settings of an operator's command beside it. */
interface Serving {
  readonly store: PostgresStore;
  readonly settings: { readonly url: string; readonly keysDirectory: string };
}

/** A node over a database with a log of five entries, until the test is over. */
async function serving(): Promise<Serving> {
  const keysDirectory = mkdtempSync(join(tmpdir(), 'keys-'));
  const key = generateSharedKey();
  await writeSharedKeys(join(keysDirectory, 'shared-keys.json'), [key]);
  const url = await preparedDatabase();
  const inboxKeys = () => inboxKeysOf([key]);
  const store = await openPostgresStore(
    { url, node: 'one', inboxKeys, observe: () => undefined },
    () => NOW,
  );
  onTestFinished(async () => {
    await store.close();
    rmSync(keysDirectory, { recursive: true });
  });
  await store.seed(BANK, NOW);
  await authorise(store, 'p');
  await store.submitPayment(paymentOf('p', [batchOf(1, 100)]), keyOf('pay'), actAt(LATER));
  await store.record(ACT, { action: 'keysChanged', subject: 'key-1' });
  expect(await store.auditHead()).toMatchObject({ sequence: 5 });
  return { store, settings: { url, keysDirectory } };
}

const verify = ({ settings }: Serving, ...args: readonly string[]): Promise<string> =>
  run('audit', ['verify', ...args], undefined, settings);

/** Does to the database what its triggers would refuse. */
async function forge({ settings }: Serving, sql: string): Promise<void> {
  await connected(settings.url, (client) =>
    client.query(`ALTER TABLE audit_entry DISABLE TRIGGER USER;
      ALTER TABLE audit_inbox DISABLE TRIGGER USER; ${sql};
      ALTER TABLE audit_entry ENABLE TRIGGER USER; ALTER TABLE audit_inbox ENABLE TRIGGER USER`),
  );
}

/** Runs `act` while no node can seal, so that new entries stay unsealed. */
function unsealed(nodes: Serving, act: () => Promise<unknown>): Promise<void> {
  return connected(nodes.settings.url, async (client) => {
    await client.query('BEGIN; SELECT 1 FROM audit_head FOR UPDATE');
    await nodes.store.record(ACT, { action: 'keysChanged', subject: 'key-2' });
    await act();
    await client.query('ROLLBACK');
  });
}

/** Returns true if an audit waits for a lock. Call it outside a transaction: its view is fixed. */
async function auditWaits({ settings }: Serving): Promise<boolean> {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'audit'
    AND wait_event_type = 'Lock' AND datname = current_database()`;
  return (await rowsOf(settings.url, waiting)).length > 0;
}

describe.skipIf(!hasPostgres())('pisctl audit verify on PostgreSQL with running nodes', () => {
  test('reports an unbroken log, its head and balanced books', async () => {
    const nodes = await serving();
    const { hash } = await nodes.store.auditHead();
    const expected = `5 entries, unbroken; head ${hash}\nThe books balance.`;
    expect(await verify(nodes)).toBe(expected);
    expect(await verify(nodes, '--sequence', '5', '--head', hash)).toBe(expected);
    const other = verify(nodes, '--sequence', '5', '--head', 'a'.repeat(64));
    await expect(other).rejects.toThrow('BROKEN at entry 5. Its hash differs from');
  });

  test('reports unsealed entries and verifies their MACs with the shared keys', async () => {
    const nodes = await serving();
    const { url } = nodes.settings;
    await unsealed(nodes, async () => {
      expect(await verify(nodes)).toContain('Entries not yet sealed: 1, all with a valid MAC');
      const keyless = await run('audit', ['verify'], undefined, { url, keysDirectory: '/nowhere' });
      expect(keyless).toContain('Entries not yet sealed: 1, not verified, because PIS_KEYS_DIR');
      await forge(nodes, `UPDATE audit_inbox SET subject = 'key-3'`);
      await expect(verify(nodes)).rejects.toThrow(/Entry \d+ is not sealed yet, and was forged/);
      await forge(nodes, `UPDATE audit_inbox SET subject = 'key-2'`);
    });
    expect(await nodes.store.auditHead()).toMatchObject({ sequence: 6 });
  });

  test('reports entries that were set aside, and those that are missing', async () => {
    const nodes = await serving();
    const { url } = nodes.settings;
    await rowsOf(
      url,
      `INSERT INTO audit_inbox (at, recorded_at, actor_kind, actor_id, action, subject, mac)
       VALUES (1, 1, 'service', 'nobody', 'keysChanged', 'forged', sha256('guessed'))`,
    );
    await nodes.store.auditHead();
    await expect(verify(nodes)).rejects.toThrow(
      /^Entry \d+ was set aside at .*: it was forged or changed/,
    );
    await unsealed(nodes, () => forge(nodes, 'DELETE FROM audit_inbox'));
    // It was the last of its series: only the entry with which the node notes it shows the gap.
    const noted = `SELECT 1 FROM audit_entry WHERE action = 'auditEntriesMissing'`;
    await expect.poll(() => rowsOf(url, noted)).toHaveLength(1);
    await expect(verify(nodes)).rejects.toThrow(/MISSING: entries \d+ to \d+ of the series one\//);
  });

  test('reads one consistent snapshot', async () => {
    const nodes = await serving();
    await connected(nodes.settings.url, async (client) => {
      await client.query('BEGIN; LOCK TABLE audit_head');
      const verified = verify(nodes);
      await expect.poll(() => auditWaits(nodes)).toBe(true);
      await client.query('UPDATE audit_head SET sequence = 6; COMMIT');
      expect(await verified).toContain('5 entries, unbroken');
    });
    await expect(verify(nodes)).rejects.toThrow(
      'The recorded head is entry 6, but the log ends at entry 5.',
    );
  });

  test('does not block writes of the nodes', async () => {
    const nodes = await serving();
    let created = 0;
    const over = new AbortController();
    const going = (async () => {
      for (; !over.signal.aborted; created += 1) {
        const id = `c-${String(created)}`;
        await nodes.store.createConsent(consentOf(id), keyOf(id), ACT);
      }
    })();
    for (let time = 0; time < 5; time += 1) {
      const before = created;
      expect(await verify(nodes)).toContain('The books balance.');
      await expect.poll(() => created).toBeGreaterThan(before);
    }
    over.abort();
    await going;
  });

  test.each([
    ['a changed entry', `UPDATE audit_entry SET subject = 'x' WHERE sequence = 3`, 'at entry 3.'],
    ['a removed entry', 'DELETE FROM audit_entry WHERE sequence = 4', 'at entry 4.'],
    [
      'a removed end',
      'DELETE FROM audit_entry WHERE sequence = 5',
      'at its end. The recorded head is entry 5, but the log ends at entry 4.',
    ],
    [
      'a balance that nothing was booked for',
      'UPDATE account SET balance_pence = balance_pence + 1 WHERE customer_id IS NOT NULL',
      'but its transfers sum to',
    ],
  ])('names %s', async (_, sql, told) => {
    const nodes = await serving();
    await forge(nodes, sql);
    await expect(verify(nodes)).rejects.toThrow(told);
    await expect(verify(nodes)).rejects.toThrow('Do not change this database');
  });

  test.each([
    [
      'contains no data of this service',
      async () => ({ url: await freshDatabase() }),
      'It contains no data of',
    ],
    [
      'a newer program migrated',
      async () => {
        const url = await preparedDatabase();
        const later = 'UPDATE schema_version SET version = 100, compatible_from = 100';
        await connected(url, (client) => client.query(later));
        return { url };
      },
      'Use the program that serves it',
    ],
    [
      'is unreachable',
      () => Promise.resolve({ url: 'postgres://pis@127.0.0.1:1/pis' }),
      'cannot be reached',
    ],
  ])('refuses a database that %s', async (_, named, told) => {
    for (const command of ['verify', 'list', 'files']) {
      const looking = run('audit', [command], undefined, await named());
      await expect(looking).rejects.toThrow('The database of PIS_DATABASE_URL cannot be audited.');
      await expect(looking).rejects.toThrow(told);
    }
  });
});

describe.skipIf(!hasPostgres())(
  'pisctl audit list and files on PostgreSQL with running nodes',
  () => {
    test('lists the entries of a consent from a time on', async () => {
      const nodes = await serving();
      const args = ['list', '--consent', 'consent-p', '--from', '2026-03-02T10:00:01Z'];
      const listed = await run('audit', args, undefined, nodes.settings);
      expect(JSON.parse(listed)).toMatchObject({
        sequence: 4,
        at: '2026-03-02T10:00:01.000Z',
        action: 'paymentSubmitted',
        detail: { consentId: 'consent-p' },
      });
    });

    test('verifies the payment files in the storage of the settings', async () => {
      const { place, bucket } = await useObjectStore();
      const url = await preparedDatabase();
      const { tpp } = await startNode(url, filesAt(place));
      const [file, other] = [bulkFile(2), bulkFile(3)];
      for (const one of [file, other]) await tpp.upload(await tpp.consentFor(one), one);
      const settings = { url, bucket: place, clock: Date.now };
      expect(await run('audit', ['files'], undefined, settings)).toContain(
        '2 payment files, all unchanged',
      );
      bucket.rot(objectOf(place, contentName(createHash('sha256').update(file).digest('hex'))), 3);
      const rotten = run('audit', ['files'], undefined, settings);
      await expect(rotten).rejects.toThrow('1 of 2 payment files are damaged or missing');
      const elsewhere = run('audit', ['files'], undefined, { url });
      await expect(elsewhere).rejects.toThrow('are in an object store: set PIS_FILES');
    });

    test('verifies the documents of a payment hub in the database', async () => {
      const { store, settings } = await serving();
      for (const content of ['<One/>', '<Two/>'].map((text) => Buffer.from(text))) {
        const sha256 = createHash('sha256').update(content).digest('hex');
        await store.addDelivery({ sha256, bytes: 6, content }, arrivalOf('one.xml'), NOW);
      }
      // The payment file of the log is missing too.
      const problems = () => run('audit', ['files'], undefined, settings).catch(String);
      expect(await problems()).not.toContain('documents in the database');
      const changes = `UPDATE scheme_delivery SET content = '<Too/>' WHERE content = '<Two/>'`;
      await rowsOf(settings.url, changes);
      expect(await problems()).toContain('1 of 2 documents in the database are damaged.');
    });

    test('reads the folder of --data instead of PIS_DATABASE_URL', async () => {
      const named = run('audit', ['verify', '--data', '/nowhere'], undefined, {
        url: 'postgres://x/y',
      });
      await expect(named).rejects.toThrow('/nowhere/service.db does not exist');
    });
  },
);

test('pisctl backup refuses a PostgreSQL database and names pgBackRest', async () => {
  const copied = run('backup', ['/nowhere/backup'], undefined, { url: 'postgres://x/y' });
  await expect(copied).rejects.toThrow(/pgBackRest.*docs\/operations\.md, Several nodes/);
});
