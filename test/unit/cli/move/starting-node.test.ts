import type { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { dataFolder } from '../../../../src/config/data-folder.ts';
import { FOLDER_SETTING, folderMark } from '../../../../src/store/files/folder/mark.ts';
import { readIfExists } from '../../../../src/auth/keys/private-file.ts';
import { migrate } from '../../../../src/store/postgres/migrations.ts';
import { MOVE_IN_PROGRESS } from '../../../../src/store/tables.ts';
import { connectForTest, makeDataFolder, settingOf } from '../../../helpers/moving.ts';
import { startNode } from '../../../helpers/nodes.ts';
import { freshDatabase, hasPostgres } from '../../../helpers/use-postgres.ts';
import { run } from '../fixtures.ts';

/** Returns the address of a database with empty tables, and a connection to it. */
async function emptyTables(): Promise<[string, Client]> {
  const url = await freshDatabase();
  const client = await connectForTest(url);
  await migrate(client);
  return [url, client];
}

/** Waits until a statement of another connection waits for a lock of a table. */
async function untilWaiting(url: string): Promise<void> {
  const client = await connectForTest(url);
  const waiting = `SELECT 1 FROM pg_locks WHERE locktype = 'relation' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
}

describe.runIf(hasPostgres())('a node that starts while a move begins', () => {
  test('is refused if the move has begun before the node added its settings', async () => {
    const [url, client] = await emptyTables();
    // The node has found no move, and waits before it adds its first setting.
    await client.query('BEGIN; LOCK TABLE setting IN SHARE MODE');
    const started = startNode(url, {}).then(() => 'started', String);
    await untilWaiting(url);
    await client.query(`INSERT INTO setting VALUES ('${MOVE_IN_PROGRESS}', ''); COMMIT`);
    expect(await started).toContain('The move to this database is incomplete.');
  });

  test('stops the move if it has added its settings first', async () => {
    const [url, client] = await emptyTables();
    await client.query(`BEGIN; INSERT INTO setting VALUES ('profile', 'sandbox')`);
    const moved = run('move', ['--to', url], await makeDataFolder()).catch(String);
    await untilWaiting(url);
    await client.query('COMMIT');
    expect(await moved).toContain('already contains the data of a deployment');
    expect(await settingOf(url, MOVE_IN_PROGRESS)).toBeUndefined();
  });

  test('leaves no settings in the moved data if it was refused', async () => {
    const [url, client] = await emptyTables();
    await client.query(`INSERT INTO setting VALUES ('${MOVE_IN_PROGRESS}', ''),
      ('${FOLDER_SETTING}', 'another folder'), ('profile', 'sandbox')`);
    const folder = await makeDataFolder();
    expect(await run('move', ['--to', url], folder)).toContain('Moved and verified');
    const mark = await readIfExists(folderMark(dataFolder(folder).files));
    expect(await settingOf(url, FOLDER_SETTING)).toBe(mark);
  });
});
