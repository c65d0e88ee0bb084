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

const USAGE = `npm run shared-keys -- list            shows the keys that all nodes have alike: the first is used
npm run shared-keys -- add             makes a new key, the first one or one to be used later
npm run shared-keys -- promote <kid>   has a key used from now on
npm run shared-keys -- remove <kid>    takes a key away that is not used
The keys are those of PIS_KEYS; without it those of the sandbox in PIS_DATA_DIR.
To change the key: add, and copy the file to every node; promote, and copy it again; remove, and
copy it again. A node notices within seconds.`;

const COMMANDS: Commands = { list: [], add: [], promote: ['<kid>'], remove: ['<kid>'] };

interface Workplace {
  readonly file: string;
  readonly found: readonly SharedKey[];
  readonly say: CliContext['say'];
}

/** `npm run shared-keys`: shows or changes the keys that all nodes share (docs/decisions, 104). */
export const sharedKeys: Program = async (args, { dataDirectory, keysDirectory, say }) => {
  if (args.includes(HELP)) throw new HelpRequested(USAGE);
  // Parsed without `parseArguments`: the ID of a key may begin with a dash.
  const [command = '', kid] = args;
  const takes = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (takes?.length !== args.length - 1) throw usageError(args, COMMANDS, USAGE);
  const file = `${dataFolder(dataDirectory, keysDirectory).pki}/${SHARED_KEYS_NAME}`;
  const found = await readSharedKeys(file).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliError(`The keys cannot be used. ${reason}`, { cause });
  });
  const workplace = { file, found, say };
  if (command === 'list') list(workplace);
  else if (command === 'add') await add(workplace);
  else {
    const key = found.find((one) => one.kid === kid);
    if (key === undefined) {
      throw new CliError(`There is no key ${String(kid)}; see npm run shared-keys -- list`);
    }
    await (command === 'promote' ? promote : remove)(workplace, key);
  }
};

function list({ file, found, say }: Workplace): void {
  if (found.length === 0) {
    say(`There are no keys in ${file}. Make the first: npm run shared-keys -- add`);
  }
  for (const [place, { kid }] of found.entries()) say(`${kid}  ${place === 0 ? 'used' : 'known'}`);
}

async function add({ file, found, say }: Workplace): Promise<void> {
  const key = generateSharedKey();
  await writeSharedKeys(file, [...found, key]);
  if (found.length === 0) {
    say(`Made ${key.kid}, the first key in ${file}. Copy the file to every node.`);
    return;
  }
  say(`Made ${key.kid}. It is not used yet. Copy ${file} to every node. Then:`);
  say(`npm run shared-keys -- promote ${key.kid}`);
}

async function promote({ file, found, say }: Workplace, key: SharedKey): Promise<void> {
  const [previous] = found;
  if (previous === undefined || previous === key) {
    say(`${key.kid} is used already.`);
    return;
  }
  await writeSharedKeys(file, [key, ...found.filter((other) => other !== key)]);
  say(`${key.kid} is used from now on. Copy ${file} to every node. Then:`);
  say(`npm run shared-keys -- remove ${previous.kid}`);
}

async function remove({ file, found, say }: Workplace, key: SharedKey): Promise<void> {
  if (key === found[0]) {
    throw new CliError(
      `${key.kid} is used. First promote another: npm run shared-keys -- promote <kid>`,
    );
  }
  const kept = found.filter((other) => other !== key);
  await writeSharedKeys(file, kept);
  say(`Removed ${key.kid}. Copy ${file} to every node.`);
}
