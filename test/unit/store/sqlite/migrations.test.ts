import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectDefined } from '../../../../src/shared/assert.ts';
import { openDatabase } from '../../../../src/store/sqlite/database/database.ts';
import { migrate, MIGRATIONS } from '../../../../src/store/sqlite/migrations/index.ts';

/**
 * SHA-256 of the SQL of each released migration. A line must never change, because databases store
 * the checksum of each migration and refuse different SQL.
 */
const RELEASED: readonly (readonly [name: string, checksum: string])[] = [
  ['bank-and-payments', 'd0b03f8a8c42e8098d584f7fcd3f90cbca50a73a6da5dbd1eebcebf79d1e37fd'],
  ['single-payments', 'f4da6ec8dd8cab0bfb81f099216037cff4777bd587152f3165cbea23a0748142'],
  ['directory', '25a2fcb93b2a4e99a11dbeb8b8b7d539a968c66549cf57ea518870e94b9fb3ae'],
  ['authorisation', 'dbde346b296c6f01193ccbc9dda10fb96fe97229626da6a1fcaed393f1268c49'],
  ['sign-in', 'bfdbebd7cf444bd5fcae2314fd70c8da27a5f2800106dc44bec5b910c46f1fcf'],
  ['audit', 'e9e71f8e25c65ee3cec2f51905307dd5396b1e1afc595671c40b97f47ad47be5'],
  ['idle-sessions', '8eb777e4e2b7c8b71dc2c65bb50fc1a93b7dde72900cf47ed9453efdbcf65768'],
  ['troubled-work', '3abb3a2712b17f1f08b315401c5de3bcb62e7d9d23fdf0bf39c575faa39c47db'],
  ['sign-in-as-a-whole', '5fe10dc9aa07a1c71cf98c60f0c3375d43e5d5f1f8fea11a502bcbc60abf7658'],
  ['pushed-requests', '98a92866fca6664e38a153f830d328547df3a593bd5ab5dfab344707d5e3349d'],
  ['software-of-organisation', '3f3f0363cc593c229fd45275f1c5c8f29a008af7304085b22658f1eb620d4d45'],
  ['lapsing-consents', '00b5c67ecf043f9abc8a5e15da75bc3f116a103d6aaa8ced68b5830eec94e4fb'],
  ['refused-by', '191ecb2565e5a7472598b35315a4063b8f87979e1fb8686e372f1bc502064bda'],
  ['work-of-orders', '2b4d7239ddeeeebcd7052f7138351c529afb5a420939f44c0c8a8380c24be74f'],
  ['approvals', 'cac0e08ed8ee2cf720e9bd33311e1c11098d76b6858cb530ec5e187dbdd2757c'],
  ['factors-for-approvals', '385833590c0633069bb88eecd765d78d9942eb9a8450e49ca3c18480c6fb3a23'],
  ['passkeys', 'aeb0e6d019b96e07974bd846c0a52d45eaa44dbb72f94e8b114ba0c670bec4c6'],
  ['files-of-customers', '405c54a26e68bb759cb35d38538ee5c29b88818f31cbbd5cb6fe23e396a36064'],
  ['customers-of-consents', '6faaf76bd1aa2f1f59ffa59efb7cad7fe9eae794a27adfc43faa13f4a9b40a91'],
  ['audit-inbox', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['growing-lockouts', '65ceebea386867504bccd26556054b6a6597795f1bcf58d841bbea6d4aed0f47'],
  ['audit-seal-checks', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
];

const VERSIONS = Array.from({ length: MIGRATIONS.length + 1 }, (_, version) => version);

describe('migrations', () => {
  let directory: string;
  let path: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'migrations-'));
    path = join(directory, 'bank.db');
  });

  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  it.each(VERSIONS)('lead from version %i to the newest', (version) => {
    const old = new Sqlite(path);
    migrate(old, MIGRATIONS.slice(0, version));
    old.close();
    expect(schemaOf(path)).toEqual(schemaOf(join(directory, 'fresh.db')));
  });

  it.each(RELEASED.map(([name, checksum], index) => ({ version: index + 1, name, checksum })))(
    'never change: version $version, $name',
    ({ version, name, checksum }) => {
      const { name: named, sql } = expectDefined(MIGRATIONS[version - 1], 'the migration');
      const message =
        `Migration ${String(version)} (${name}) was released and has changed. Databases that ` +
        'have it would be refused. Undo the change and write a new migration instead.';
      expect([named, hash('sha256', sql)], message).toEqual([name, checksum]);
    },
  );

  it('are all listed with their checksum', () => {
    const newest = MIGRATIONS.slice(RELEASED.length).map(
      ({ name, sql }) => `  ['${name}', '${hash('sha256', sql)}'],`,
    );
    const message = ['A new migration needs its line at the end of RELEASED, above:', ...newest];
    expect(newest, message.join('\n')).toEqual([]);
  });

  it('set the source of work that is older than version 14', () => {
    const old = new Sqlite(path);
    migrate(old, MIGRATIONS.slice(0, 13));
    old.pragma('foreign_keys = OFF');
    const insert = old.prepare(
      `INSERT INTO payment (id, family, consent_id, consumes_consent, client_id, created_at,
         status_updated_at, data, group_status, version)
       VALUES (?, ?, 'c', 0, 'tpp', 1, 1, '{}', 'RCVD', 1)`,
    );
    const wait = old.prepare(
      `INSERT INTO work (step, payment_id, batch, cursor, due_at, try_at)
       VALUES ('book', ?, 0, 0, 1, 1)`,
    );
    for (const family of ['file-payments', 'domestic-payments', 'domestic-vrps']) {
      insert.run(`of ${family}`, family);
      wait.run(`of ${family}`);
    }
    old.close();
    const database = openDatabase(path);
    const found = database.prepare('SELECT payment_id, source FROM work ORDER BY id').raw().all();
    database.close();
    expect(found).toEqual([
      ['of file-payments', 'file'],
      ['of domestic-payments', 'order'],
      ['of domestic-vrps', 'order'],
    ]);
  });

  it('derive who rejected a consent that is older than version 13', () => {
    const old = new Sqlite(path);
    migrate(old, MIGRATIONS.slice(0, 1));
    old.exec("INSERT INTO client VALUES ('tpp', 'hash', 'PISP', 1)");
    migrate(old, MIGRATIONS.slice(0, 12));
    const insert = old.prepare(
      `INSERT INTO consent (id, family, client_id, status, created_at, status_updated_at, data,
         refusal, lapses_at)
       VALUES (?, 'file-payments', 'tpp', ?, 1, 5, '{}', ?, ?)`,
    );
    const byCustomer = 'The customer rejected the payment.';
    insert.run('by the customer', 'Rejected', byCustomer, 6);
    insert.run('by the customer, of old', 'Rejected', byCustomer, null);
    insert.run('by the bank', 'Rejected', 'Account 12345678 is closed.', 6);
    insert.run('by time', 'Rejected', 'It was not approved within 30 days.', 5);
    insert.run('by nobody', 'Authorised', null, 5);
    old.close();
    const database = openDatabase(path);
    const found = database.prepare('SELECT id, refused_by FROM consent ORDER BY id').raw().all();
    database.close();
    expect(found).toEqual([
      ['by nobody', null],
      ['by the bank', 'bank'],
      ['by the customer', 'customer'],
      ['by the customer, of old', 'customer'],
      ['by time', 'time'],
    ]);
  });

  it('let interactions that are older than version 16 continue, with a separate factor for the approval', () => {
    const old = new Sqlite(path);
    migrate(old, MIGRATIONS.slice(0, 15));
    old.pragma('foreign_keys = OFF');
    old.exec(
      "INSERT INTO credential (user_id, password_hash, totp_secret) VALUES ('clara', '', '')",
    );
    const insert = old.prepare(
      `INSERT INTO customer_session (hash, interaction_uid, user_id, stage, password_right,
         account, grant_id, active_until, expires_at)
       VALUES (?, ?, 'clara', ?, 1, ?, ?, 5, 6)`,
    );
    insert.run('read', 'uid', 'signedIn', '1', 'grant');
    insert.run('begun', 'uid', 'code', null, null);
    insert.run('own', 'own', 'signedIn', null, null);
    old.close();
    const database = openDatabase(path);
    const found = database
      .prepare('SELECT hash, stage, account, grant_id FROM customer_session ORDER BY hash')
      .raw()
      .all();
    database.close();
    expect(found).toEqual([
      ['begun', 'code', null, null],
      ['own', 'signedIn', null, null],
      ['read', 'identified', '1', 'grant'],
    ]);
  });

  it('leave an up-to-date database unchanged', () => {
    const before = schemaOf(path);
    expect(schemaOf(path)).toEqual(before);
  });

  it('refuse a database of a newer release', () => {
    const newer = new Sqlite(path);
    migrate(newer, [...MIGRATIONS, { name: 'the future', sql: 'CREATE TABLE future (id)' }]);
    newer.close();
    expect(() => openDatabase(path)).toThrow(
      `The database has version ${String(MIGRATIONS.length + 1)} and was created by a newer release. ` +
        `This release supports versions up to ${String(MIGRATIONS.length)}.`,
    );
  });

  it('refuse a database that has another migration under the same number', () => {
    const other = new Sqlite(path);
    migrate(other, [{ name: 'something else', sql: 'CREATE TABLE other (id)' }]);
    other.close();
    expect(() => openDatabase(path)).toThrow('Migration 1 of the database (something else)');
  });

  it('apply a migration completely or not at all', () => {
    const database = new Sqlite(path);
    const broken = { name: 'broken', sql: 'CREATE TABLE half (id); CREATE TABLE half (id)' };
    expect(() => {
      migrate(database, [broken]);
    }).toThrow('already exists');
    migrate(database, [{ name: 'mended', sql: 'CREATE TABLE half (id)' }]);
    expect(database.prepare('SELECT name FROM migration').pluck().all()).toEqual(['mended']);
    database.close();
  });

  it('refuse a database that another process has open', () => {
    const first = openDatabase(path);
    expect(() => openDatabase(path)).toThrow(`${path} is open in another process.`);
    first.close();
    openDatabase(path).close();
  });
});

function schemaOf(path: string): unknown[] {
  const database = openDatabase(path);
  const schema = database
    .prepare('SELECT type, name, sql FROM sqlite_master ORDER BY type, name')
    .all();
  database.close();
  return schema;
}
