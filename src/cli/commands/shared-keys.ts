import {
  generateSharedKey,
  readSharedKeys,
  writeSharedKeys,
  type SharedKey,
} from '../../auth/keys/shared-keys.ts';
import { dataFolder, SHARED_KEYS_NAME } from '../../config/data-folder.ts';
import { CliError, type CliContext } from '../program.ts';

/** Reads the keys that all nodes share (docs/decisions, 104). */
async function openKeys({ environment, dataDirectory, keysDirectory }: CliContext): Promise<{
  readonly file: string;
  readonly keys: readonly SharedKey[];
}> {
  if (environment['PIS_PROFILE'] === 'secure' && keysDirectory === undefined) {
    throw new CliError(
      'PIS_PROFILE=secure needs PIS_KEYS_DIR, the folder of keys that nodes share. ' +
        'The data folder contains no keys of a bank.',
    );
  }
  const file = `${dataFolder(dataDirectory, keysDirectory).pki}/${SHARED_KEYS_NAME}`;
  const keys = await readSharedKeys(file).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(`The keys cannot be used. ${reason}`, { cause });
  });
  return { file, keys };
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
  const { file, keys } = await openKeys(context);
  const key = generateSharedKey();
  await writeSharedKeys(file, [...keys, key]);
  const { kid } = key;
  if (keys.length === 0) {
    print(`Created ${kid}, the first key in ${file}. Copy the file to every node.`);
  } else {
    print(`Created ${kid}. It is not active yet. Copy ${file} to every node. Then:`);
    print(`npx pisctl shared-keys promote ${kid}`);
  }
  return { kid, isActive: keys.length === 0 };
}

/** Makes a key the active one. */
export async function promote(context: CliContext, kid: string): Promise<unknown> {
  const { print } = context;
  const { file, keys } = await openKeys(context);
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
}

/** Removes a key that is not active. */
export async function remove(context: CliContext, kid: string): Promise<unknown> {
  const { file, keys } = await openKeys(context);
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
}
