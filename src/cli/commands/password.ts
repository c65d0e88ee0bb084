import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { newSecret } from '../../auth/sign-in/one-time-codes.ts';
import { FULL_COST, hashPassword } from '../../auth/sign-in/passwords.ts';
import { hasUnsafeUnicode } from '../../shared/unsafe-unicode.ts';
import { CliError, type CliContext } from '../program.ts';

/** Minimum length of a customer's password, in characters. */
const MIN_PASSWORD_CHARACTERS = 12;

/** Replacement character, into which invalid UTF-8 is decoded. */
const REPLACEMENT = '\u{fffd}';

/** Prints the two members of a user in the bank's file that sign-in needs. */
export async function password(
  { print }: CliContext,
  ...argumentsAndOptions: readonly unknown[]
): Promise<unknown> {
  if (argumentsAndOptions.length > 1) {
    throw new CliError(
      'Do not pass a password on the command line, where other users can read it.',
    );
  }
  const written = process.stdin.isTTY
    ? await askTwice()
    : (await text(process.stdin)).replace(/\r?\n$/, '');
  const problem = problemOf(written);
  if (problem !== undefined) throw new CliError(problem);
  const passwordHash = await hashPassword(written, FULL_COST);
  const credentials = { passwordHash, totpSecret: newSecret() };
  print(JSON.stringify(credentials, null, 2));
  return credentials;
}

/** Returns why a password cannot be used, or undefined if it can. */
function problemOf(written: string): string | undefined {
  if ([...written].length < MIN_PASSWORD_CHARACTERS) {
    return `The password must have at least ${String(MIN_PASSWORD_CHARACTERS)} characters.`;
  }
  if (written.includes(REPLACEMENT)) return 'The password must be UTF-8 text.';
  if (!hasUnsafeUnicode(written)) return undefined;
  return 'The password must be one line of visible characters, without tabs for example.';
}

/** Asks for the password twice at the terminal, without showing it. */
async function askTwice(): Promise<string> {
  const nowhere = new Writable({
    write: (_chunk, _encoding, done) => done(),
  });
  const shape = { input: process.stdin, output: nowhere, terminal: true };
  // The history is off, because its last line would be the password.
  const terminal = createInterface({ ...shape, historySize: 0 });
  // Start reading now: no line that arrives before its question is lost.
  const lines = terminal[Symbol.asyncIterator]();
  const ask = async (what: string): Promise<string> => {
    process.stderr.write(`${what}: `);
    const typed = await lines.next();
    process.stderr.write('\n');
    if (typed.done === true) throw new CliError('Not done: no password was entered.');
    return typed.value;
  };
  try {
    const first = await ask('Password');
    const again = await ask('Repeat the password');
    if (first !== again) throw new CliError('The passwords do not match. Start again.');
    return first;
  } finally {
    terminal.close();
  }
}
