import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { dataFolder, type DataFolder } from '../../config/data-folder.ts';
import { formatInstant } from '../../shared/time.ts';
import { copyStopped, readFilesOwner } from '../../store/sqlite/database/inspection.ts';
import { copyFiles, copyFolder, inspectCopy, writeLabel } from '../inspect/backup-contents.ts';
import { copyRunning } from '../control-client.ts';
import { createFolder } from '../new-folder.ts';
import {
  argumentError,
  parseArguments,
  reportProgress,
  CliError,
  type Program,
} from '../program.ts';
import { storageOf } from '../inspect/file-ownership.ts';

const USAGE = `npm run backup -- <new folder>
  Copies the data folder (PIS_DATA_DIR) while the service runs, or while it is stopped, and with
  PIS_FILES=s3://… the payment files from there.`;

const OLDER_VERSION =
  'The database is of an earlier version than this code. Back it up with the code that serves it.';

const SHARED_DATABASE =
  'PIS_STORE names a database that nodes share: pgBackRest backs it up, and the object store is ' +
  'backed up by its own means (docs/operations.md, Several nodes).';

/**
 * `npm run backup`: creates a verified copy of all data as of one instant. A running service copies
 * its database only. This process copies the files, which never change, and verifies everything.
 */
export const backup: Program = async (args, context) => {
  const { dataDirectory, store, bucket, machineClock, print } = context;
  const { positionals } = parseArguments(args, {}, USAGE);
  const [target, ...rest] = positionals;
  if (target === undefined || rest.length > 0) throw argumentError('Name one new folder.', USAGE);
  if (((await store?.()) ?? null) !== null) throw new CliError(SHARED_DATABASE);
  const source = resolve(dataDirectory);
  const data = dataFolder(source);
  if (!existsSync(data.database)) {
    throw new CliError(`There is no ${data.database}. Set PIS_DATA_DIR to the data folder.`);
  }
  const madeAt = formatInstant(machineClock());
  await createFolder(resolve(target), source, async (partial) => {
    const copy = dataFolder(partial);
    await copyDatabase(data, copy, print);
    print('Looking through the copied database: pages, references, books, audit log.');
    const { auditHead, files, isUpgraded } = inspectCopy(copy.database);
    if (isUpgraded) throw new CliError(OLDER_VERSION);
    const count = String(files.length);
    const owner = readFilesOwner(copy.database);
    const storage = storageOf(owner, data.files, bucket?.() ?? null, machineClock);
    await copyFiles(files, storage, copy.files, reportProgress(print, 'Payment files'));
    await copyFolder(data.pki, copy.pki);
    await writeLabel(partial, { madeAt, files: files.length, auditHead });
    const { sequence, hash } = auditHead;
    print(`Verified: ${count} payment files; ${String(sequence)} audit entries, head ${hash}.`);
  });
  print(`The backup is ${resolve(target)}. Keep it on another machine; it holds customers' data.`);
};

async function copyDatabase(
  data: DataFolder,
  copy: DataFolder,
  print: (line: string) => void,
): Promise<void> {
  const onProgress = reportProgress(print, 'Database');
  if (await copyRunning(data.control, copy.database, onProgress)) return;
  print('The service is not running: its database is copied from here.');
  await copyStopped(data.database, copy.database, onProgress);
}
