import {
  generateSharedKey,
  readSharedKeys,
  writeSharedKeys,
  type SharedKey,
} from '../../auth/keys/shared-keys.ts';
import { dataFolder, SHARED_KEYS_NAME } from '../../config/data-folder.ts';
import {
  HELP,
  HelpRequested,
  usageError,
  CliError,
  type Commands,
  type Program,
  type CliContext,
} from '../program.ts';

const USAGE = `npm run shared-keys -- list            lists the keys that all nodes share: the first one is active
npm run shared-keys -- add             creates a new key, which becomes active if it is the first
npm run shared-keys -- promote <kid>   makes a key the active one
npm run shared-keys -- remove <kid>    removes a key that is not active
The keys are in PIS_KEYS_DIR, or by default in the sandbox's folder in PIS_DATA_DIR.
To change the key: add, promote, then remove. After each step, copy the file to every node. A node
reads the new file within seconds.`;

const COMMANDS: Commands = { list: [], add: [], promote: ['<kid>'], remove: ['<kid>'] };

interface CommandContext {
  readonly file: string;
  readonly keys: readonly SharedKey[];
  readonly print: CliContext['print'];
}

/** `npm run shared-keys`: shows or changes the keys that all nodes share (docs/decisions, 104). */
export const sharedKeys: Program = async (args, { dataDirectory, keysDirectory, print }) => {
  if (args.includes(HELP)) throw new HelpRequested(USAGE);
  // Parsed without `parseArguments`: the ID of a key may begin with a dash.
  const [command = '', kid] = args;
  const takes = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (takes?.length !== args.length - 1) throw usageError(args, COMMANDS, USAGE);
  const file = `${dataFolder(dataDirectory, keysDirectory).pki}/${SHARED_KEYS_NAME}`;
  const keys = await readSharedKeys(file).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(`The keys cannot be used. ${reason}`, { cause });
  });
  const commandContext = { file, keys, print };
  if (command === 'list') list(commandContext);
  else if (command === 'add') await add(commandContext);
  else {
    const key = keys.find((candidate) => candidate.kid === kid);
    if (key === undefined) {
      throw new CliError(`There is no key ${String(kid)}. See: npm run shared-keys -- list`);
    }
    await (command === 'promote' ? promote : remove)(commandContext, key);
  }
};

function list({ file, keys, print }: CommandContext): void {
  if (keys.length === 0) {
    print(`There are no keys in ${file}. Create the first: npm run shared-keys -- add`);
  }
  for (const [index, { kid }] of keys.entries())
    print(`${kid}  ${index === 0 ? 'active' : 'not active'}`);
}

async function add({ file, keys, print }: CommandContext): Promise<void> {
  const key = generateSharedKey();
  await writeSharedKeys(file, [...keys, key]);
  if (keys.length === 0) {
    print(`Created ${key.kid}, the first key in ${file}. Copy the file to every node.`);
    return;
  }
  print(`Created ${key.kid}. It is not active yet. Copy ${file} to every node. Then:`);
  print(`npm run shared-keys -- promote ${key.kid}`);
}

async function promote({ file, keys, print }: CommandContext, key: SharedKey): Promise<void> {
  const [previous] = keys;
  if (previous === undefined || previous === key) {
    print(`${key.kid} is already active.`);
    return;
  }
  await writeSharedKeys(file, [key, ...keys.filter((other) => other !== key)]);
  print(`${key.kid} is now active. Copy ${file} to every node. Then:`);
  print(`npm run shared-keys -- remove ${previous.kid}`);
}

async function remove({ file, keys, print }: CommandContext, key: SharedKey): Promise<void> {
  if (key === keys[0]) {
    throw new CliError(
      `${key.kid} is active. First promote another key: npm run shared-keys -- promote <kid>`,
    );
  }
  const remaining = keys.filter((other) => other !== key);
  await writeSharedKeys(file, remaining);
  print(`Removed ${key.kid}. Copy ${file} to every node.`);
}
