import type { BucketSetting } from '../config/bucket.ts';
import type { CopyProgress } from '../domain/ports/backup.ts';
import type { AuditHead } from '../domain/records/audit.ts';
import type { Clock } from '../kernel/time.ts';
import { contentPath } from '../store/files/content.ts';
import { admitBucket, claimBucket } from '../store/files/s3/admission.ts';
import { Archive } from '../store/files/s3/archive.ts';
import { readFilesOwner, writeFilesOwner } from '../store/sqlite/database/inspection.ts';
import { forEachFile } from './contents.ts';
import { keptAt, keptIn, type Kept } from './kept.ts';
import { Damage, Trouble } from './program.ts';

/** Where the files of a database are by the settings. Throws where they are elsewhere. */
export function keptOf(
  database: string,
  filesDirectory: string,
  bucket: BucketSetting | null,
  clock: Clock,
): Kept {
  const isElsewhere = readFilesOwner(database) !== null;
  if (isElsewhere && bucket === null) {
    throw new Trouble('The payment files are in an object store: name it in PIS_FILES.');
  }
  if (!isElsewhere && bucket !== null) {
    throw new Trouble('The payment files are in the data folder: PIS_FILES=folder.');
  }
  return bucket === null ? keptIn(filesDirectory) : keptAt(bucket, clock);
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
  { bucket, clock }: { readonly bucket: BucketSetting; readonly clock: Clock },
  onProgress: CopyProgress,
): Promise<void> {
  // The same at every attempt, so that the next one finds what this one has marked.
  const owner = readFilesOwner(database) ?? `files-${auditHead.hash.slice(0, 26)}`;
  await admitBucket(bucket, { clock });
  await claimBucket(bucket, { owner, isNew: true }, { clock });
  const [archive, there] = [new Archive(bucket, { clock }), keptAt(bucket, clock)];
  const move = async (sha256: string): Promise<void> => {
    const path = contentPath(from, sha256);
    if ((await keptIn(from).stateOf(sha256)) !== 'whole') {
      throw new Damage(`The payment file ${path} is missing, was changed or is damaged.`);
    }
    if ((await there.stateOf(sha256)) !== 'whole') await archive.put(sha256, path);
  };
  await forEachFile(files, move, onProgress);
  writeFilesOwner(database, owner);
}
