import { chmodSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { reveal } from '../shared/unsafe-unicode.ts';
import type { Config } from './config.ts';
import { SHARED_KEYS_NAME } from './data-folder.ts';

/** Rights of users other than the owner. */
const GROUP_AND_OTHERS = 0o077;
/** Rights to a file of root that are refused: writing by the group, and any by others. */
const WRITE_AND_OTHERS = 0o027;
/** Rights to a folder of root that are refused. */
const OTHERS = 0o007;

type Setting = readonly [variable: string, path: string | undefined];

/**
 * Returns a sentence for each folder or file with secrets that other users of the machine can
 * reach, with the command to run. The rule is PostgreSQL's for private keys: what belongs to the
 * service's own user is for that user alone; what belongs to root may be the group's, because a
 * service without root's rights reads mounted secrets by its group. Whoever opens a missing path
 * reports it.
 */
export function problemsOfPrivacy(config: Config): readonly string[] {
  const { dataDirectory, keysDirectory, secure, store } = config;
  const sharedKeys = keysDirectory && join(keysDirectory, SHARED_KEYS_NAME);
  const storeKey = store.kind === 'postgres' ? sslKeyOf(store.url) : undefined;
  const folders: readonly Setting[] = [
    ['PIS_DATA_DIR', dataDirectory],
    ['PIS_KEYS', keysDirectory],
  ];
  const files: readonly Setting[] = [
    ['PIS_KEYS', sharedKeys],
    ['PIS_STORE', storeKey],
    ['PIS_STORE_PASSWORD_FILE', config.storePasswordFile],
    ['PIS_S3_SECRET_KEY_FILE', config.s3SecretKeyFile],
    ['PIS_TLS_KEY_FILE', secure?.keyFile],
    ['PIS_SIGNING_KEYS_FILE', secure?.signingKeysFile],
    ['PIS_BANK_FILE', secure?.bankFile],
  ];
  return [
    ...folders.flatMap((setting) => problemOf(setting, '700', OTHERS, ofFolder)),
    ...files.flatMap((setting) => problemOf(setting, '600', WRITE_AND_OTHERS, ofFile)),
  ];
}

const ofFolder =
  'At the root of a mounted volume, name a new folder in it instead: the service makes it.';
const ofFile = 'A mounted secret may belong to root, with mode 0440 and the group of the service.';

function problemOf(
  [variable, path]: Setting,
  wanted: string,
  ofRoot: number,
  otherwise: string,
): readonly string[] {
  const found = path === undefined ? undefined : statOf(path);
  if (path === undefined || found === undefined) return [];
  const isRootsAlone = found.uid === 0 && process.getuid?.() !== 0;
  const refused = isRootsAlone ? ofRoot : GROUP_AND_OTHERS;
  if ((found.mode & refused) === 0) return [];
  const mode = (found.mode & 0o7777).toString(8).padStart(4, '0');
  const shown = reveal(path);
  return [
    `${variable}: other users can reach ${shown} (mode ${mode}). ` +
      `Run: chmod ${wanted} '${shown}'. ${otherwise}`,
  ];
}

/**
 * Takes the rights to a folder from everybody but its owner. Returns whether there was anything to
 * take, which is false, too, where there is no folder or it belongs to another user.
 */
export function tightenFolder(path: string): boolean {
  const found = statOf(path);
  if (found === undefined || found.uid !== process.getuid?.()) return false;
  if ((found.mode & GROUP_AND_OTHERS) === 0) return false;
  chmodSync(path, found.mode & ~GROUP_AND_OTHERS);
  return true;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function sslKeyOf(url: string): string | undefined {
  return new URL(url).searchParams.get('sslkey') ?? undefined;
}
