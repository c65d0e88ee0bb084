import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { reveal } from '../shared/unsafe-unicode.ts';

/** The paths below a data folder, which the service and the operators' programs use. */
export interface DataFolder {
  readonly database: string;
  /** The folder of the payment files. Its layout is described in src/store/files/content.ts. */
  readonly files: string;
  /** The keys and certificates of the sandbox. With the profile `secure`, none are stored here. */
  readonly pki: string;
  /** The socket on which the running service accepts operators' commands. */
  readonly control: string;
  /** The file that a node locks if the database is elsewhere. */
  readonly lock: string;
}

/** Name of the file with the shared secrets, in the folder of keys. */
export const SHARED_KEYS_NAME = 'shared-keys.json';

/**
 * Returns the paths below a data folder, which need not exist.
 *
 * @param keysDirectory the folder of keys, if it is elsewhere
 */
export function dataFolder(directory: string, keysDirectory?: string): DataFolder {
  return {
    database: `${directory}/service.db`,
    files: `${directory}/files`,
    pki: keysDirectory ?? `${directory}/pki`,
    control: `${directory}/control.sock`,
    lock: `${directory}/node.lock`,
  };
}

/**
 * Returns the reason why a path cannot be a data folder: the path, or one above it, is not a
 * folder. Returns undefined if it can be one, even if it does not exist yet.
 */
export function problemOfDataFolder(directory: string): string | undefined {
  const path = resolve(directory);
  const found = nonFolderIn(path);
  if (found === undefined) return undefined;
  const why = found === path ? 'is not a folder' : `lies in ${found}, which is not a folder`;
  return reveal(`PIS_DATA_DIR=${directory} ${why}. Name a folder that exists or can be created.`);
}

/**
 * Returns the first existing path, starting with the given one and going upwards, if it is not a
 * folder.
 */
function nonFolderIn(path: string): string | undefined {
  try {
    if (existsSync(path)) return statSync(path).isDirectory() ? undefined : path;
  } catch {
    // The program that opens the path later will report missing permissions.
    return undefined;
  }
  return dirname(path) === path ? undefined : nonFolderIn(dirname(path));
}
