import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import { FOLDER_SETTING, folderMark } from '../../../../src/store/files/folder/mark.ts';
import { lockMigrations, migrate } from '../../../../src/store/postgres/migrations.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/index.ts';
import {
  assertNotMoved,
  MOVED_FROM,
  MOVED_TO,
  MOVE_IN_PROGRESS,
} from '../../../../src/store/tables.ts';
import { ACT, POOR } from '../../../contract/store/fixtures.ts';
import {
  connectForTest,
  fillDataFolder,
  makeDataFolder,
  rowsOfDatabase,
  rowsOfFolder,
  settingOf,
  temporaryFolder,
} from '../../../helpers/moving.ts';
import { connected, type Database } from '../../../helpers/postgres-databases.ts';
import { freshDatabase, hasPostgres, sharedPostgres } from '../../../helpers/use-postgres.ts';
import { run } from '../fixtures.ts';

const MAIN = fileURLToPath(new URL('../../../../dist/cli/main.js', import.meta.url));

const moveTo = (url: string, folder: string): Promise<string> => run('move', ['--to', url], folder);

/** Returns the error with which a service refuses a data folder, or undefined. */
async function refusalOf(folder: string): Promise<unknown> {
  const store = openSqliteStore(dataFolder(folder).database, () => 0);
  try {
    return await assertNotMoved(store).catch((error: unknown) => error);
  } finally {
    await store.close();
  }
}

/** Copies a data folder for this test alone. */
function copyOf(folder: string): string {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** A data folder that tests copy before they change it. */
let original: string;
beforeAll(async () => {
  original = mkdtempSync(join(tmpdir(), 'move-'));
  await fillDataFolder(original);
});
afterAll(() => {
  rmSync(original, { recursive: true });
});

describe.runIf(hasPostgres())('pisctl move', () => {
  let folder: string;
  let database: Database;
  let printed: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'move-'));
    cpSync(original, folder, { recursive: true });
    database = await sharedPostgres().create();
    printed = await moveTo(database.url.replace('pis@', 'pis:password@'), folder);
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await database.drop();
  });

  test('copies every row of every table', async () => {
    const { columns, rows } = rowsOfFolder(original);
    expect(Object.entries(rows).filter(([, list]) => list.length === 0)).toEqual([]);
    const moved = await rowsOfDatabase(database.url, columns);
    const { account: own = [], setting = [], ...others } = rows;
    expect(moved).toMatchObject(others);
    // The bank's own accounts have no balance there, and the move adds its own settings.
    expect(moved['account']).toEqual(
      own.map((row) => (row.includes('"internal"') ? row.replace(/"-?\d+"\]$/, '"0"]') : row)),
    );
    expect(moved['setting']).toEqual(expect.arrayContaining(setting));
  });

  test('prints the settings of the nodes without the password', () => {
    const { url } = database;
    expect(printed).toContain('Starting the move.');
    expect(printed).toMatch(/Moved and verified: [1-9]\d+ rows, 1 payment files\./);
    // To be pasted as it stands.
    expect(printed).toContain(
      `Start the nodes with PIS_DATABASE_URL='${url}' PIS_DATA_DIR='${folder}', `,
    );
    expect(printed).not.toContain('password@');
  });

  test('lets nodes start on the target with the same data folder, and none on the source', async () => {
    const { url } = database;
    expect(await settingOf(url, MOVE_IN_PROGRESS)).toBeUndefined();
    expect(await settingOf(url, MOVED_FROM)).toBeDefined();
    const mark = readFileSync(folderMark(dataFolder(folder).files), 'utf8');
    expect(await settingOf(url, FOLDER_SETTING)).toBe(mark);
    expect(String(await refusalOf(folder))).toContain('The data was moved to postgres://');
  });

  test('moves the data once, and to an empty database only', async () => {
    await expect(moveTo(database.url, folder)).rejects.toThrow('All data was already moved there.');
    const other = await freshDatabase();
    await expect(moveTo(other, folder)).rejects.toThrow(
      'All data was already moved to postgres://',
    );
    const another = await makeDataFolder(['another file']);
    await expect(moveTo(database.url, another)).rejects.toThrow(
      'contains the data of a deployment',
    );
  });

  test('continues the sequences after the copied rows', async () => {
    await connected(database.url, async (client) => {
      for (const table of ['transfer', 'work', 'idempotency_key']) {
        const { rows } = await client.query<{ next: string; last: string }>(
          `SELECT nextval(pg_get_serial_sequence('${table}', 'id')) AS next,
             (SELECT MAX(id) FROM ${table}) AS last`,
        );
        expect([table, Number(rows[0]?.next)]).toEqual([table, Number(rows[0]?.last) + 1]);
      }
    });
  });

  test.each<[string, string, RegExp]>([
    [
      'tables of another application',
      'CREATE TABLE ledger (id BIGINT)',
      /contains tables of another application/,
    ],
    [
      'the data of a deployment',
      `CREATE TABLE schema_version AS SELECT 1 AS version, 1 AS compatible_from;
       CREATE TABLE setting AS SELECT 'profile' AS name, 'secure' AS value`,
      /already contains the data of a deployment/,
    ],
    [
      'tables of a newer program',
      `CREATE TABLE schema_version AS SELECT 1000 AS version, 1000 AS compatible_from;
       CREATE TABLE setting (name TEXT, value TEXT)`,
      /is at version 1000, which requires a program of version 1000/,
    ],
  ])('refuses a target with %s and does not change it', async (_, sql, reason) => {
    const url = await freshDatabase();
    const client = await connectForTest(url);
    await client.query(sql);
    const tables = () => client.query('SELECT table_name FROM information_schema.tables');
    const before = (await tables()).rowCount;
    const folder = copyOf(original);
    await expect(moveTo(url, folder)).rejects.toThrow(reason);
    expect((await tables()).rowCount).toBe(before);
    expect(await refusalOf(folder)).toBeUndefined();
  });

  test('refuses a data folder that a service has open', async () => {
    const folder = copyOf(original);
    const store = openSqliteStore(dataFolder(folder).database, () => 0);
    await expect(moveTo(await freshDatabase(), folder)).rejects.toThrow('open in another process');
    await store.close();
  });

  test('names an unreachable target without its password', async () => {
    const nowhere = 'postgres://pis:secret@127.0.0.1:1/pis';
    const refused = await moveTo(nowhere, copyOf(original)).catch(String);
    expect(refused).toMatch(
      /postgres:\/\/127\.0\.0\.1:1\/pis cannot be used as the target\. The data/,
    );
    expect(refused).not.toContain('secret');
  });
});

describe.runIf(hasPostgres())('a move that stops', () => {
  /** A target whose rows were copied. The move stopped because a payment file was missing. */
  let template: Database;
  beforeAll(async () => {
    template = await sharedPostgres().create();
    const { files } = dataFolder(original);
    renameSync(files, `${files}.kept`);
    await expect(moveTo(template.url, original)).rejects.toThrow('files are damaged or missing');
    renameSync(`${files}.kept`, files);
  });
  afterAll(() => template.drop());

  const copiedOnly = async (): Promise<[folder: string, url: string]> => [
    copyOf(original),
    await freshDatabase(template.name),
  ];

  test('after the copy is not complete, and the repeated command completes it', async () => {
    const [folder, url] = await copiedOnly();
    const target = { readSetting: (name: string) => settingOf(url, name) };
    await expect(assertNotMoved(target)).rejects.toThrow('The move to this database is incomplete');
    expect(await refusalOf(folder)).toBeUndefined();
    const printed = await moveTo(url, folder);
    expect(printed).toContain('Resuming the interrupted move.');
    expect(printed).toContain('Moved and verified');
    await expect(assertNotMoved(target)).resolves.toBeUndefined();
  });

  test('before its last record leaves neither side usable, and can be completed', async () => {
    const [folder, url] = await copiedOnly();
    // The state after the source was marked and before the target is complete.
    const store = openSqliteStore(dataFolder(folder).database, () => 0);
    await store.writeSetting(MOVED_TO, 'postgres://127.0.0.1/pis');
    await store.close();
    expect(String(await refusalOf(folder))).toContain('The data was moved to');
    expect(await settingOf(url, MOVE_IN_PROGRESS)).toBeDefined();
    expect(await moveTo(url, folder)).toContain('Moved and verified');
    expect(await settingOf(url, MOVE_IN_PROGRESS)).toBeUndefined();
  });

  test('is not completed if the books or the audit log of the target are damaged', async () => {
    const [folder, url] = await copiedOnly();
    await connected(url, (client) =>
      client.query(`UPDATE transfer SET amount_pence = amount_pence + 1;
        ALTER TABLE audit_entry DISABLE TRIGGER USER;
        UPDATE audit_entry SET subject = 'x' WHERE sequence = 2;
        INSERT INTO audit_inbox (at, recorded_at, actor_kind, actor_id, action, subject, mac)
          VALUES (1, 1, 'service', 'one', 'serviceStarted', 'service', sha256('any'));
        UPDATE audit_head SET sequence = sequence + 1`),
    );
    const refused = await moveTo(url, folder).catch(String);
    expect(refused).toContain('The target differs from the source:');
    expect(refused).toContain(`Account ${POOR}`);
    expect(refused).toContain('Entry 2 of the audit log: Its hash does not match');
    expect(refused).toContain('The audit log has another last entry.');
    expect(refused).toContain('A node has recorded 1 audit entries');
    expect(await settingOf(url, MOVE_IN_PROGRESS)).toBeDefined();
    expect(await refusalOf(folder)).toBeUndefined();
  });

  test('needs a new target if the service ran meanwhile', async () => {
    const [folder, url] = await copiedOnly();
    const store = openSqliteStore(dataFolder(folder).database, () => 0);
    await store.record(ACT, { action: 'serviceStarted', subject: 'service' });
    await store.close();
    await expect(moveTo(url, folder)).rejects.toThrow('incomplete move of another data folder');
  });

  test('because it was killed during the copy leaves no rows, and no node starts', async () => {
    const folder = copyOf(original);
    const url = await freshDatabase();
    const [client, lock] = [await connectForTest(url), await connectForTest(url)];
    await migrate(client);
    // The move stops at this table, when it has copied the rows of the tables before it.
    await lock.query('BEGIN; LOCK TABLE transfer IN SHARE MODE');
    const env = { ...process.env, PIS_DATA_DIR: folder };
    const child = spawn(process.execPath, [MAIN, 'move', '--to', url], { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await waitingFor(client, 'relation', 1);
    expect(await settingOf(url, MOVE_IN_PROGRESS)).toBe('');
    child.kill('SIGKILL');
    await ended;
    await lock.query('ROLLBACK');
    const rows = 'SELECT id FROM consent UNION ALL SELECT name FROM setting';
    expect((await client.query(rows)).rows).toEqual([{ id: MOVE_IN_PROGRESS }]);
    const target = { readSetting: (name: string) => settingOf(url, name) };
    await expect(assertNotMoved(target)).rejects.toThrow('The move to this database is incomplete');
    expect(await refusalOf(folder)).toBeUndefined();
    expect(await moveTo(url, folder)).toContain('Starting the move.');
  });

  test('because another one to the same database was faster says so', async () => {
    const folder = copyOf(original);
    const url = await freshDatabase();
    const [client, lock] = [await connectForTest(url), await connectForTest(url)];
    await lock.query('BEGIN');
    await lockMigrations(lock);
    // The lock of the data folder does not prevent this, because the second one is a copy.
    const both = [moveTo(url, folder), moveTo(url, copyOf(folder))];
    const ended = Promise.all(both.map((one) => one.catch(String)));
    await waitingFor(client, 'advisory', 2);
    await lock.query('ROLLBACK');
    expect((await ended).sort()).toEqual([
      expect.stringContaining('Moved and verified'),
      expect.stringContaining('Another move to this database has finished.'),
    ]);
  });
});

/** Waits until this number of moves waits for a lock. */
async function waitingFor(client: Client, locktype: string, moves: number): Promise<void> {
  const waiting = `SELECT 1 FROM pg_locks WHERE locktype = $1 AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  await expect.poll(async () => (await client.query(waiting, [locktype])).rowCount).toBe(moves);
}
