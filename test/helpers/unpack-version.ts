import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { unpack, VERSIONS } from './versions.ts';

/** Unpacks the data folder of a published version, by default the newest, for this test alone. */
export function unpackVersion(version = VERSIONS.at(-1) ?? ''): string {
  const folder = mkdtempSync(join(tmpdir(), 'move-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  unpack(version, folder);
  return folder;
}

/** Opens a connection to a database. It is closed when the test ends. */
export async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Returns the value of a setting in a database. */
export async function settingOf(url: string, name: string): Promise<string | undefined> {
  const client = await connected(url);
  const { rows } = await client.query<{ value: string }>(
    'SELECT value FROM setting WHERE name = $1',
    [name],
  );
  return rows[0]?.value;
}
