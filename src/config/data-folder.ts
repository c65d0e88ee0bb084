import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { reveal } from '../shared/unsafe-unicode.ts';

/** Paths below a data folder, for the service and the operators' programs. */
export interface DataFolder {
  readonly database: string;
  /** Folder of the payment files, in the layout of src/store/files/content.ts. */
  readonly files: string;
  /** Keys and certificates of the sandbox. The profile `secure` has none here. */
  readonly pki: string;
  /** Socket on which the running service accepts operators' commands. */
  readonly control: string;
}

/** Name of the file of shared secrets in the folder of keys. */
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
  };
}

/**
 * Returns why a path cannot be a data folder: it, or a path above it, is no folder. Undefined if it
 * can be one, even if it does not exist yet.
 */
export function problemOfDataFolder(directory: string): string | undefined {
  const path = resolve(directory);
  const found = nonFolderIn(path);
  if (found === undefined) return undefined;
  const why = found === path ? 'is not a folder' : `lies in ${found}, which is not a folder`;
  return reveal(`PIS_DATA_DIR=${directory} ${why}. Name a folder that exists or can be created.`);
}

/** Returns the first existing path, from this one upwards, if it is not a folder. */
function nonFolderIn(path: string): string | undefined {
  try {
    if (existsSync(path)) return statSync(path).isDirectory() ? undefined : path;
  } catch {
    // The program that opens the path later reports missing permissions.
    return undefined;
  }
  return dirname(path) === path ? undefined : nonFolderIn(dirname(path));
}
