import { text } from 'node:stream/consumers';
import { newSecret } from '../auth/sign-in/one-time-codes.ts';
import { FULL_COST, hashPassword } from '../auth/sign-in/passwords.ts';
import { readArguments, Trouble, type Program } from './program.ts';

/** Shortest password that a customer may be given, in characters. */
const MIN_PASSWORD_CHARACTERS = 12;

const USAGE = `read -rs PASSWORD; printf %s "$PASSWORD" | npm run --silent password
  Says what the bank's file (PIS_BANK_FILE) holds for a user with that password, and a new secret
  for the user's authenticator.`;

/** `npm run password`: the members of a user in the bank's file that signing in takes. */
export const password: Program = async (args, { say }) => {
  readArguments(args, {}, USAGE);
  if (args.length > 0 || process.stdin.isTTY) throw new Trouble(USAGE);
  const written = (await text(process.stdin)).replace(/\r?\n$/, '');
  if ([...written].length < MIN_PASSWORD_CHARACTERS) {
    const least = String(MIN_PASSWORD_CHARACTERS);
    throw new Trouble(`A password has at least ${least} characters.\n${USAGE}`);
  }
  const passwordHash = await hashPassword(written, FULL_COST);
  say(JSON.stringify({ passwordHash, totpSecret: newSecret() }, null, 2));
};
