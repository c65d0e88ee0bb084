import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  generateSharedKey,
  readSharedKeys,
  writeSharedKeys,
  type SharedKey,
} from '../../auth/keys/shared-keys.ts';
import { makePrivateFolder } from '../../auth/keys/private-file.ts';
import { dataFolder, SHARED_KEYS_NAME } from '../../config/data-folder.ts';
import { changeLocked } from '../command-lock.ts';
import { CliError, failWith, type CliContext } from '../program.ts';

interface KeyFile {
  readonly file: string;
  readonly keys: readonly SharedKey[];
}

/** Returns the path of the file with the keys that all nodes share (docs/decisions, 104). */
function fileOf({ environment, dataDirectory, keysDirectory }: CliContext): string {
  if (environment['PIS_PROFILE'] === 'secure' && keysDirectory === undefined) {
    throw new CliError(
      'PIS_PROFILE=secure needs PIS_KEYS_DIR, the folder of keys that nodes share. ' +
        'The data folder contains no keys of a bank.',
    );
  }
  return `${dataFolder(dataDirectory, keysDirectory).pki}/${SHARED_KEYS_NAME}`;
}

async function openKeys(context: CliContext): Promise<KeyFile> {
  const file = fileOf(context);
  return { file, keys: await readSharedKeys(file).catch(failWith('The keys cannot be used.')) };
}

/** Reads and changes the keys while no other command changes them. */
function changeKeys<Result>(
  context: CliContext,
  change: (keys: KeyFile) => Promise<Result>,
): Promise<Result> {
  const file = fileOf(context);
  const changeNow = async (): Promise<Result> => change(await openKeys(context));
  // Without the folder there are no keys, and the change is refused.
  return existsSync(dirname(file)) ? changeLocked(file, changeNow) : changeNow();
}

function keyNamed(kid: string, keys: readonly SharedKey[]): SharedKey {
  const key = keys.find((candidate) => candidate.kid === kid);
  if (key !== undefined) return key;
  throw new CliError(`There is no key ${kid}. See: npx pisctl shared-keys list`);
}

/** Lists the keys: the first one is active. */
export async function list(context: CliContext): Promise<unknown> {
  const { file, keys } = await openKeys(context);
  const listed = keys.map(({ kid }, index) => ({ kid, isActive: index === 0 }));
  for (const { kid, isActive } of listed)
    context.print(`${kid}  ${isActive ? 'active' : 'not active'}`);
  if (keys.length === 0)
    context.print(`There are no keys in ${file}. Create the first: npx pisctl shared-keys add`);
  return listed;
}

/** Creates a new key, which becomes active if it is the first. */
export async function add(context: CliContext): Promise<unknown> {
  const { print } = context;
  await makePrivateFolder(dirname(fileOf(context)));
  const key = generateSharedKey();
  const { kid } = key;
  const { file, keys } = await changeKeys(context, async (found) => {
    await writeSharedKeys(found.file, [...found.keys, key]);
    return found;
  });
  if (keys.length === 0) {
    print(`Created ${kid}, the first key in ${file}. Copy the file to every node.`);
  } else {
    print(`Created ${kid}. It is not active yet. Copy ${file} to every node. Then:`);
    print(`npx pisctl shared-keys promote ${kid}`);
  }
  return { kid, isActive: keys.length === 0 };
}

/** Makes a key the active one. */
export function promote(context: CliContext, kid: string): Promise<unknown> {
  const { print } = context;
  return changeKeys(context, async ({ file, keys }) => {
    const key = keyNamed(kid, keys);
    const [previous] = keys;
    if (previous === undefined || previous === key) {
      print(`${kid} is already active.`);
    } else {
      await writeSharedKeys(file, [key, ...keys.filter((other) => other !== key)]);
      print(`${kid} is now active. Copy ${file} to every node. Then:`);
      print(`npx pisctl shared-keys remove ${previous.kid}`);
    }
    return { kid, isActive: true };
  });
}

/** Removes a key that is not active. */
export function remove(context: CliContext, kid: string): Promise<unknown> {
  return changeKeys(context, async ({ file, keys }) => {
    const key = keyNamed(kid, keys);
    if (key === keys[0]) {
      throw new CliError(
        `${kid} is active. First promote another key: npx pisctl shared-keys promote <kid>`,
      );
    }
    const remaining = keys.filter((other) => other !== key);
    await writeSharedKeys(file, remaining);
    context.print(`Removed ${kid}. Copy ${file} to every node.`);
    return { kid, isRemoved: true };
  });
}
