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
import { dataFolder } from '../../config/data-folder.ts';
import { formatInstant, type Instant } from '../../shared/time.ts';
import { ensureBankKeys } from '../../sandbox/pki/bank-keys.ts';
import { ensureAuthorities } from '../../sandbox/pki/index.ts';
import { sandboxPki, type SandboxPki } from '../../sandbox/pki/paths.ts';
import {
  HELP,
  HelpRequested,
  usageError,
  CliError,
  type Commands,
  type Program,
  type CliContext,
} from '../program.ts';

const USAGE = `npm run keys -- list            lists the bank's keys: the first one signs, all are published
npm run keys -- add             creates and publishes a new key
npm run keys -- promote <kid>   makes a published key the signing key
npm run keys -- remove <kid>    removes a key that is not the signing key
npm run keys -- certify <kid> <file>
                                publishes a key's certificate (PEM, followed by its issuers)
The keys are in PIS_SIGNING_KEYS_FILE, or by default in the sandbox's folder in PIS_DATA_DIR.
To change the key: add. Wait a day, until every TPP has read the new keys. Then promote. Wait
another day, until no TPP needs to verify signatures of the old key. Then remove.`;

const COMMANDS: Commands = {
  list: [],
  add: [],
  promote: ['<kid>'],
  remove: ['<kid>'],
  certify: ['<kid>', '<file>'],
};

/** Dependencies of a subcommand. */
interface CommandContext {
  readonly file: string;
  readonly found: readonly PrivateJwk[];
  /** The sandbox to which the keys belong, or null for a bank's own keys. */
  readonly sandbox: SandboxPki | null;
  readonly now: Instant;
  readonly print: CliContext['print'];
}

/**
 * `npm run keys`: shows or changes the bank's signing keys (docs/decisions, 48). Without
 * PIS_SIGNING_KEYS_FILE these are the keys of the sandbox in the data folder. A running service
 * reads the changed file within seconds.
 */
export const keys =
  (signingKeysFile: string | undefined): Program =>
  async (args, { dataDirectory, keysDirectory, machineClock, print }) => {
    if (args.includes(HELP)) throw new HelpRequested(USAGE);
    const { pki: folder } = dataFolder(dataDirectory, keysDirectory);
    const pki = sandboxPki(folder);
    const file = signingKeysFile ?? pki.bankKeys;
    // Parsed without `parseArguments`: the ID of a key may begin with a dash.
    const [command = '', kid, certificates] = args;
    const takes = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
    if (takes?.length !== args.length - 1) throw usageError(args, COMMANDS, USAGE);
    assertFolderExists(signingKeysFile, folder, command);
    const found = await readKeys(file).catch((cause: unknown) => {
      throw new CliError(`The keys cannot be used. ${reasonOf(cause)}`, { cause });
    });
    const sandbox = signingKeysFile === undefined ? pki : null;
    const commandContext = { file, found, sandbox, now: machineClock(), print };
    if (command === 'list') list(commandContext);
    else if (command === 'add') await add(commandContext);
    else {
      const key = keyNamed(kid, found);
      if (command === 'promote') await promote(commandContext, key);
      else if (command === 'remove') await remove(commandContext, key);
      else await certify(commandContext, key, certificates ?? '');
    }
  };

/**
 * Refuses a folder that does not exist: the path is probably wrong. Only the first key in
 * PIS_SIGNING_KEYS_FILE may create its folder.
 */
function assertFolderExists(keyFile: string | undefined, pkiFolder: string, command: string): void {
  const folder = keyFile === undefined ? pkiFolder : dirname(keyFile);
  if (existsSync(folder) || (keyFile !== undefined && command === 'add')) return;
  throw new CliError(
    keyFile === undefined
      ? `There is no PKI in ${folder}. Start the sandbox there first, set PIS_DATA_DIR, or set ` +
          "PIS_SIGNING_KEYS_FILE to the bank's own keys."
      : `The folder ${folder} does not exist. Correct PIS_SIGNING_KEYS_FILE, or create the first key: ` +
          'npm run keys -- add',
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function keyNamed(kid: string | undefined, found: readonly PrivateJwk[]): PrivateJwk {
  const key = found.find((candidate) => candidate.kid === kid);
  if (key === undefined)
    throw new CliError(`There is no key ${String(kid)}. See: npm run keys -- list`);
  return key;
}

function list({ file, found, print }: CommandContext): void {
  if (found.length === 0)
    print(`There are no keys in ${file}. Create the first: npm run keys -- add`);
  for (const [index, key] of found.entries()) {
    const certificate = ownCertificate(key);
    const until = certificate && `  certificate until ${lastDayOf(certificate)}`;
    print(`${key.kid}  ${index === 0 ? 'signs' : 'published'}${until ?? ''}`);
  }
}

/** Returns the last day on which a certificate is valid, for example 2027-03-01. */
function lastDayOf({ validTo }: X509Certificate): string {
  return formatInstant(Date.parse(validTo)).slice(0, 'YYYY-MM-DD'.length);
}

async function add({ file, found, sandbox, now, print }: CommandContext): Promise<void> {
  const key = await generateKey();
  await writeKeys(file, [...found, key]);
  if (sandbox !== null) await ensureBankKeys(sandbox, await ensureAuthorities(sandbox, now), now);
  if (found.length === 0) {
    print(`Created ${key.kid}, the first key in ${file}. It is the signing key.`);
    return;
  }
  print(`Created and published ${key.kid}. It is not the signing key yet.`);
  print(
    `Wait until every TPP has read the new keys (a day). Then: npm run keys -- promote ${key.kid}`,
  );
}

async function promote({ file, found, print }: CommandContext, key: PrivateJwk): Promise<void> {
  const [previous] = found;
  if (previous === undefined || previous === key) {
    print(`${key.kid} is already the signing key.`);
    return;
  }
  await writeKeys(file, [key, ...found.filter((other) => other !== key)]);
  print(`${key.kid} is now the signing key.`);
  print(`Wait until no TPP needs to verify signatures of the old key (a day). Then:`);
  print(`npm run keys -- remove ${previous.kid}`);
}

async function remove({ file, found, print }: CommandContext, key: PrivateJwk): Promise<void> {
  const [signing, ...others] = found;
  if (key === signing) {
    const [first, command] =
      others.length === 0
        ? ['create another key and promote it', 'add']
        : ['promote another key', 'promote <kid>'];
    throw new CliError(`${key.kid} is the signing key. First ${first}: npm run keys -- ${command}`);
  }
  const remaining = found.filter((other) => other !== key);
  await writeKeys(file, remaining);
  print(`Removed ${key.kid}. Its signatures can no longer be verified.`);
  print('If the directory lists the key, remove it there too.');
}

async function certify(
  { file, found, print }: CommandContext,
  key: PrivateJwk,
  certificateFile: string,
): Promise<void> {
  const certified = await certifiedBy(key, certificateFile);
  await writeKeys(
    file,
    found.map((other) => (other === key ? certified : other)),
  );
  const { length } = certified.x5c ?? [];
  print(`${key.kid} is published with its certificate${length > 1 ? ' and its issuers' : ''}.`);
}

async function certifiedBy(key: PrivateJwk, file: string): Promise<PrivateJwk> {
  try {
    const certificates = certificatesOf(await readFile(file, 'utf8'));
    if (certificates.length === 0) throw new Error('It contains no certificate in PEM format.');
    return withCertificates(key, certificates);
  } catch (cause) {
    throw new CliError(`${file} cannot be used. ${reasonOf(cause)}`, { cause });
  }
}
