import { generateKey, readKeys, writeKeys, type PrivateJwk } from '../auth/key-file.ts';
import { dataFolder } from '../domain/data-folder.ts';
import { sandboxPki } from '../sandbox/pki/paths.ts';
import { misuse, Trouble, type Program, type Surroundings } from './program.ts';

const USAGE = `npm run keys -- list            shows the bank's keys: the first signs, all are published
npm run keys -- add             makes a new key and publishes it
npm run keys -- promote <kid>   lets a published key sign from now on
npm run keys -- remove <kid>    withdraws a key that does not sign
To change the key: add; wait until every TPP has read the new keys (a day); promote; wait until
nobody has to verify what the old key signed (another day); remove.`;

const COMMANDS = ['list', 'add', 'promote', 'remove'];

type Say = Surroundings['say'];

/**
 * `npm run keys`: shows or changes the bank's signing keys (docs/decisions, 48), those of the
 * sandbox's data folder where no file is named. A running service notices within seconds.
 */
export const keys =
  (signingKeysFile: string | undefined): Program =>
  async (args, { dataDirectory, say }) => {
    const file = signingKeysFile ?? sandboxPki(dataFolder(dataDirectory).pki).bankKeys;
    const [command, kid, ...rest] = args;
    const takesKey = command === 'promote' || command === 'remove';
    if (rest.length > 0 || takesKey !== (kid !== undefined)) {
      throw misuse(command, COMMANDS, USAGE);
    }
    const found = await readKeys(file).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Trouble(`The keys cannot be used. ${reason}`, { cause });
    });
    switch (command) {
      case 'list':
        list(file, found, say);
        break;
      case 'add':
        await add(file, found, say);
        break;
      case 'promote':
        await promote(file, found, keyNamed(kid, found), say);
        break;
      case 'remove':
        await remove(file, found, keyNamed(kid, found), say);
        break;
      default:
        throw misuse(command, COMMANDS, USAGE);
    }
  };

function keyNamed(kid: string | undefined, found: readonly PrivateJwk[]): PrivateJwk {
  const key = found.find((candidate) => candidate.kid === kid);
  if (key === undefined) throw new Trouble(`There is no key ${String(kid)}; see: list`);
  return key;
}

function list(file: string, found: readonly PrivateJwk[], say: Say): void {
  if (found.length === 0) say(`There are no keys in ${file}. Make the first: add`);
  for (const [place, { kid }] of found.entries()) {
    say(`${kid}  ${place === 0 ? 'signs' : 'published'}`);
  }
}

async function add(file: string, found: readonly PrivateJwk[], say: Say): Promise<void> {
  const key = await generateKey();
  await writeKeys(file, [...found, key]);
  if (found.length === 0) {
    say(`Made ${key.kid}, the first key in ${file}: it signs.`);
    return;
  }
  say(`Made and published ${key.kid}. It does not sign yet.`);
  say(`Wait until every TPP has read the new keys (a day). Then: promote ${key.kid}`);
}

async function promote(
  file: string,
  found: readonly PrivateJwk[],
  key: PrivateJwk,
  say: Say,
): Promise<void> {
  const [previous] = found;
  if (previous === undefined || previous === key) {
    say(`${key.kid} signs already.`);
    return;
  }
  await writeKeys(file, [key, ...found.filter((other) => other !== key)]);
  say(`${key.kid} signs from now on.`);
  say(`Wait until nobody has to verify what the old key signed (a day). Then:`);
  say(`remove ${previous.kid}`);
}

async function remove(
  file: string,
  found: readonly PrivateJwk[],
  key: PrivateJwk,
  say: Say,
): Promise<void> {
  const [signing, ...others] = found;
  if (key === signing) {
    const first = others.length === 0 ? 'add a key and promote it' : 'promote another key';
    throw new Trouble(`${key.kid} signs. First ${first}.`);
  }
  const kept = found.filter((other) => other !== key);
  await writeKeys(file, kept);
  say(`Removed ${key.kid}: what it signed can be verified no longer.`);
  say('Take it out of the directory too, if it is listed there.');
}
