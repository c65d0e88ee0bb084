import { importJWK, SignJWT } from 'jose';
import { randomUUID } from 'node:crypto';
import type { PrivateJwk } from '../../auth/keys/key-file.ts';
import { ALGORITHM } from '../../auth/profile.ts';
import { epochSeconds, type Instant } from '../../shared/time.ts';

/** Signs a JWT with these claims, the current time as `iat`, and a random `jti`. */
export async function signJwt(
  claims: Readonly<Record<string, unknown>>,
  key: PrivateJwk,
  now: Instant,
): Promise<string> {
  return new SignJWT({ ...claims, iat: epochSeconds(now), jti: randomUUID() })
    .setProtectedHeader({ alg: ALGORITHM, kid: key.kid, typ: 'JWT' })
    .sign(await importJWK(key, ALGORITHM));
}
