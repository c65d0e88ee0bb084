import type { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { certificatesOf } from '../../auth/certificates/certificates.ts';
import { ownCertificate } from '../../auth/keys/key-certificates.ts';
import {
  generateKey,
  readKeys,
  withCertificates,
  writeKeys,
  type PrivateJwk,
} from '../../auth/keys/key-file.ts';
import { makePrivateFolder } from '../../auth/keys/private-file.ts';
import { dataFolder } from '../../config/data-folder.ts';
import { formatInstant } from '../../shared/time.ts';
import { ensureBankKeys } from '../../sandbox/pki/bank-keys.ts';
import { ensureAuthorities } from '../../sandbox/pki/index.ts';
import { sandboxPki, type SandboxPki } from '../../sandbox/pki/paths.ts';
import { changeLocked } from '../command-lock.ts';
import { CliError, failWith, type CliContext } from '../program.ts';

/** The keys of the settings: the bank's own, or those of the sandbox in the data folder. */
interface KeyFile {
  readonly file: string;
  readonly found: readonly PrivateJwk[];
  /** The sandbox to which the keys belong, or null for a bank's own keys. */
  readonly sandbox: SandboxPki | null;
}

/**
 * Finds the file with the bank's signing keys (docs/decisions, 48). Refuses a folder that does not
 * exist.
 */
function findKeys(
  { environment, dataDirectory, keysDirectory }: CliContext,
  mayCreate = false,
): Omit<KeyFile, 'found'> {
  const signingKeysFile = environment['PIS_SIGNING_KEYS_FILE'];
  const { pki: folder } = dataFolder(dataDirectory, keysDirectory);
  const pki = sandboxPki(folder);
  assertFolderExists(signingKeysFile, folder, mayCreate);
  const sandbox = signingKeysFile === undefined ? pki : null;
  return { file: signingKeysFile ?? pki.bankKeys, sandbox };
}

async function readFound(file: string): Promise<readonly PrivateJwk[]> {
  return readKeys(file).catch(failWith('The keys cannot be used.'));
}

/** Reads and changes the keys while no other command changes them. */
async function changeKeys<Result>(
  { file, sandbox }: Omit<KeyFile, 'found'>,
  change: (keys: KeyFile) => Promise<Result>,
): Promise<Result> {
  return changeLocked(file, async () => change({ file, sandbox, found: await readFound(file) }));
}

/**
 * Refuses a folder that does not exist: the path is probably wrong. Only the first key in
 * PIS_SIGNING_KEYS_FILE may create its folder.
 */
function assertFolderExists(
  keyFile: string | undefined,
  pkiFolder: string,
  mayCreate: boolean,
): void {
  const folder = keyFile === undefined ? pkiFolder : dirname(keyFile);
  if (existsSync(folder) || (keyFile !== undefined && mayCreate)) return;
  throw new CliError(
    keyFile === undefined
      ? `PIS_SIGNING_KEYS_FILE is not set, and there are no keys of a sandbox in ${folder}. For a ` +
          'bank, set PIS_SIGNING_KEYS_FILE to the path of the new file. For a sandbox, start it once, ' +
          'or set PIS_DATA_DIR.'
      : `The folder ${folder} does not exist. Correct PIS_SIGNING_KEYS_FILE, or create the first key: ` +
          'npx pisctl keys add',
  );
}

function keyNamed(kid: string, found: readonly PrivateJwk[]): PrivateJwk {
  const key = found.find((candidate) => candidate.kid === kid);
  if (key === undefined) throw new CliError(`There is no key ${kid}. See: npx pisctl keys list`);
  return key;
}

/** Lists the keys: the first one signs, all are published. */
export async function list(context: CliContext): Promise<unknown> {
  const { file } = findKeys(context);
  const found = await readFound(file);
  const keys = found.map((key, index) => {
    const certificate = ownCertificate(key);
    const certificateUntil = certificate === undefined ? null : lastDayOf(certificate);
    return { kid: key.kid, signs: index === 0, certificateUntil };
  });
  for (const { kid, signs, certificateUntil } of keys) {
    const until = certificateUntil === null ? '' : `  certificate until ${certificateUntil}`;
    context.print(`${kid}  ${signs ? 'signs' : 'published'}${until}`);
  }
  if (keys.length === 0)
    context.print(`There are no keys in ${file}. Create the first: npx pisctl keys add`);
  return keys;
}

/** Returns the last day on which a certificate is valid, for example 2027-03-01. */
function lastDayOf({ validTo }: X509Certificate): string {
  return formatInstant(Date.parse(validTo)).slice(0, 'YYYY-MM-DD'.length);
}

/** Creates and publishes a new key. */
export async function add(context: CliContext): Promise<unknown> {
  const { print, machineClock } = context;
  const place = findKeys(context, true);
  await makePrivateFolder(dirname(place.file));
  const key = await generateKey();
  const { kid } = key;
  const { file, found } = await changeKeys(place, async (keys) => {
    await writeKeys(keys.file, [...keys.found, key]);
    if (keys.sandbox !== null) {
      const now = machineClock();
      await ensureBankKeys(keys.sandbox, await ensureAuthorities(keys.sandbox, now), now);
    }
    return keys;
  });
  if (found.length === 0) {
    print(`Created ${kid}, the first key in ${file}. It is the signing key.`);
  } else {
    print(`Created and published ${kid}. It is not the signing key yet.`);
    print(
      `Wait until every TPP has read the new keys (a day). Then: npx pisctl keys promote ${kid}`,
    );
  }
  return { kid, signs: found.length === 0 };
}

/** Makes a published key the signing key. */
export async function promote(context: CliContext, kid: string): Promise<unknown> {
  const { print } = context;
  return changeKeys(findKeys(context), async ({ file, found }) => {
    const key = keyNamed(kid, found);
    const [previous] = found;
    if (previous === undefined || previous === key) {
      print(`${kid} is already the signing key.`);
    } else {
      await writeKeys(file, [key, ...found.filter((other) => other !== key)]);
      print(`${kid} is now the signing key.`);
      print(`Wait until no TPP needs to verify signatures of the old key (a day). Then:`);
      print(`npx pisctl keys remove ${previous.kid}`);
    }
    return { kid, signs: true };
  });
}

/** Removes a key that is not the signing key. */
export async function remove(context: CliContext, kid: string): Promise<unknown> {
  return changeKeys(findKeys(context), async ({ file, found }) => {
    const key = keyNamed(kid, found);
    const [signing, ...others] = found;
    if (key === signing) {
      const [first, command] =
        others.length === 0
          ? ['create another key and promote it', 'add']
          : ['promote another key', 'promote <kid>'];
      throw new CliError(`${kid} is the signing key. First ${first}: npx pisctl keys ${command}`);
    }
    const remaining = found.filter((other) => other !== key);
    await writeKeys(file, remaining);
    context.print(`Removed ${kid}. Its signatures can no longer be verified.`);
    context.print('If the directory lists the key, remove it there too.');
    return { kid, isRemoved: true };
  });
}

/** Publishes a key's certificate. */
export async function certify(
  context: CliContext,
  kid: string,
  certificateFile: string,
): Promise<unknown> {
  const certified = await changeKeys(findKeys(context), async ({ file, found }) => {
    const key = keyNamed(kid, found);
    const changed = await certifiedBy(key, certificateFile);
    await writeKeys(
      file,
      found.map((other) => (other === key ? changed : other)),
    );
    return changed;
  });
  const { length } = certified.x5c ?? [];
  context.print(`${kid} is published with its certificate${length > 1 ? ' and its issuers' : ''}.`);
  return { kid, certificates: length };
}

async function certifiedBy(key: PrivateJwk, file: string): Promise<PrivateJwk> {
  try {
    const certificates = certificatesOf(await readFile(file, 'utf8'));
    if (certificates.length === 0) throw new Error('It contains no certificate in PEM format.');
    return withCertificates(key, certificates);
  } catch (cause) {
    return failWith(`${file} cannot be used.`)(cause);
  }
}
