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

/** The server's own secrets: made once, then kept with everything else, so that visits live on. */
export async function openSecrets(
  store: Pick<Store, 'readSetting' | 'writeSetting'>,
): Promise<Secrets> {
  const kept = await store.readSetting(SETTING);
  if (kept !== undefined) return Secrets.parse(JSON.parse(kept));
  const secret = (): string => randomBytes(SECRET_BYTES).toString('base64url');
  const made = { cookieKey: secret(), subjectKey: secret() };
  await store.writeSetting(SETTING, JSON.stringify(made));
  return made;
}

/** `sub` of a customer: always the same, and nobody outside can tell the user's name from it. */
export function subjectOf(userId: string, { subjectKey }: Secrets): string {
  return createHmac('sha256', subjectKey).update(userId).digest('base64url');
}
