import { chmodSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { reveal } from '../shared/unsafe-unicode.ts';
import type { Config } from './config.ts';
import { SHARED_KEYS_NAME } from './data-folder.ts';

/** The permission bits of all users except the owner. */
const GROUP_AND_OTHERS = 0o077;
/**
 * The permissions that a file owned by root must not have: write permission for the group, and any
 * permission for others.
 */
const WRITE_AND_OTHERS = 0o027;
/** The permissions that a folder owned by root must not have. */
const OTHERS = 0o007;

type Setting = readonly [variable: string, path: string | undefined];

/**
 * Returns a line of text for each folder or file with secrets that other users of the machine can
 * access. The line contains the command that fixes it. The rule is the same as PostgreSQL's for
 * private keys. A path that the service's user owns must be private to that user. A path that root
 * owns may be readable by its group, because services read mounted secrets through a group. Missing
 * paths are reported by the code that opens them.
 */
export function problemsOfPrivacy(config: Config): readonly string[] {
  const { dataDirectory, keysDirectory, secure, store } = config;
  const sharedKeys = keysDirectory && join(keysDirectory, SHARED_KEYS_NAME);
  const storeKey = store.kind === 'postgres' ? sslKeyOf(store.url) : undefined;
  const folders: readonly Setting[] = [
    ['PIS_DATA_DIR', dataDirectory],
    ['PIS_KEYS_DIR', keysDirectory],
  ];
  const files: readonly Setting[] = [
    ['PIS_KEYS_DIR', sharedKeys],
    ['PIS_DATABASE_URL', storeKey],
    ['PIS_DATABASE_PASSWORD_FILE', config.databasePasswordFile],
    ['PIS_S3_SECRET_KEY_FILE', config.s3SecretKeyFile],
    ['PIS_HUB_KEY', config.hubKeyFile],
    ['PIS_CORE_KEY', config.coreKeyFile],
    ['PIS_PAYEE_KEY', config.payeeKeyFile],
    ['PIS_SCREENING_KEY', config.screeningKeyFile],
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
 * Removes all permissions on a folder except the owner's. Returns false if nothing had to be
 * removed, if the folder does not exist, or if another user owns it.
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
