import { readOrWrite } from '../auth/keys/private-file.ts';
import { bucketOf } from '../config/bucket.ts';
import type { Config } from '../config/config.ts';
import { dataFolder } from '../config/data-folder.ts';
import { FILES_OWNER, type FileStore } from '../domain/ports/files.ts';
import type { Store } from '../domain/ports/store.ts';
import type { Observe } from '../domain/records/events.ts';
import { newId } from '../shared/ids.ts';
import type { Clock } from '../shared/time.ts';
import { openFileStore } from '../store/files/folder/files.ts';
import { FOLDER_SETTING, folderMark } from '../store/files/folder/mark.ts';
import type { FilesLocation } from '../store/files/location.ts';
import { admitBucket, claimBucket } from '../store/files/s3/ownership.ts';
import { filesInBucket } from '../store/files/s3/files.ts';

/** The clock for the time in ownership marks. It ignores the sandbox's business time. */
const MACHINE_CLOCK: Clock = Date.now;

type SettingsOfNodes = Pick<Store, 'readSetting' | 'addSetting' | 'isShared'>;

/**
 * Returns the location of payment files according to the settings. Throws if the object store's
 * secret cannot be read.
 */
export function filesLocation(config: Config): FilesLocation {
  return { filesDirectory: dataFolder(config.dataDirectory).files, bucket: bucketOf(config) };
}

/** Opens the storage of payment files, which is a folder or a bucket. */
export function openFiles({ filesDirectory, bucket }: FilesLocation, observe: Observe): FileStore {
  if (bucket === null) return openFileStore(filesDirectory, observe);
  return filesInBucket(bucket, filesDirectory, observe);
}

/**
 * Checks that the bucket can be reached and used. Throws an error with a message for the operator.
 */
export async function checkFilesLocation({ bucket }: Pick<FilesLocation, 'bucket'>): Promise<void> {
  if (bucket !== null) await admitBucket(bucket);
}

/**
 * Checks that the payment files are at the location in the settings, because changing a setting
 * does not move the files. Throws if they are elsewhere, or if the bucket belongs to another
 * service.
 *
 * @param isNew true if the store is not seeded yet, so that it cannot have files
 */
export async function claimFiles(
  { bucket, filesDirectory }: FilesLocation,
  store: SettingsOfNodes,
  isNew: boolean,
): Promise<void> {
  const known = (await store.readSetting(FILES_OWNER)) ?? '';
  if (bucket === null) {
    if (known !== '') {
      throw new Error('Its payment files are in an object store. Set PIS_FILES to its address.');
    }
    if (store.isShared) await claimFolder(filesDirectory, store);
    return;
  }
  if (known === '' && !isNew) {
    throw new Error('Its payment files are in its data folder. Set PIS_FILES=folder.');
  }
  // If several nodes start at the same time, the first one determines the owner's name.
  const owner = await store.addSetting(FILES_OWNER, newId('files', MACHINE_CLOCK()));
  await claimBucket(bucket, { owner, isNew });
}

/** Writes a mark into the folder of the files and compares it with the mark of the first node. */
async function claimFolder(filesDirectory: string, store: SettingsOfNodes): Promise<void> {
  const mark = await readOrWrite(folderMark(filesDirectory), newId('files', MACHINE_CLOCK()));
  if ((await store.addSetting(FOLDER_SETTING, mark)) === mark) return;
  throw new Error(
    `Its payment files are in another folder than ${filesDirectory}. Set PIS_DATA_DIR to the folder ` +
      'that contains them. To run several nodes, use PIS_FILES=s3://….',
  );
}
