import { constants, setPriority } from 'node:os';
import { audit } from './audit.ts';
import { backup } from './backup.ts';
import { clock } from './clock.ts';
import { keys } from './keys.ts';
import { password } from './password.ts';
import { pki } from './pki.ts';
import { EXIT_NOT_DONE, Trouble, type Program } from './program.ts';
import { restore } from './restore.ts';
import { work } from './work.ts';

// Whatever is written is for this user alone: customers' data, keys, secrets.
process.umask(0o077);

const PROGRAMS: Readonly<Record<string, Program>> = {
  audit,
  backup,
  clock,
  keys: keys(process.env['PIS_SIGNING_KEYS_FILE']),
  password,
  pki: pki({ https: process.env['PIS_HTTPS_PORT'], pages: process.env['PIS_PAGES_PORT'] }),
  restore,
  work,
};

// A service may be running beside: its payments come first.
setPriority(constants.priority.PRIORITY_LOW);

const [name = '', ...args] = process.argv.slice(2);
const program = PROGRAMS[name];
if (program === undefined) {
  console.error(`There is: ${Object.keys(PROGRAMS).join(', ')}.`);
  process.exitCode = EXIT_NOT_DONE;
} else {
  await program(args, {
    dataDirectory: process.env['PIS_DATA_DIR'] ?? './data',
    machineClock: Date.now,
    say: console.log,
  }).catch((error: unknown) => {
    // A trouble is told in its own words; anything else also says where it happened.
    const isTrouble = error instanceof Trouble;
    console.error(isTrouble ? error.message : error);
    process.exitCode = isTrouble ? error.exitCode : EXIT_NOT_DONE;
  });
}
