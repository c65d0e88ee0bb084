import { showCode, type ShownCode } from '../auth/sign-in/one-time-codes.ts';
import { hashPassword } from '../auth/sign-in/passwords.ts';
import type { ScryptCost } from '../domain/parties/password-hash.ts';
import type { SignInStore } from '../domain/ports/sign-in-store.ts';
import { formatInstant, type Instant } from '../shared/time.ts';
import { SANDBOX_SEED } from './seed.ts';

/**
 * Cost of the sandbox's password hashes. It is low, because the passwords are public. A bank's own
 * users get FULL_COST.
 */
export const SANDBOX_COST: ScryptCost = { logN: 8, r: 8, p: 1 };

/** Name of the bank in authenticators. */
const ISSUER = 'Sandbox Bank';

/** TOTP secrets of the users, base32. They are public. */
const TOTP_SECRETS: ReadonlyMap<string, string> = new Map([
  ['clara', 'MNWGC4TBFVZWC3TEMJXXQLLUN52HA3LP'],
  ['colin', 'MNXWY2LOFVZWC3TEMJXXQLLUN52HA3LP'],
  ['sam', 'ONQW2LLTMFXGIYTPPAWXI33UOAWXGYLN'],
  ['rita', 'OJUXIYJNONQW4ZDCN54C25DPORYC24TJ'],
]);

/**
 * Stores credentials for every user of the sandbox who has none. The password is `<user>-password`,
 * the second factor is a one-time code.
 */
export async function seedCredentials(store: SignInStore): Promise<void> {
  const known = await Promise.all(SANDBOX_SEED.users.map(({ id }) => store.findCredential(id)));
  const missing = SANDBOX_SEED.users.filter((_, index) => known[index] === undefined);
  const credentials = missing.map(async ({ id: userId }) => ({
    userId,
    passwordHash: await hashPassword(`${userId}-password`, SANDBOX_COST),
    totpSecret: TOTP_SECRETS.get(userId) ?? '',
  }));
  await store.putCredentials(await Promise.all(credentials));
}

/** A user's code in the sandbox's response. */
interface CodeResponse extends Omit<ShownCode, 'goodFrom'> {
  /** ISO 8601 date-time. */
  readonly goodFrom: string;
}

/**
 * Returns the next unused code of a user that is valid now or will be. Returns undefined if there
 * is no such user.
 */
export async function codeOf(
  store: SignInStore,
  userId: string,
  now: Instant,
): Promise<CodeResponse | undefined> {
  const credential = await store.findCredential(userId);
  if (credential === undefined) return undefined;
  const { totpSecret, lastStep } = credential;
  const shown = showCode(totpSecret, { issuer: ISSUER, user: userId, lastStep }, now);
  return { ...shown, goodFrom: formatInstant(shown.goodFrom) };
}
