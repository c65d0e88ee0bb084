import { z } from 'zod';
import { text } from '../../contract/fields.ts';
import { plainMessage, problemsOf, readJsonAs, refuseRepeats } from '../../contract/problems.ts';
import type { DirectoryOrganisation } from '../../domain/records/access.ts';
import { ALGORITHM } from '../profile.ts';

/** How many problems of a document are told. */
const MAX_PROBLEMS_TOLD = 50;

/** An id that may stand in addresses, names of files and logs. */
const Id = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'Expected 1 to 64 letters, digits, dots or dashes.');

const Name = text(200);
const Roles = z.array(z.enum(['PISP', 'AISP', 'CBPII', 'ASPSP'])).max(4);
const Part = z.base64url().max(2048);

/** 2048 bits in base64url, which is the least that a key may have (RFC 7518, 3.5). */
const MIN_MODULUS_CHARACTERS = 342;

export const Key = z.object({
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

/** An address that browsers may be sent to with what the bank has to say to the TPP. */
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

/** What a TPP says of itself: it must not stop what the directory says of others. */
const OwnWords = {
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
      listed.map((one, place) => ({
        one,
        path: ['organisations', organisation, 'software', place],
      })),
    );
    const certificates = software.flatMap(({ one, path }) =>
      one.certificates.map(({ thumbprint }, place) => ({
        path: [...path, 'certificates', place, 'thumbprint'],
        value: thumbprint,
      })),
    );
    const ids = organisations.map(({ id }, place) => ({
      path: ['organisations', place, 'id'],
      value: id,
    }));
    refuseRepeats(ids, context);
    refuseRepeats(
      software.map(({ one, path }) => ({ path: [...path, 'id'], value: one.id })),
      context,
    );
    refuseRepeats(certificates, context);
    for (const { one, path } of software) {
      const kids = one.keys.map(({ kid }, place) => ({
        path: [...path, 'keys', place, 'kid'],
        value: kid,
      }));
      refuseRepeats(kids, context);
    }
  });

/** Nothing that means something else in a policy of the customer's pages, which name the host. */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/;

function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text) || text.includes('#')) return false;
  const { protocol, username, password, hostname } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && HOST.test(hostname);
}

/** A document that was read. */
export interface ReadDirectory {
  readonly organisations: readonly DirectoryOrganisation[];
  /** Who is left out for what it says of itself, and what is wrong with that: one line each. */
  readonly leftOut: readonly string[];
}

/**
 * The organisations of a directory's document, or everything that is wrong with it: one line each,
 * with its place. Members that are not known are passed over (docs/decisions, 41).
 */
export function readDirectory(
  written: string,
): ReadDirectory | { readonly problems: readonly string[] } {
  const read = readJsonAs(Document, written);
  if ('problems' in read) return { problems: read.problems.slice(0, MAX_PROBLEMS_TOLD) };
  const leftOut: string[] = [];
  const isTaken = (words: z.ZodType, listed: { readonly id: string }): boolean => {
    const { error } = words.safeParse(listed, { error: plainMessage });
    if (error === undefined) return true;
    if (leftOut.length < MAX_PROBLEMS_TOLD) {
      leftOut.push(`${listed.id} is left out: ${problemsOf(error).join(' ')}`);
    }
    return false;
  };
  const organisations = read.value.organisations
    .filter((organisation) => isTaken(OwnWords.organisation, organisation))
    .map((organisation) => ({
      ...organisation,
      software: organisation.software.filter((software) => isTaken(OwnWords.software, software)),
    }));
  return { organisations, leftOut };
}
