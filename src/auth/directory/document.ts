import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { text } from '../../contract/fields.ts';
import {
  plainMessage,
  problemsOf,
  readJsonAs,
  refuseRepeats,
  readAs,
} from '../../contract/problems.ts';
import type { DirectoryOrganisation, PublicJwk } from '../../domain/records/access.ts';
import { ALGORITHM } from '../profile.ts';

/** Maximum number of problems that are reported for one document. */
const MAX_REPORTED_PROBLEMS = 50;

/** An id that is safe in URLs, file names and logs. */
const Id = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'Expected 1 to 64 letters, digits, dots or dashes.');

const Name = text(200);
const Roles = z.array(z.enum(['PISP', 'AISP', 'CBPII', 'ASPSP'])).max(4);
const Part = z.base64url().max(2048);

/**
 * Number of base64url characters of a 2048-bit modulus. Shorter keys are not allowed (RFC 7518,
 * 3.5).
 */
const MIN_MODULUS_CHARACTERS = 342;

const Key = z.object({
  kty: z.literal('RSA'),
  kid: text(128),
  use: z.literal('sig'),
  alg: z.literal(ALGORITHM),
  n: Part.min(MIN_MODULUS_CHARACTERS, 'Expected a modulus of 2048 bits or more.'),
  e: Part.min(1),
});

const Certificate = z.object({
  thumbprint: z
    .string()
    .regex(/^[A-Za-z0-9_-]{43}$/, 'Expected a SHA-256 in base64url: 43 characters.'),
  status: z.enum(['Active', 'Revoked']),
});

/** A redirect URI: the TPP's address to which browsers are redirected with the bank's response. */
export const RedirectUri = text(2000).refine(
  isRedirectUri,
  'Expected an https address without a fragment or a user.',
);

const Software = z.object({
  id: Id,
  name: z.string(),
  status: z.enum(['Active', 'Inactive']),
  roles: Roles,
  redirectUris: z.array(z.string()).max(100),
  keys: z.array(Key.extend({ kid: z.string() })).max(100),
  certificates: z.array(Certificate).max(1000),
});

const Organisation = z.object({
  id: Id,
  name: z.string(),
  status: z.enum(['Active', 'Suspended', 'Withdrawn']),
  roles: Roles,
  software: z.array(Software),
});

/**
 * The fields whose values TPPs choose themselves. An invalid value excludes only this TPP, and not
 * the whole document.
 */
const TppChosenFields = {
  organisation: z.object({ name: Name }),
  software: z.object({
    name: Name,
    redirectUris: z.array(RedirectUri),
    keys: z.array(Key.pick({ kid: true })),
  }),
};

const Document = z
  .object({ organisations: z.array(Organisation) })
  .superRefine(({ organisations }, context) => {
    const software = organisations.flatMap(({ software: listed }, organisation) =>
      listed.map((item, index) => ({
        item,
        path: ['organisations', organisation, 'software', index],
      })),
    );
    const certificates = software.flatMap(({ item, path }) =>
      item.certificates.map(({ thumbprint }, index) => ({
        path: [...path, 'certificates', index, 'thumbprint'],
        value: thumbprint,
      })),
    );
    const ids = organisations.map(({ id }, index) => ({
      path: ['organisations', index, 'id'],
      value: id,
    }));
    refuseRepeats(ids, context);
    refuseRepeats(
      software.map(({ item, path }) => ({ path: [...path, 'id'], value: item.id })),
      context,
    );
    refuseRepeats(certificates, context);
    for (const { item, path } of software) {
      const kids = item.keys.map(({ kid }, index) => ({
        path: [...path, 'keys', index, 'kid'],
        value: kid,
      }));
      refuseRepeats(kids, context);
    }
  });

/**
 * Matches an allowed host. The content security policy of the customers' pages names the host, and
 * other characters could have a special meaning there.
 */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/;

function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text) || text.includes('#')) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && HOST.test(hostname);
}

/** The content of a directory document. */
export interface ReadDirectory {
  readonly organisations: readonly DirectoryOrganisation[];
  /**
   * The organisations and software that are excluded because one of their own fields is invalid.
   * Each line contains one of them with the reason.
   */
  readonly leftOut: readonly string[];
}

/**
 * Parses a directory document. Returns its organisations, or all problems with their paths, one on
 * each line. Unknown fields are ignored (docs/decisions, 41).
 */
export function readDirectory(
  text: string,
): ReadDirectory | { readonly problems: readonly string[] } {
  const parsed = readJsonAs(Document, text);
  if ('problems' in parsed) return { problems: parsed.problems.slice(0, MAX_REPORTED_PROBLEMS) };
  const leftOut: string[] = [];
  const isAccepted = (fields: z.ZodType, listed: { readonly id: string }): boolean => {
    const { error } = fields.safeParse(listed, { error: plainMessage });
    if (error === undefined) return true;
    if (leftOut.length < MAX_REPORTED_PROBLEMS) {
      leftOut.push(
        `${listed.id} is ignored until this is corrected: ${problemsOf(error).join(' ')}`,
      );
    }
    return false;
  };
  const organisations = parsed.value.organisations
    .filter((organisation) => isAccepted(TppChosenFields.organisation, organisation))
    .map((organisation) => ({
      ...organisation,
      software: organisation.software.filter((software) =>
        isAccepted(TppChosenFields.software, software),
      ),
    }));
  return { organisations, leftOut };
}

const KeySet = z.object({ keys: z.array(Key).min(1) });

/**
 * Reads the keys that verify the directory's software statements from a JWKS file. Throws if the
 * file is invalid. The file is read again for each registration, so a new key takes effect at once.
 */
export function readDirectoryKeys(file: string): readonly PublicJwk[] {
  return readAs(KeySet, readFileSync(file, 'utf8'), file).keys;
}
