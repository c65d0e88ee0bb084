import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServiceEvent } from '../../../src/domain/records/events.ts';
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/index.ts';
import { migrateAs } from '../../../src/store/postgres/rights.ts';
import { auditDatabase } from '../../helpers/postgres-audit.ts';
import { connected } from '../../helpers/postgres-databases.ts';
import { freshDatabase, hasPostgres } from '../../helpers/use-postgres.ts';
import { actAt, authorise, BANK, batchOf, keyOf, LATER, NOW, paymentOf } from './fixtures.ts';

const key = randomBytes(32);

const events: ServiceEvent[] = [];

/** Creates a role that may connect for the duration of the test, and returns its database URL. */
async function serviceOf(owner: string): Promise<URL> {
  const role = `service_${randomBytes(4).toString('hex')}`;
  await connected(owner, (client) => client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'service'`));
  onTestFinished(() =>
    connected(owner, async (client) => {
      await client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }),
  );
  const service = new URL(owner);
  [service.username, service.password] = [role, 'service'];
  return service;
}

function open(url: string): Promise<PostgresStore> {
  const observe = (event: ServiceEvent): void => void events.push(event);
  return openPostgresStore({ url, node: 'one', inboxKeys: () => [key], observe }, () => NOW);
}

const ATTACKS = [
  'DELETE FROM audit_entry',
  `UPDATE audit_entry SET subject = 'x'`,
  'TRUNCATE audit_entry',
  `INSERT INTO audit_entry SELECT * FROM audit_entry`,
  'DELETE FROM audit_inbox',
  `UPDATE audit_inbox SET subject = 'x'`,
  'TRUNCATE audit_inbox',
  `INSERT INTO audit_inbox (id, at, recorded_at, actor_kind, actor_id, action, subject, mac)
     VALUES (1, 1, 1, 'service', 'x', 'x', 'x', sha256('x'))`,
  'DELETE FROM audit_set_aside',
  'UPDATE audit_head SET sequence = 0',
  'SELECT 1 FROM audit_head FOR UPDATE',
  'DROP TRIGGER audit_entry_is_kept ON audit_entry',
  'DROP TRIGGER audit_inbox_is_kept ON audit_inbox',
  'ALTER TABLE audit_entry DISABLE TRIGGER USER',
  'ALTER TABLE audit_inbox DISABLE TRIGGER USER',
  `SET session_replication_role = 'replica'`,
  'DROP TABLE audit_entry CASCADE',
  'CREATE TABLE mine (id BIGINT)',
  'CREATE OR REPLACE FUNCTION audit_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN END $$',
  'UPDATE schema_version SET version = 9',
  'TRUNCATE payment CASCADE',
];

describe.skipIf(!hasPostgres())("the service's role", () => {
  it('cannot change the audit log or its protection', async () => {
    const owner = await freshDatabase();
    const service = await serviceOf(owner);
    // The default up to PostgreSQL 14.
    await connected(owner, (client) => client.query('GRANT CREATE ON SCHEMA public TO PUBLIC'));
    await migrateAs(owner, service.username);
    // The migration may be repeated while nodes are running.
    await migrateAs(owner, service.username);
    const store = await open(service.href);
    await store.record(
      { at: NOW, by: { ...NOBODY, kind: 'service', id: 'test' } },
      { action: 'keysChanged', subject: 'key' },
    );
    await store.seed(BANK, NOW);
    await authorise(store, 'p');
    await store.submitPayment(paymentOf('p', [batchOf(1, 100)]), keyOf('pay'), actAt(LATER));
    expect((await store.auditHead()).sequence).toBe(5);
    expect(await store.isReady()).toBe(true);
    expect(await store.auditBooks()).toEqual([]);
    await store.clearExpired(NOW);
    await connected(service.href, async (client) => {
      for (const attack of ATTACKS) {
        await expect(client.query(attack), attack).rejects.toThrow(/denied|must be owner/);
      }
    });
    expect(await auditDatabase(owner)).toEqual([]);
    await store.close();
  });

  it('cannot store an entry so large that the nodes could not read the inbox', async () => {
    const owner = await freshDatabase();
    const service = await serviceOf(owner);
    await migrateAs(owner, service.username);
    const insert = (detail: string): string =>
      `INSERT INTO audit_inbox (at, recorded_at, actor_kind, actor_id, action, subject, detail, mac)
       VALUES (1, 1, 'service', 'x', 'x', 'x', ${detail}, sha256('x'))`;
    await connected(service.href, async (client) => {
      await client.query(insert(`repeat('x', 60000)`));
      await expect(client.query(insert(`repeat('x', 70000)`))).rejects.toThrow(
        'audit_inbox_entry_is_small',
      );
    });
  });

  it('cannot make audit_seal remove an entry that is not in the inbox', async () => {
    const owner = await freshDatabase();
    const service = await serviceOf(owner);
    await migrateAs(owner, service.username);
    const early = `SELECT audit_seal('{}', '{}', ARRAY[1, 2, 3], '{mark,mark,mark}', 0)`;
    await connected(service.href, async (client) => {
      await expect(client.query(early)).rejects.toThrow(
        'an entry to set aside is not in the inbox',
      );
    });
  });

  it.each([
    ['a member of the owner', `ALTER ROLE $role NOINHERIT; GRANT $owner TO $role`, /of the owner/],
    [
      'a role that may write all tables',
      `GRANT pg_write_all_data TO $role`,
      /may also change audit_entry, .*Revoke/,
    ],
  ])('is refused if it is %s', async (_, grant, events) => {
    const owner = await freshDatabase();
    const service = await serviceOf(owner);
    const role = service.username;
    const { username } = new URL(owner);
    const sql = grant.replaceAll('$role', role).replace('$owner', username);
    await connected(owner, (client) => client.query(sql));
    await expect(migrateAs(owner, role)).rejects.toThrow(events);
  });

  it('is refused before the migration, and reported if it owns the audit log', async () => {
    const owner = await freshDatabase();
    const service = await serviceOf(owner);
    await expect(open(service.href)).rejects.toThrow(
      'Run npx pisctl migrate first, as the owner of the database.',
    );
    events.length = 0;
    await (await open(owner)).close();
    expect(events).toContainEqual({ kind: 'auditLogOwned' });
    await migrateAs(owner, service.username);
    events.length = 0;
    await (await open(service.href)).close();
    expect(events).toEqual([]);
  });
});

const MISTAKES = ['audit_entry', 'audit_inbox', 'audit_set_aside'].flatMap((table) => [
  `UPDATE ${table} SET subject = 'x'`,
  `DELETE FROM ${table}`,
  `TRUNCATE ${table}`,
]);

describe.skipIf(!hasPostgres())('the owner of the tables', () => {
  it('creates the schema and seals entries without the rights of a superuser', async () => {
    const superuser = await freshDatabase();
    const owner = await serviceOf(superuser);
    await connected(superuser, (client) =>
      client.query(`GRANT CREATE ON SCHEMA public TO ${owner.username}`),
    );
    const store = await open(owner.href);
    onTestFinished(() => store.close());
    await store.record(actAt(NOW), { action: 'keysChanged', subject: 'key-1' });
    expect(await store.auditHead()).toMatchObject({ sequence: 1 });
  });

  it('cannot change or delete audit entries by mistake', async () => {
    const owner = await freshDatabase();
    const store = await open(owner);
    const act = { at: NOW, by: { ...NOBODY, kind: 'service', id: 'test' } } as const;
    await store.record(act, { action: 'keysChanged', subject: 'key' });
    expect((await store.auditHead()).sequence).toBe(1);
    await store.close();
    await connected(owner, async (client) => {
      for (const mistake of MISTAKES) {
        await expect(client.query(mistake), mistake).rejects.toThrow(
          'audit entries cannot be changed or deleted',
        );
      }
    });
  });
});

const NOBODY = { certificate: null, interactionId: null, address: null };
