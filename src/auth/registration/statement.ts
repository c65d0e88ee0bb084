import { decodeJwt } from 'jose';
import { z } from 'zod';
import { text } from '../../contract/fields.ts';
import { problemsOf } from '../../contract/problems.ts';
import type { PublicJwk } from '../../domain/records/access.ts';
import type { Instant, Seconds } from '../../shared/time.ts';
import { verifyJwt } from './jwt.ts';

/** The error codes for a refused registration (RFC 7591, 3.2.2). */
type RegistrationError =
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'invalid_software_statement'
  | 'unapproved_software_statement';

/** A refused registration. Functions return it as a value and do not throw it. */
export class Refused {
  readonly error: string;
  /** A description of the problem for the TPP's developers. */
  readonly description: string;

  constructor(error: RegistrationError, description: string) {
    this.error = error;
    this.description = description;
  }
}

/** The issuer of software statements (UK Open Banking, Dynamic Client Registration 3.2). */
const DIRECTORY_ISSUER = 'OpenBanking Ltd';

/**
 * Maximum age of a software statement, in seconds (Dynamic Client Registration 3.2, section 2.2).
 */
export const MAX_STATEMENT_AGE_SECONDS: Seconds = 30 * 60;

const Statement = z.object({
  software_id: text(64),
  org_id: text(64),
  org_status: z.literal('Active', 'The organisation must be Active').optional(),
  software_roles: z.array(text(64)),
  software_redirect_uris: z.array(text(2000)),
  // A software statement inside another software statement is refused.
  software_statement: z.undefined('A software statement must not contain another one').optional(),
});

/** Claims of a software statement. */
export type SoftwareStatement = z.output<typeof Statement>;

/**
 * Returns the software statement that a registration request contains. Neither of them is verified
 * yet.
 */
export function statementIn(request: string): string | Refused {
  try {
    const { software_statement: statement } = decodeJwt(request);
    if (typeof statement === 'string') return statement;
  } catch {
    return new Refused('invalid_client_metadata', 'The body is not a JWT.');
  }
  return new Refused('invalid_software_statement', 'software_statement is missing.');
}

/**
 * Verifies a software statement and returns its claims. The directory must have signed it recently,
 * and it must be for a PISP.
 */
export async function readStatement(
  jwt: string,
  directoryKeys: readonly PublicJwk[],
  now: Instant,
): Promise<SoftwareStatement | Refused> {
  const expected = {
    issuer: DIRECTORY_ISSUER,
    maxAgeSeconds: MAX_STATEMENT_AGE_SECONDS,
    requiredClaims: ['jti'],
  };
  const verified = await verifyJwt(jwt, directoryKeys, expected, now);
  if ('problem' in verified) {
    return new Refused('invalid_software_statement', verified.problem);
  }
  const parsed = Statement.safeParse(verified.claims);
  if (!parsed.success) {
    return new Refused('invalid_software_statement', problemsOf(parsed.error).join(' '));
  }
  if (parsed.data.software_roles.includes('PISP')) return parsed.data;
  return new Refused('unapproved_software_statement', 'The software must have the role PISP.');
}
