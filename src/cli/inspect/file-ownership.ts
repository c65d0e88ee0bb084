import type { BucketSetting } from '../../config/bucket.ts';
import type { CopyProgress } from '../../domain/ports/store-admin.ts';
import type { AuditHead } from '../../domain/records/audit.ts';
import { contentPath } from '../../store/files/content.ts';
import { admitBucket, claimBucket } from '../../store/files/s3/ownership.ts';
import { Archive } from '../../store/files/s3/archive.ts';
import { readFilesOwner, writeFilesOwner } from '../../store/sqlite/database/inspection.ts';
import { forEachFile } from './backup-contents.ts';
import { filesInBucket, filesInFolder, type FileStorage } from './file-storage.ts';
import { IntegrityError, CliError } from '../program.ts';

/**
 * Returns the storage of a database's payment files by the settings. Throws if the files are stored
 * elsewhere according to the database.
 * @param owner the database's ownership mark in the object store. Null: the files are in a folder
 */
export function storageOf(
  owner: string | null,
  filesDirectory: string,
  bucket: BucketSetting | null,
): FileStorage {
  const isInBucket = owner !== null;
  if (isInBucket && bucket === null) {
    throw new CliError('The payment files are in an object store: set PIS_FILES to its address.');
  }
  if (!isInBucket && bucket !== null) {
    throw new CliError('The payment files are in the data folder: set PIS_FILES=folder.');
  }
  return bucket === null ? filesInFolder(filesDirectory) : filesInBucket(bucket);
}

/** The files of a backup and the database that is restored with them. */
interface RestoredBackup {
  readonly from: string;
  readonly database: string;
  readonly auditHead: AuditHead;
}

/**
 * Uploads the files of a backup to an object store after verifying each SHA-256. Records in the
 * restored database that the files are there. Skips files that are already there and unchanged.
 */
export async function moveIntoBucket(
  files: readonly string[],
  { from, database, auditHead }: RestoredBackup,
  bucket: BucketSetting,
  onProgress: CopyProgress,
): Promise<void> {
  const owner = readFilesOwner(database) ?? ownerOf(auditHead);
  await putIntoBucket(files, { from, owner }, bucket, onProgress);
  writeFilesOwner(database, owner);
}

/**
 * Returns the ownership mark of a database's files. It is the same at every attempt, so that a
 * repeated command finds its own mark.
 */
export function ownerOf({ hash }: Pick<AuditHead, 'hash'>): string {
  return `files-${hash.slice(0, 26)}`;
}

/** Uploads the files of a folder to an object store and claims the bucket for the owner. */
export async function putIntoBucket(
  files: readonly string[],
  { from, owner }: { readonly from: string; readonly owner: string },
  bucket: BucketSetting,
  onProgress: CopyProgress,
): Promise<void> {
  await admitBucket(bucket);
  await claimBucket(bucket, { owner, isNew: true });
  const archive = new Archive(bucket);
  const target = filesInBucket(bucket);
  const move = async (sha256: string): Promise<void> => {
    const path = contentPath(from, sha256);
    if ((await filesInFolder(from).stateOf(sha256)) !== 'whole') {
      throw new IntegrityError(`The payment file ${path} is missing, was changed or is damaged.`);
    }
    if ((await target.stateOf(sha256)) !== 'whole') await archive.put(sha256, path);
  };
  await forEachFile(files, move, onProgress);
}
