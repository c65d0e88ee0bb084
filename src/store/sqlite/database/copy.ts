import { open } from 'node:fs/promises';
import type { CopyProgress } from '../../../domain/ports/store-admin.ts';
import type { Database } from './database.ts';

/** Pages that are copied in one turn of the event loop: how long everything else waits for it. */
const PAGES_PER_STEP = 64;

/**
 * Copies a database to a new file while it is in use. What is written meanwhile through this
 * connection, which has the database to itself, goes into the copy as well: it is the database as
 * it stands when the copy is done, durable by then. What `onProgress` throws ends the copy. Throws,
 * and changes nothing, where there is a file already.
 */
export async function copyDatabase(
  database: Database,
  path: string,
  onProgress: CopyProgress,
): Promise<void> {
  await (await open(path, 'wx', 0o600)).close();
  const { totalPages: all } = await database.backup(path, {
    progress: ({ totalPages, remainingPages }) => {
      onProgress(totalPages - remainingPages, totalPages);
      return PAGES_PER_STEP;
    },
  });
  onProgress(all, all);
}
