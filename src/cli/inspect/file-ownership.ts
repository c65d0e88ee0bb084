import type { BucketSetting } from '../../config/bucket.ts';
import type { CopyProgress } from '../../domain/ports/store-admin.ts';
import type { AuditHead } from '../../domain/records/audit.ts';
import type { Clock } from '../../shared/time.ts';
import { contentPath } from '../../store/files/content.ts';
import { admitBucket, claimBucket } from '../../store/files/s3/admission.ts';
import { Archive } from '../../store/files/s3/archive.ts';
import { readFilesOwner, writeFilesOwner } from '../../store/sqlite/database/inspection.ts';
import { forEachFile } from './backup-contents.ts';
import { keptAt, keptIn, type Kept } from './stored-files.ts';
import { IntegrityError, CliError } from '../program.ts';

/**
 * Where the files of a database are by the settings. Throws where they are elsewhere.
 *
 * @param owner by what name they are its own in an object store; null: they are in a folder
 */
export function keptOf(
  owner: string | null,
  filesDirectory: string,
  bucket: BucketSetting | null,
  clock: Clock,
): Kept {
  const isElsewhere = owner !== null;
  if (isElsewhere && bucket === null) {
    throw new CliError('The payment files are in an object store: name it in PIS_FILES.');
  }
  if (!isElsewhere && bucket !== null) {
    throw new CliError('The payment files are in the data folder: PIS_FILES=folder.');
  }
  return bucket === null ? keptIn(filesDirectory) : keptAt(bucket, clock);
}

/** An object store, and when it is. */
interface ToBucket {
  readonly bucket: BucketSetting;
  readonly clock: Clock;
}

/** The files of a backup, and the database that is restored with them. */
interface RestoredFrom {
  readonly from: string;
  readonly database: string;
  readonly auditHead: AuditHead;
}

/**
 * Puts the files of a backup into an object store, each held against its name, and has the database
 * that is being restored know that they are there. What is there as it was is not put again.
 */
export async function moveIntoBucket(
  files: readonly string[],
  { from, database, auditHead }: RestoredFrom,
  { bucket, clock }: ToBucket,
  onProgress: CopyProgress,
): Promise<void> {
  const owner = readFilesOwner(database) ?? ownerOf(auditHead);
  await putIntoBucket(files, { from, owner }, { bucket, clock }, onProgress);
  writeFilesOwner(database, owner);
}

/** Whose files are marked as a database's: the same at every attempt, which finds its own mark. */
export function ownerOf({ hash }: Pick<AuditHead, 'hash'>): string {
  return `files-${hash.slice(0, 26)}`;
}

/** Puts the files of a folder into an object store that is the owner's, as above. */
export async function putIntoBucket(
  files: readonly string[],
  { from, owner }: { readonly from: string; readonly owner: string },
  { bucket, clock }: ToBucket,
  onProgress: CopyProgress,
): Promise<void> {
  await admitBucket(bucket, { clock });
  await claimBucket(bucket, { owner, isNew: true }, { clock });
  const [archive, there] = [new Archive(bucket, { clock }), keptAt(bucket, clock)];
  const move = async (sha256: string): Promise<void> => {
    const path = contentPath(from, sha256);
    if ((await keptIn(from).stateOf(sha256)) !== 'whole') {
      throw new IntegrityError(`The payment file ${path} is missing, was changed or is damaged.`);
    }
    if ((await there.stateOf(sha256)) !== 'whole') await archive.put(sha256, path);
  };
  await forEachFile(files, move, onProgress);
}
