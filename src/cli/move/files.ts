import { dirname } from 'node:path';
import { readOrWrite } from '../../auth/keys/private-file.ts';
import { bucketIn, type BucketSetting } from '../../config/bucket.ts';
import type { DataFolder } from '../../config/data-folder.ts';
import { FILES_OWNER } from '../../domain/ports/files.ts';
import { FOLDER_SETTING, folderMark } from '../../store/files/folder/mark.ts';
import { formatBucket } from '../../store/files/s3/bucket.ts';
import { admitBucket } from '../../store/files/s3/ownership.ts';
import type { MoveTarget } from '../../store/postgres/move-target.ts';
import type { MoveSource } from '../../store/sqlite/move-source.ts';
import { auditFiles } from '../inspect/audit-files.ts';
import { filesInBucket, filesInFolder, type FileStorage } from '../inspect/file-storage.ts';
import { reportProgress, CliError, type CliContext } from '../program.ts';
import { ownerOf, putIntoBucket } from '../inspect/file-ownership.ts';

/** Moves the payment files, or verifies them where they stay. */
export interface FilesMover {
  /** Setting that nodes need in addition to PIS_DATABASE_URL, with its value. */
  readonly setting: readonly [name: string, value: string];
  /** Place of the files after the move, `folder` or a bucket. A resumed move must have the same. */
  readonly place: string;
  /** Throws an error with a message for operators if files cannot be stored there. */
  admit(): Promise<void>;
  /** Moves all files and verifies each SHA-256. Throws `IntegrityError`. */
  move(target: MoveTarget): Promise<void>;
}

interface Parts extends Pick<CliContext, 'print'> {
  readonly environment: NodeJS.ProcessEnv;
  readonly source: MoveSource;
  readonly data: DataFolder;
}

/** Returns how the payment files are treated, from `--files` and their present location. */
export function filesMover(to: string | undefined, parts: Parts): FilesMover {
  const { environment, source } = parts;
  const areInBucket = (source.setting(FILES_OWNER) ?? '') !== '';
  if (!areInBucket) {
    return to === undefined ? keepInFolder(parts) : uploadToBucket(to, parts);
  }
  if (to !== undefined) {
    throw new CliError('The payment files are already in an object store: omit --files.');
  }
  const bucket = bucketIn(environment);
  if (bucket === null) {
    throw new CliError('The payment files are in an object store: set PIS_FILES to its address.');
  }
  const setting = ['PIS_FILES', environment['PIS_FILES'] ?? ''] as const;
  return verifyFiles({ setting, place: formatBucket(bucket) }, filesInBucket(bucket), parts);
}

/** Leaves the files where they are and verifies them. */
function verifyFiles(
  described: Pick<FilesMover, 'setting' | 'place'>,
  storage: FileStorage,
  { source, print }: Parts,
): FilesMover {
  return {
    ...described,
    admit: () => Promise.resolve(),
    move: async () => {
      await auditFiles(source.files, storage, print);
    },
  };
}

/**
 * Leaves the files in the data folder. Nodes with another data folder are refused at their first
 * start.
 */
function keepInFolder(parts: Parts): FilesMover {
  const { source, data } = parts;
  const setting = ['PIS_DATA_DIR', dirname(data.files)] as const;
  const files = verifyFiles({ setting, place: 'folder' }, filesInFolder(data.files), parts);
  return {
    ...files,
    move: async (target) => {
      await files.move(target);
      const mark = await readOrWrite(folderMark(data.files), ownerOf(source.end));
      await target.writeSetting(FOLDER_SETTING, mark);
    },
  };
}

/** Uploads the files from the data folder to a bucket. */
function uploadToBucket(to: string, { environment, source, data, print }: Parts): FilesMover {
  const bucket = bucketAt(to, environment);
  return {
    setting: ['PIS_FILES', to],
    place: formatBucket(bucket),
    admit: () => admitBucket(bucket),
    move: async (target) => {
      const owner = ownerOf(source.end);
      await target.writeSetting(FILES_OWNER, owner);
      const files = source.files.map(({ sha256 }) => sha256);
      const onProgress = reportProgress(print, 'Payment files');
      await putIntoBucket(files, { from: data.files, owner }, bucket, onProgress);
      await auditFiles(source.files, filesInBucket(bucket), print);
    },
  };
}

function bucketAt(written: string, environment: NodeJS.ProcessEnv): BucketSetting {
  const bucket = bucketIn({ ...environment, PIS_FILES: written });
  if (bucket === null) throw new CliError('--files must be the address of a bucket: s3://….');
  return bucket;
}
