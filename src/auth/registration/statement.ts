import { decodeJwt } from 'jose';
import { z } from 'zod';
import { text } from '../../contract/fields.ts';
import { problemsOf } from '../../contract/problems.ts';
import type { PublicJwk } from '../../domain/records/access.ts';
import type { Instant } from '../../shared/time.ts';
import { verifyJwt } from './jwt.ts';
import { Refused } from './refused.ts';

/** Who signs software statements (UK Open Banking, Dynamic Client Registration 3.2). */
const DIRECTORY_ISSUER = 'OpenBanking Ltd';

/** How old a statement may be, in seconds (the same, 2.2). */
export const MAX_STATEMENT_AGE_SECONDS = 30 * 60;

const Statement = z.object({
  software_id: text(64),
  org_id: text(64),
  org_status: z.literal('Active', 'The organisation must be Active').optional(),
  software_roles: z.array(text(64)),
  software_redirect_uris: z.array(text(2000)),
  // One JWT within another is all that a registration needs.
  software_statement: z.undefined('A statement must not hold another').optional(),
});

/** What the directory says of a piece of software. */
export type SoftwareStatement = z.output<typeof Statement>;

/** The software statement in a registration request, which nobody has verified yet. */
export function statementIn(request: string): string | Refused {
  try {
    const { software_statement: statement } = decodeJwt(request);
    if (typeof statement === 'string') return statement;
  } catch {
    return new Refused('invalid_client_metadata', 'The body is not a JWT.');
  }
  return new Refused('invalid_software_statement', 'software_statement is missing.');
}

/** What a statement says, once it is known to be the directory's, fresh, and for a PISP. */
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
  const read = Statement.safeParse(verified.claims);
  if (!read.success) {
    return new Refused('invalid_software_statement', problemsOf(read.error).join(' '));
  }
  if (read.data.software_roles.includes('PISP')) return read.data;
  return new Refused('unapproved_software_statement', 'The software must have the role PISP.');
}
