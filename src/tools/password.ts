import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { newSecret } from '../auth/sign-in/one-time-codes.ts';
import { FULL_COST, hashPassword } from '../auth/sign-in/passwords.ts';
import { notSo, readArguments, Trouble, type Program } from './program.ts';

/** Shortest password that a customer may be given, in characters. */
const MIN_PASSWORD_CHARACTERS = 12;

const USAGE = `npm run --silent password
  Asks for a password twice, without showing it, and says what the bank's file (PIS_BANK_FILE)
  holds for a user with that password, and a new secret for the user's authenticator.
… | npm run --silent password
  The same with a password from a program.`;

/** `npm run password`: the members of a user in the bank's file that signing in takes. */
export const password: Program = async (args, { say }) => {
  readArguments(args, {}, USAGE);
  if (args.length > 0) {
    throw notSo('A password has no place on the command line, where others can read it.', USAGE);
  }
  const written = process.stdin.isTTY
    ? await askTwice()
    : (await text(process.stdin)).replace(/\r?\n$/, '');
  if ([...written].length < MIN_PASSWORD_CHARACTERS) {
    const least = String(MIN_PASSWORD_CHARACTERS);
    throw notSo(`A password has at least ${least} characters.`, USAGE);
  }
  const passwordHash = await hashPassword(written, FULL_COST);
  say(JSON.stringify({ passwordHash, totpSecret: newSecret() }, null, 2));
};

/** Asks whoever sits at the terminal; what is typed is not shown. */
async function askTwice(): Promise<string> {
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const ended = new AbortController();
  terminal.once('close', () => {
    ended.abort();
  });
  const ask = async (what: string): Promise<string> => {
    process.stderr.write(`${what}: `);
    const typed = await terminal.question('', { signal: ended.signal }).catch(() => undefined);
    process.stderr.write('\n');
    if (typed === undefined) throw new Trouble('Not done: no password was given.');
    return typed;
  };
  try {
    const first = await ask('Password');
    const again = await ask('Once more');
    if (first !== again) throw new Trouble('The two are not the same. Begin again.');
    return first;
  } finally {
    terminal.close();
  }
}
