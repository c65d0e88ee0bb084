import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import type { MoveProgress } from '../../../../src/store/postgres/moving/state.ts';
import { FOLDER_SETTING, folderMark } from '../../../../src/store/files/folder/mark.ts';
import { migrate } from '../../../../src/store/postgres/migrations.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/index.ts';
import { MOVED_FROM, MOVE_IN_PROGRESS, assertNotMoved } from '../../../../src/store/tables.ts';
import { connected, unpackVersion, settingOf } from '../../../helpers/unpack-version.ts';
import { freshDatabase, hasPostgres } from '../../../helpers/use-postgres.ts';
import { VERSIONS } from '../../../helpers/versions.ts';
import { run } from '../fixtures.ts';

const MAIN = fileURLToPath(new URL('../../../../dist/cli/main.js', import.meta.url));

const moveTo = (url: string, folder: string): Promise<string> => run('move', ['--to', url], folder);

/** Returns the error with which a service refuses a data folder, or undefined. */
async function whyNotServed(folder: string): Promise<unknown> {
  const store = openSqliteStore(dataFolder(folder).database, () => 0);
  try {
    return await assertNotMoved(store).catch((error: unknown) => error);
  } finally {
    await store.close();
  }
}

describe.runIf(hasPostgres())('pisctl move', () => {
  test.each(VERSIONS)('moves the data of version %s once', async (version) => {
    const folder = unpackVersion(version);
    const url = await freshDatabase();
    expect(await whyNotServed(folder)).toBeUndefined();
    const said = await moveTo(url.replace('pis@', 'pis:password@'), folder);
    expect(said).toContain('Starting the move.');
    expect(said).toMatch(/Moved and verified: [1-9]\d+ rows, [1-9]\d* payment files\./);
    // The operator pastes these settings unchanged.
    expect(said).toContain(`nodes with PIS_DATABASE_URL='${url}' PIS_DATA_DIR='${folder}', `);
    expect(said).not.toContain('password@');
    expect(await settingOf(url, MOVE_IN_PROGRESS)).toBeUndefined();
    expect(await settingOf(url, MOVED_FROM)).toBeDefined();
    // Nodes over it know the folder of the payment files, and start with no other.
    const mark = readFileSync(folderMark(dataFolder(folder).files), 'utf8');
    expect(await settingOf(url, FOLDER_SETTING)).toBe(mark);
    // No service may start on the source any more.
    expect(String(await whyNotServed(folder))).toContain('The data was moved to postgres://');

    await expect(moveTo(url, folder)).rejects.toThrow('All data was already moved there.');
    const other = await freshDatabase();
    await expect(moveTo(other, folder)).rejects.toThrow(
      'All data was already moved to postgres://',
    );
    const another = unpackVersion(VERSIONS.find((one) => one !== version));
    await expect(moveTo(url, another)).rejects.toThrow('contains the data of a deploy');
  });

  test('does not change a target that is complete', async () => {
    const folder = unpackVersion();
    const url = await freshDatabase();
    await moveTo(url, folder);
    const client = await connected(url); // now with the schema of an older version
    const versions = 'SELECT version FROM migration ORDER BY version';
    await client.query(
      'DELETE FROM migration WHERE version = (SELECT MAX(version) FROM migration)',
    );
    const { rows: before } = await client.query(versions);
    await expect(moveTo(url, folder)).rejects.toThrow('All data was already moved there.');
    expect((await client.query(versions)).rows).toEqual(before);
  });

  test('continues the sequences after the moved rows', async () => {
    const url = await freshDatabase();
    await moveTo(url, unpackVersion());
    const client = await connected(url);
    for (const table of ['transfer', 'work', 'idempotency_key']) {
      const { rows } = await client.query<{ next: string; last: string }>(
        `SELECT nextval(pg_get_serial_sequence('${table}', 'id')) AS next,
           (SELECT COALESCE(MAX(id), 0) FROM ${table}) AS last`,
      );
      expect([table, Number(rows[0]?.next)]).toEqual([table, Number(rows[0]?.last) + 1]);
    }
  });

  test.each<[string, string, RegExp]>([
    [
      'tables of another application',
      'CREATE TABLE ledger (id BIGINT)',
      /contains tables of another application/,
    ],
    [
      'a deployment',
      `CREATE TABLE migration (version BIGINT); CREATE TABLE setting (name TEXT, value TEXT);
       INSERT INTO setting VALUES ('profile', 'secure')`,
      /already contains the data of a deployment/,
    ],
    [
      'newer code',
      `CREATE TABLE migration (version BIGINT);
       INSERT INTO migration SELECT generate_series(1, 1000)`,
      /is at version 1000, made by newer code\. This code knows versions up to \d+\./,
    ],
  ])('refuses a target with %s and does not change it', async (_, sql, reason) => {
    const url = await freshDatabase();
    const client = await connected(url);
    await client.query(sql);
    const tables = () => client.query('SELECT table_name FROM information_schema.tables');
    const before = (await tables()).rowCount;
    const folder = unpackVersion();
    await expect(moveTo(url, folder)).rejects.toThrow(reason);
    expect((await tables()).rowCount).toBe(before);
    expect(await whyNotServed(folder)).toBeUndefined();
  });

  test('refuses a data folder that a service has open', async () => {
    const folder = unpackVersion();
    const store = openSqliteStore(dataFolder(folder).database, () => 0);
    await expect(moveTo(await freshDatabase(), folder)).rejects.toThrow('open in another process');
    await store.close();
  });

  test('names an unreachable target without its password', async () => {
    const nowhere = 'postgres://pis:secret@127.0.0.1:1/pis';
    const refused = moveTo(nowhere, unpackVersion()).catch(String);
    expect(await refused).toMatch(
      /postgres:\/\/127\.0\.0\.1:1\/pis cannot be used as the target\. The data/,
    );
    expect(await refused).not.toContain('secret');
  });

  test('does not complete while a payment file is missing', async () => {
    const folder = unpackVersion();
    const url = await freshDatabase();
    const { database, files } = dataFolder(folder);
    const store = openSqliteStore(database, () => 0);
    await store.close();
    const kept = join(folder, 'kept');
    cpSync(files, kept, { recursive: true });
    rmSync(files, { recursive: true });
    await expect(moveTo(url, folder)).rejects.toThrow('payment files are damaged or missing');
    expect(await settingOf(url, MOVE_IN_PROGRESS)).toBeDefined();
    expect(await whyNotServed(folder)).toBeUndefined();
    cpSync(kept, files, { recursive: true });
    expect(await moveTo(url, folder)).toContain('Resuming the interrupted move.');
  });

  test('detects changed rows in the target and does not complete', async () => {
    const folder = unpackVersion();
    const url = await freshDatabase();
    const client = await connected(url);
    const held = await stopAt(url, folder, client, 'work');
    await held.end();
    await client.query(`UPDATE payment SET created_at = created_at + 1
      WHERE id = (SELECT MIN(id) FROM payment)`);
    await client.query('DELETE FROM credit_outcome');
    const refused = await moveTo(url, folder).catch(String);
    expect(refused).toMatch(/Table payment differs at \S+\./);
    expect(refused).toMatch(/Table credit_outcome differs at .*, which is missing\./);
    expect(await settingOf(url, MOVE_IN_PROGRESS)).toBeDefined();
    expect(await whyNotServed(folder)).toBeUndefined();
  });

  test('needs a new target if the service ran after an interrupted move', async () => {
    const folder = unpackVersion();
    const url = await freshDatabase();
    const client = await connected(url);
    await (await stopAt(url, folder, client, 'payment')).end();
    const store = openSqliteStore(dataFolder(folder).database, () => 0);
    const by = { kind: 'service', id: 's', certificate: null, interactionId: null, address: null };
    const act = { at: 0, by } as Parameters<typeof store.record>[0];
    await store.record(act, { action: 'serviceStarted', subject: 'service' });
    await store.close();
    await expect(moveTo(url, folder)).rejects.toThrow('incomplete move of another data folder');
    expect(await moveTo(await freshDatabase(), folder)).toContain('Moved and verified');
  });
});

describe.runIf(hasPostgres())('a move that is killed', () => {
  test('resumes where it stopped and copies nothing twice', async () => {
    const folder = unpackVersion();
    const url = await freshDatabase();
    const client = await connected(url);
    let before = -1;
    for (const table of ['audit_entry', 'batch', 'customer_session', 'transfer', 'work']) {
      const held = await stopAt(url, folder, client, table);
      await held.end();
      const { moved } = JSON.parse((await settingOf(url, MOVE_IN_PROGRESS)) ?? '') as MoveProgress;
      const rows = Object.values(moved).reduce((sum, count) => sum + count, 0);
      expect(moved).not.toHaveProperty(table);
      expect(rows).toBeGreaterThan(before);
      before = rows;
      expect(await whyNotServed(folder)).toBeUndefined();
    }
    const said = await moveTo(url, folder);
    expect(said).toContain('Resuming the interrupted move.');
    expect(said).toContain('Moved and verified');
  });

  test('between its last two notes leaves neither side usable, and can be completed', async () => {
    const folder = unpackVersion();
    const url = await freshDatabase();
    const [client, last] = [await connected(url), await connected(url)];
    await migrate(client);
    await client.query('BEGIN; LOCK TABLE audit_head IN SHARE MODE');
    const child = start(url, folder);
    await whileRunning(child, async () => isLocked('audit_head', last));
    // All rows are there. Now it may go on to where it notes that they are whole.
    await last.query(`BEGIN; SELECT 1 FROM setting WHERE name = '${MOVE_IN_PROGRESS}' FOR UPDATE`);
    await client.query('ROLLBACK');
    const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = 'move' AND wait_event = 'transactionid'`;
    await whileRunning(child, async () => (await client.query(waits)).rowCount === 1);
    await killed(child);
    await last.query('ROLLBACK');
    expect(String(await whyNotServed(folder))).toContain('The data was moved to');
    const inTarget = { readSetting: (name: string) => settingOf(url, name) };
    await expect(assertNotMoved(inTarget)).rejects.toThrow(
      'The move to this database is incomplete.',
    );
    expect(await moveTo(url, folder)).toContain('Moved and verified');
    await expect(assertNotMoved(inTarget)).resolves.toBeUndefined();
  });

  test('stops one of two simultaneous moves', async () => {
    const [folder, copy] = [unpackVersion(), unpackVersion()];
    const url = await freshDatabase();
    const client = await connected(url);
    const held = await stopAt(url, folder, client, 'payment');
    // The same data in another folder: the lock of the first does not keep it away.
    const second = moveTo(url, copy).catch(String);
    await expect.poll(() => settingOf(url, MOVE_IN_PROGRESS)).not.toBe(held.note);
    await client.query('ROLLBACK');
    const [code] = (await once(held.child, 'exit')) as [number];
    expect([code, await second]).toEqual([2, expect.stringContaining('Moved and verified')]);
  });
});

/** Time between two looks at the database, in milliseconds. */
const LOOK_MS = 50;

/** A move in a process of its own that stands still, because a table is held. */
interface Held {
  readonly child: ChildProcess;
  /** Its progress note when it stopped. */
  readonly note: string | undefined;
  /** Kills it (SIGKILL), and lets go of the table. */
  end(): Promise<void>;
}

function start(url: string, folder: string): ChildProcess {
  const env = { ...process.env, PIS_DATA_DIR: folder };
  return spawn(process.execPath, [MAIN, 'move', '--to', url], { env, stdio: 'ignore' });
}

async function killed(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** Waits until `condition` is true. Throws when the process ends. */
async function whileRunning(child: ChildProcess, condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) {
    if (child.exitCode !== null) throw new Error(`It ended with ${String(child.exitCode)}.`);
    await rest(LOOK_MS);
  }
}

/** Returns whether a statement waits for a lock on this table. */
async function isLocked(table: string, client: Client): Promise<boolean> {
  const waiting = `SELECT 1 FROM pg_locks
    WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND relation = '${table}'::regclass`;
  return (await client.query(waiting)).rowCount === 1;
}

/** Begins a move and has it stand still where it writes into a table. */
async function stopAt(url: string, folder: string, client: Client, table: string): Promise<Held> {
  const laying = await connected(url);
  await migrate(laying);
  await client.query('BEGIN');
  await client.query(`LOCK TABLE ${table} IN SHARE MODE`);
  const child = start(url, folder);
  const observer = await connected(url);
  await whileRunning(child, async () => isLocked(table, observer));
  return {
    child,
    note: await settingOf(url, MOVE_IN_PROGRESS),
    end: async () => {
      await killed(child);
      await client.query('ROLLBACK');
    },
  };
}
