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
import { admitBucket, claimBucket } from '../store/files/s3/admission.ts';
import { filesInBucket } from '../store/files/s3/files.ts';

type SettingsOfNodes = Pick<Store, 'readSetting' | 'addSetting' | 'isShared'>;

/** What requests to an object store are signed by: not the sandbox's clock, nor one held back. */
const SIGNING_CLOCK: Clock = Date.now;

/** Where the settings have files kept. Throws with a sentence. */
export function filesLocation(config: Config): FilesLocation {
  return { filesDirectory: dataFolder(config.dataDirectory).files, bucket: bucketOf(config) };
}

/** Payment files as the service keeps them. */
export function openFiles({ filesDirectory, bucket }: FilesLocation, observe: Observe): FileStore {
  if (bucket === null) return openFileStore(filesDirectory, observe);
  return filesInBucket(bucket, filesDirectory, { clock: SIGNING_CLOCK, observe });
}

/** Looks whether files can be kept where the settings say. Throws with a sentence. */
export async function checkFilesLocation({ bucket }: Pick<FilesLocation, 'bucket'>): Promise<void> {
  if (bucket !== null) await admitBucket(bucket, { clock: SIGNING_CLOCK });
}

/**
 * Holds the settings against where the files of a store are: they do not move by a setting. Throws
 * with a sentence when they are elsewhere, or when the bucket has another's.
 *
 * @param isNew whether the store was laid down by nobody yet, so that it cannot have files
 */
export async function claimFiles(
  { bucket, filesDirectory }: FilesLocation,
  store: SettingsOfNodes,
  isNew: boolean,
): Promise<void> {
  const known = (await store.readSetting(FILES_OWNER)) ?? '';
  if (bucket === null) {
    if (known !== '') {
      throw new Error('Its payment files are in an object store: name it in PIS_FILES.');
    }
    if (store.isShared) await claimFolder(filesDirectory, store);
    return;
  }
  if (known === '' && !isNew) {
    throw new Error('Its payment files are in its folder: PIS_FILES=folder.');
  }
  // Of several nodes that begin at once, the first one names it.
  const owner = await store.addSetting(FILES_OWNER, newId('files', SIGNING_CLOCK()));
  await claimBucket(bucket, { owner, isNew }, { clock: SIGNING_CLOCK });
}

/** Marks the folder, and holds it against the one that the first node had. */
async function claimFolder(filesDirectory: string, store: SettingsOfNodes): Promise<void> {
  const mark = await readOrWrite(folderMark(filesDirectory), newId('files', SIGNING_CLOCK()));
  if ((await store.addSetting(FOLDER_SETTING, mark)) === mark) return;
  throw new Error(
    `Its payment files are in another folder than ${filesDirectory}: set PIS_DATA_DIR to the one ` +
      'that has them. Several nodes need PIS_FILES=s3://….',
  );
}
