import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReplicatedDatabase } from './database.ts';
import { makeFolder } from './folders.ts';
import { start } from './programs.ts';
import { readAll } from './writes.ts';

/** The loopback address at which the restored database listens. */
const ADDRESS = '127.0.14.8';

const PATIENCE_MS = 60_000;

/** Makes a full backup of the primary. A restore takes later commits from the archived log. */
export async function backUp(database: ReplicatedDatabase): Promise<void> {
  const { primary } = await database.until('a primary', (members) => members.length > 0);
  const { backrest } = database.machine(primary);
  backrest('check');
  backrest('--type=full', 'backup');
}

/**
 * Restores the backup and the archived log into another folder. Returns the rows of the restored
 * table.
 */
export async function restoreAll(database: ReplicatedDatabase): Promise<ReadonlySet<number>> {
  const { primary } = await database.until('a primary', (members) => members.length > 0);
  const machine = database.machine(primary);
  // `check` makes PostgreSQL archive the last segment of the log.
  machine.backrest('check');
  const data = makeFolder(join(database.folder, 'restored'));
  machine.backrest(`--pg1-path=${data}`, '--archive-mode=off', 'restore');
  const settings = {
    listen_addresses: ADDRESS,
    unix_socket_directories: data,
    hot_standby: 'off',
    synchronous_standby_names: '',
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = join(database.folder, 'restored.log');
  const server = start('postgres', ['-D', data, ...flags], { env: machine.environment, log });
  try {
    return await onceThere(database.url.replace(/@[^:]+/, `@${ADDRESS}`));
  } finally {
    await server.stop();
  }
}

async function onceThere(url: string): Promise<ReadonlySet<number>> {
  const begun = performance.now();
  for (;;) {
    try {
      return await readAll(url);
    } catch (error) {
      if (performance.now() - begun > PATIENCE_MS) throw error;
      await sleep(100);
    }
  }
}
