import { decodeProtectedHeader, errors, importJWK, jwtVerify, type JWTPayload } from 'jose';
import type { PublicJwk } from '../../domain/records/access.ts';
import type { Instant } from '../../shared/time.ts';
import { ALGORITHM, CLOCK_SKEW_SECONDS } from '../profile.ts';

/** Longest JWT that is read, in characters. */
const MAX_JWT_CHARACTERS = 64 * 1024;

/** Members of a header that say nothing of how to verify: all others are refused. */
const HEADER_MEMBERS: ReadonlySet<string> = new Set(['alg', 'kid', 'typ', 'cty']);

const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

export interface Expected {
  readonly issuer: string;
  readonly audience?: string;
  /** How long ago it may have been issued, in seconds. */
  readonly maxAgeSeconds: number;
  readonly requiredClaims: readonly string[];
}

/** What somebody signed with one of these keys says; otherwise what is wrong with it, in words. */
export async function verifyJwt(
  jwt: string,
  keys: readonly PublicJwk[],
  { maxAgeSeconds, requiredClaims, ...expected }: Expected,
  now: Instant,
): Promise<{ claims: JWTPayload } | { problem: string }> {
  const found = findKey(jwt, keys);
  if ('problem' in found) return found;
  try {
    const { payload } = await jwtVerify(jwt, await importJWK(found.key, ALGORITHM), {
      ...expected,
      algorithms: [ALGORITHM],
      maxTokenAge: maxAgeSeconds,
      clockTolerance: CLOCK_SKEW_SECONDS,
      requiredClaims: [...requiredClaims],
      currentDate: new Date(now),
    });
    return { claims: payload };
  } catch (error) {
    // Of a payload that is no JSON it says so; none of its messages repeats what was sent.
    if (error instanceof errors.JOSEError) return { problem: `${error.message}.` };
    throw error;
  }
}

/** The key that a JWT says it is signed with. */
function findKey(
  jwt: string,
  keys: readonly PublicJwk[],
): { key: PublicJwk } | { problem: string } {
  if (jwt.length > MAX_JWT_CHARACTERS) return { problem: 'It is too long.' };
  const header = COMPACT.test(jwt) ? readHeader(jwt) : undefined;
  if (header === undefined) return { problem: 'It is not a JWT.' };
  const strange = Object.keys(header).find((name) => !HEADER_MEMBERS.has(name));
  if (strange !== undefined) return { problem: 'Its header may have alg, kid, typ and cty alone.' };
  if (header.alg !== ALGORITHM) return { problem: `It must be signed with ${ALGORITHM}.` };
  // A JWT within the JWT within the JWT: nobody needs it.
  if (header.cty?.toUpperCase() === 'JWT') return { problem: 'It must not hold another JWT.' };
  const key = keys.find(({ kid }) => kid === header.kid);
  return key === undefined ? { problem: 'Its kid names no key of the directory.' } : { key };
}

function readHeader(jwt: string) {
  try {
    return decodeProtectedHeader(jwt);
  } catch {
    return undefined;
  }
}
