import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Store } from '../../domain/ports/store.ts';

const SETTING = 'authorisation.secrets';
const SECRET_BYTES = 32;

const Secrets = z.object({
  /** The key that signs the cookies of customers' browsers. */
  cookieKey: z.string(),
  /** The key for the hashes that identify customers to TPPs. */
  subjectKey: z.string(),
});
export type Secrets = Readonly<z.output<typeof Secrets>>;

/**
 * Returns the server's secrets. They are generated once and stored in the database, so that
 * interactions continue after a restart and on other nodes.
 */
export async function openSecrets(
  store: Pick<Store, 'readSetting' | 'addSetting'>,
): Promise<Secrets> {
  const text = (await store.readSetting(SETTING)) ?? (await store.addSetting(SETTING, generate()));
  return Secrets.parse(JSON.parse(text));
}

function generate(): string {
  const secret = (): string => randomBytes(SECRET_BYTES).toString('base64url');
  return JSON.stringify({ cookieKey: secret(), subjectKey: secret() } satisfies Secrets);
}

/** Returns the identifier of a customer inside the authorisation server. TPPs never receive it. */
export function accountIdOf(userId: string, secrets: Secrets): string {
  return keyedHash(userId, secrets);
}

/**
 * Returns the pairwise `sub` of a customer (OpenID Connect Core, 8.1). It is the same for all
 * clients of a sector, and it differs from sector to sector. It does not reveal the account id.
 */
export function subjectOf(accountId: string, sector: string, secrets: Secrets): string {
  return keyedHash(JSON.stringify([sector, accountId]), secrets);
}

function keyedHash(text: string, { subjectKey }: Secrets): string {
  return createHmac('sha256', subjectKey).update(text).digest('base64url');
}

/**
 * Returns the key that authenticates the tokens of known browsers. It is derived from the cookie
 * key.
 */
export function browserKeyOf({ cookieKey }: Secrets): string {
  return createHmac('sha256', cookieKey).update('known browsers').digest('base64url');
}
