import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { unpack, VERSIONS } from './versions.ts';

/** The data folder that a version left, the newest where none is named, for this test alone. */
export function freshVersion(version = VERSIONS.at(-1) ?? ''): string {
  const folder = mkdtempSync(join(tmpdir(), 'move-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  unpack(version, folder);
  return folder;
}

/** A connection to a database, ended when the test is. */
export async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** What a setting of a database says. */
export async function settingOf(url: string, name: string): Promise<string | undefined> {
  const client = await connected(url);
  const { rows } = await client.query<{ value: string }>(
    'SELECT value FROM setting WHERE name = $1',
    [name],
  );
  return rows[0]?.value;
}
