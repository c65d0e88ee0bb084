import { showCode, type ShownCode } from '../auth/sign-in/one-time-codes.ts';
import { hashPassword } from '../auth/sign-in/passwords.ts';
import type { ScryptCost } from '../domain/parties/password-hash.ts';
import type { SignInStore } from '../domain/ports/sign-in-store.ts';
import { expectDefined } from '../shared/assert.ts';
import { formatInstant, type Instant } from '../shared/time.ts';
import { SANDBOX_SEED } from './seed.ts';

/**
 * The cost of the password hashes of sandbox users. It is low, because the passwords are public. A
 * bank's own users get FULL_COST.
 */
export const SANDBOX_COST: ScryptCost = { logN: 8, r: 8, p: 1 };

/** The bank's name in authenticator apps. */
const ISSUER = 'Sandbox Bank';

/** The TOTP secrets of the sandbox users, in base32. They are public. */
const TOTP_SECRETS: ReadonlyMap<string, string> = new Map([
  ['clara', 'MNWGC4TBFVZWC3TEMJXXQLLUN52HA3LP'],
  ['colin', 'MNXWY2LOFVZWC3TEMJXXQLLUN52HA3LP'],
  ['sam', 'ONQW2LLTMFXGIYTPPAWXI33UOAWXGYLN'],
  ['rita', 'OJUXIYJNONQW4ZDCN54C25DPORYC24TJ'],
  ['dora', 'MRXXEYJNONQW4ZDCN54C25DPORYC223F'],
  ['dave', 'MRQXMZJNONQW4ZDCN54C25DPORYC223F'],
  ['dina', 'MRUW4YJNONQW4ZDCN54C25DPORYC223F'],
]);

/**
 * Stores credentials for every sandbox user who has none. The password is `<user>-password`, and
 * the second factor is a one-time code.
 */
export async function seedCredentials(store: SignInStore): Promise<void> {
  const known = await Promise.all(SANDBOX_SEED.users.map(({ id }) => store.findCredential(id)));
  const missing = SANDBOX_SEED.users.filter((_, index) => known[index] === undefined);
  const credentials = missing.map(async ({ id: userId }) => ({
    userId,
    passwordHash: await hashPassword(`${userId}-password`, SANDBOX_COST),
    totpSecret: expectDefined(TOTP_SECRETS.get(userId), `the secret of ${userId}`),
  }));
  await store.putCredentials(await Promise.all(credentials));
}

/** A user's one-time code, as the sandbox returns it. */
interface CodeResponse extends Omit<ShownCode, 'goodFrom'> {
  /** The time from which the bank accepts the code, as an ISO 8601 date-time. */
  readonly goodFrom: string;
}

/**
 * Returns the user's next unused code that is valid now or soon. Returns undefined if the user does
 * not exist.
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
