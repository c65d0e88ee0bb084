import { decodeProtectedHeader, errors, importJWK, jwtVerify, type JWTPayload } from 'jose';
import type { PublicJwk } from '../../domain/records/access.ts';
import type { Instant, Seconds } from '../../shared/time.ts';
import { ALGORITHM, CLOCK_SKEW_SECONDS } from '../profile.ts';

/** Maximum length of a JWT, in characters. */
const MAX_JWT_CHARACTERS = 64 * 1024;

/**
 * The fields that the header of a JWT may have. None of them changes how the JWT is verified. Any
 * other field is refused.
 */
const HEADER_MEMBERS: ReadonlySet<string> = new Set(['alg', 'kid', 'typ', 'cty']);

const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

export interface Expected {
  readonly issuer: string;
  readonly audience?: string;
  /** Maximum age of the JWT, in seconds. */
  readonly maxAgeSeconds: Seconds;
  readonly requiredClaims: readonly string[];
}

/**
 * Verifies a JWT, which must be signed with one of the given keys. Returns its claims, or a
 * sentence that describes the problem.
 */
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
    // The message can be returned, because jose never repeats parts of the JWT in it.
    if (error instanceof errors.JOSEError) return { problem: `${error.message}.` };
    throw error;
  }
}

/** Returns the key that the JWT's `kid` names. */
function findKey(
  jwt: string,
  keys: readonly PublicJwk[],
): { key: PublicJwk } | { problem: string } {
  if (jwt.length > MAX_JWT_CHARACTERS)
    return { problem: `The JWT has more than ${String(MAX_JWT_CHARACTERS)} characters.` };
  const header = COMPACT.test(jwt) ? readHeader(jwt) : undefined;
  if (header === undefined) return { problem: 'Expected a signed JWT in compact serialisation.' };
  const unexpected = Object.keys(header).find((name) => !HEADER_MEMBERS.has(name));
  if (unexpected !== undefined)
    return { problem: 'The header of the JWT may contain only alg, kid, typ and cty.' };
  if (header.alg !== ALGORITHM) return { problem: `The JWT must be signed with ${ALGORITHM}.` };
  // Nested JWTs are refused. The service needs none, apart from the software statement.
  if (header.cty?.toUpperCase() === 'JWT')
    return { problem: 'The JWT must not be nested (cty JWT).' };
  const key = keys.find(({ kid }) => kid === header.kid);
  return key === undefined
    ? { problem: 'The directory lists no key with the kid of the JWT.' }
    : { key };
}

function readHeader(jwt: string) {
  try {
    return decodeProtectedHeader(jwt);
  } catch {
    return undefined;
  }
}
