import { open } from 'node:fs/promises';
import type { CopyProgress } from '../../../domain/ports/store-admin.ts';
import type { Database } from './database.ts';

/**
 * Number of pages that are copied in one turn of the event loop. It limits how long other work is
 * delayed.
 */
const PAGES_PER_STEP = 64;

/**
 * Copies a database to a new file while the database is in use. This connection is the only writer,
 * so everything that it writes in the meantime is also copied. When the promise resolves, the copy
 * is complete and durable. If `onProgress` throws, the copy stops. If the file exists, throws and
 * changes nothing.
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
