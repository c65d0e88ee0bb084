import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Store } from '../../domain/ports/store.ts';

const SETTING = 'authorisation.secrets';
const SECRET_BYTES = 32;

const Secrets = z.object({
  /** Signs the cookies of customers' browsers. */
  cookieKey: z.string(),
  /** Makes the names by which TPPs know customers. */
  subjectKey: z.string(),
});
export type Secrets = Readonly<z.output<typeof Secrets>>;

/**
 * The server's own secrets: made once, then kept with everything else, so that visits live on, at
 * whichever node they go on.
 */
export async function openSecrets(
  store: Pick<Store, 'readSetting' | 'addSetting'>,
): Promise<Secrets> {
  const kept = (await store.readSetting(SETTING)) ?? (await store.addSetting(SETTING, make()));
  return Secrets.parse(JSON.parse(kept));
}

function make(): string {
  const secret = (): string => randomBytes(SECRET_BYTES).toString('base64url');
  return JSON.stringify({ cookieKey: secret(), subjectKey: secret() } satisfies Secrets);
}

/** `sub` of a customer: always the same, and nobody outside can tell the user's name from it. */
export function subjectOf(userId: string, { subjectKey }: Secrets): string {
  return createHmac('sha256', subjectKey).update(userId).digest('base64url');
}

/** Returns the key that seals the tokens of known browsers, derived from that of the cookies. */
export function browserKeyOf({ cookieKey }: Secrets): string {
  return createHmac('sha256', cookieKey).update('known browsers').digest('base64url');
}
