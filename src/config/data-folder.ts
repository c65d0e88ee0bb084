import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { reveal } from '../shared/unsafe-unicode.ts';

/** Where things lie below a data folder: the service and its operators' programs agree on this. */
export interface DataFolder {
  readonly database: string;
  /** The payment files, laid out as src/store/files/content.ts says. */
  readonly files: string;
  /** The sandbox's own keys and certificates; the secure profile has none of its own. */
  readonly pki: string;
  /** The socket at which the running service takes its operators' commands. */
  readonly control: string;
}

/** The file of the secrets that all nodes of a deployment have alike, in their folder of keys. */
export const SHARED_KEYS_NAME = 'shared-keys.json';

/**
 * The places below a data folder, whether there is anything or not.
 *
 * @param keysDirectory the folder of keys, where it is a folder of its own
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
 * Why this can be no data folder: it is, or lies in, something else than a folder. Undefined when
 * it can be one, whether it is there or not.
 */
export function problemOfDataFolder(directory: string): string | undefined {
  const path = resolve(directory);
  const found = nonFolderIn(path);
  if (found === undefined) return undefined;
  const why = found === path ? 'is no folder' : `lies in ${found}, which is no folder`;
  return reveal(`PIS_DATA_DIR=${directory} ${why}: name a folder, or where one is to be made.`);
}

/** The path, or the first thing above it that is there, when that is no folder. */
function nonFolderIn(path: string): string | undefined {
  try {
    if (existsSync(path)) return statSync(path).isDirectory() ? undefined : path;
  } catch {
    // What may not be looked at, whoever opens it finds out.
    return undefined;
  }
  return dirname(path) === path ? undefined : nonFolderIn(dirname(path));
}
