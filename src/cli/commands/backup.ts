import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { dataFolder } from '../../config/data-folder.ts';
import { PROFILE_SETTING } from '../../domain/ports/store-admin.ts';
import { formatInstant } from '../../shared/time.ts';
import {
  copyStopped,
  readFilesOwner,
  readSetting,
} from '../../store/sqlite/database/inspection.ts';
import {
  copyFiles,
  copyFolder,
  verifyDatabase,
  writeLabel,
  type Label,
} from '../inspect/backup-contents.ts';
import { copyRunning } from '../control-client.ts';
import { createFolder } from '../new-folder.ts';
import { reportProgress, CliError, type CliContext } from '../program.ts';
import { storageOf } from '../inspect/file-ownership.ts';

const OLDER_VERSION = 'An earlier version created the database. Use that version to back it up.';

const SHARED_DATABASE =
  'This command cannot back up PostgreSQL (PIS_DATABASE_URL). Use pgBackRest for the database and the ' +
  "object store's own backup for the payment files (docs/operations.md, Several nodes).";

/**
 * Creates a verified copy of all data as of one instant. A running service copies its database
 * only. This process copies the files, which never change, and verifies everything.
 */
export async function backup(context: CliContext, target: string): Promise<unknown> {
  const { dataDirectory, store, bucket, machineClock, print } = context;
  if (((await store?.()) ?? null) !== null) throw new CliError(SHARED_DATABASE);
  const source = resolve(dataDirectory);
  const data = dataFolder(source);
  if (!existsSync(data.database)) {
    throw new CliError(`${data.database} does not exist. Set PIS_DATA_DIR to the data folder.`);
  }
  const madeAt = formatInstant(machineClock());
  let label: Label | undefined;
  await createFolder(resolve(target), source, async (partial) => {
    const copy = dataFolder(partial);
    const onProgress = reportProgress(print, 'Database');
    if (!(await copyRunning({ dataDirectory: source }, copy.database, onProgress))) {
      print('The service is not running. Copying its database directly.');
      await copyStopped(data.database, copy.database, onProgress);
    }
    print('Checking the copied database: pages, references, books, audit log.');
    const { auditHead, files, isUpgraded } = verifyDatabase(copy.database);
    if (isUpgraded) throw new CliError(OLDER_VERSION);
    const count = String(files.length);
    const owner = readFilesOwner(copy.database);
    const storage = storageOf(owner, data.files, bucket?.() ?? null);
    await copyFiles(files, storage, copy.files, reportProgress(print, 'Payment files'));
    // A bank's keys may lie in this folder. They do not belong in a backup.
    if (readSetting(copy.database, PROFILE_SETTING) === 'sandbox') {
      await copyFolder(data.pki, copy.pki);
    }
    label = { madeAt, files: files.length, auditHead };
    await writeLabel(partial, label);
    const { sequence, hash } = auditHead;
    print(`Verified: ${count} payment files; ${String(sequence)} audit entries, head ${hash}.`);
  });
  print(
    `The backup is ${resolve(target)}. Store it on another machine, and protect it: it contains customers' data.`,
  );
  return { folder: resolve(target), ...label };
}
