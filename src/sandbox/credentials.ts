import { showCode, type ShownCode } from '../auth/sign-in/one-time-codes.ts';
import { hashPassword } from '../auth/sign-in/passwords.ts';
import type { ScryptCost } from '../domain/parties/password-hash.ts';
import type { SignInStore } from '../domain/ports/sign-in-store.ts';
import { formatInstant, type Instant } from '../shared/time.ts';
import { SANDBOX_SEED } from './seed.ts';

/** Passwords that everybody knows need hardly any work; a bank's own users get FULL_COST. */
export const SANDBOX_COST: ScryptCost = { logN: 8, r: 8, p: 1 };

/** What an authenticator shows as the name of the bank. */
const ISSUER = 'Sandbox Bank';

/** What the users' authenticators share with the bank, base32; known to everybody. */
const TOTP_SECRETS: ReadonlyMap<string, string> = new Map([
  ['clara', 'MNWGC4TBFVZWC3TEMJXXQLLUN52HA3LP'],
  ['colin', 'MNXWY2LOFVZWC3TEMJXXQLLUN52HA3LP'],
  ['sam', 'ONQW2LLTMFXGIYTPPAWXI33UOAWXGYLN'],
  ['rita', 'OJUXIYJNONQW4ZDCN54C25DPORYC24TJ'],
]);

/** Lets every user of the sandbox sign in with the password `<user>-password` and a code. */
export async function seedCredentials(store: SignInStore): Promise<void> {
  const known = await Promise.all(SANDBOX_SEED.users.map(({ id }) => store.findCredential(id)));
  const missing = SANDBOX_SEED.users.filter((_, place) => known[place] === undefined);
  const credentials = missing.map(async ({ id: userId }) => ({
    userId,
    passwordHash: await hashPassword(`${userId}-password`, SANDBOX_COST),
    totpSecret: TOTP_SECRETS.get(userId) ?? '',
  }));
  await store.putCredentials(await Promise.all(credentials));
}

/** What the sandbox tells of a user's code. */
interface ToldCode extends Omit<ShownCode, 'goodFrom'> {
  /** A date-time. */
  readonly goodFrom: string;
}

/** The next code that was not used and is or becomes good; undefined: there is no such user. */
export async function codeOf(
  store: SignInStore,
  userId: string,
  now: Instant,
): Promise<ToldCode | undefined> {
  const credential = await store.findCredential(userId);
  if (credential === undefined) return undefined;
  const { totpSecret, lastStep } = credential;
  const shown = showCode(totpSecret, { issuer: ISSUER, user: userId, lastStep }, now);
  return { ...shown, goodFrom: formatInstant(shown.goodFrom) };
}
