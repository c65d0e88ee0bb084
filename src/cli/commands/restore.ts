import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { syncPath } from '../../auth/keys/private-file.ts';
import { dataFolder } from '../../config/data-folder.ts';
import { formatLondon } from '../../shared/time.ts';
import { readFilesOwner, writeFilesOwner } from '../../store/sqlite/database/inspection.ts';
import { copyFiles, copyFolder, verifyDatabase, readLabel } from '../inspect/backup-contents.ts';
import { filesInFolder } from '../inspect/file-storage.ts';
import { createFolder } from '../new-folder.ts';
import { IntegrityError, reportProgress, CliError, type CliContext } from '../program.ts';
import { moveIntoBucket } from '../inspect/file-ownership.ts';

/**
 * Creates a data folder from a backup and leaves the backup unchanged. A backup of an earlier
 * version is migrated. The folder gets its name only after verification.
 */
export async function restore(
  { bucket, print }: CliContext,
  source: string,
  target: string,
): Promise<unknown> {
  const backedUp = resolve(source);
  const backup = dataFolder(backedUp);
  const label = await readLabel(backedUp);
  if (!existsSync(backup.database))
    throw new CliError(`${source} contains no database. Name another backup.`);
  await createFolder(resolve(target), backedUp, async (partial) => {
    const data = dataFolder(partial);
    await copyFile(backup.database, data.database);
    await syncPath(data.database);
    print('Checking the copied database: pages, references, books, audit log.');
    const { auditHead, files } = verifyDatabase(data.database);
    const isLabelled =
      files.length === label.files &&
      auditHead.sequence === label.auditHead.sequence &&
      auditHead.hash === label.auditHead.hash;
    if (!isLabelled)
      throw new IntegrityError(
        `The database of ${source} does not match its backup.json. Use another backup.`,
      );
    const place = bucket?.() ?? null;
    const onProgress = reportProgress(print, 'Payment files');
    if (place === null) {
      await copyFiles(files, filesInFolder(backup.files), data.files, onProgress);
      if (readFilesOwner(data.database) !== null) writeFilesOwner(data.database, null);
    } else {
      const restored = { from: backup.files, database: data.database, auditHead };
      await moveIntoBucket(files, restored, place, onProgress);
    }
    await syncPath(data.database);
    await copyFolder(backup.pki, data.pki);
  });
  const madeAt = formatLondon(Date.parse(label.madeAt));
  print(`Restored as of ${madeAt}. Start the service with PIS_DATA_DIR=${resolve(target)}.`);
  return { folder: resolve(target), ...label };
}
