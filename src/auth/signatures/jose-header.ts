import { isUtf8 } from 'node:buffer';
import { describe } from '../../contract/faults.ts';
import { SIGNATURE_HEADER } from '../../domain/ports/signatures.ts';
import { refuse, type Refusal } from '../../shared/errors.ts';
import { parseJson } from '../../shared/json/json.ts';
import { shorten } from '../../shared/text.ts';
import { SECOND_MS, type Instant } from '../../shared/time.ts';
import { ALGORITHM, CLOCK_SKEW_SECONDS } from '../profile.ts';

/** The names of the standard's own claims (Message Signing, step 2). */
export const CLAIMS = {
  issuedAt: 'http://openbanking.org.uk/iat',
  issuer: 'http://openbanking.org.uk/iss',
  trustAnchor: 'http://openbanking.org.uk/tan',
} as const;

/** What whoever reads a header must understand, or refuse it (RFC 7515, 4.1.11). */
export const CRITICAL: readonly string[] = Object.values(CLAIMS);

/** Longest signature that is looked at, in characters: one by an RSA key of 16,384 bits fits. */
const MAX_SIGNATURE_CHARACTERS = 4096;

/** The members of a JOSE header by their names, not judged yet. */
type Claims = Readonly<Record<string, unknown>>;

/** A signature taken apart. */
export interface ParsedSignature {
  /** As it was sent, base64url. */
  readonly protectedHeader: string;
  /** base64url. */
  readonly value: string;
  readonly claims: Claims;
}

/** What the header of a TPP's signature has to say. */
export interface ExpectedClaims {
  readonly now: Instant;
  /** `org-id/software-id`. */
  readonly issuer: string;
  readonly trustAnchors: readonly string[];
  /** The ids of the keys that the directory has for the TPP. */
  readonly keyIds: readonly string[];
}

/** Takes a detached JWS apart, strictly: no text but the one that its maker wrote is read. */
export function parseDetached(signature: string): ParsedSignature | Refusal {
  if (signature.length > MAX_SIGNATURE_CHARACTERS) {
    return malformed(`It is longer than ${String(MAX_SIGNATURE_CHARACTERS)} characters.`);
  }
  const [protectedHeader = '', payload, value = '', ...more] = signature.split('.');
  const header = decodeBase64url(protectedHeader);
  if (payload !== '' || more.length > 0 || header === undefined) {
    return malformed('Expected header..signature, both base64url without padding.');
  }
  if (decodeBase64url(value) === undefined) {
    return malformed('Its last part is not base64url without padding.');
  }
  const claims = parseClaims(header);
  if (claims === undefined) {
    return malformed('Its JOSE header is not a JSON object in UTF-8 with each name once.');
  }
  return { protectedHeader, value, claims };
}

/** The bytes of a text that is exactly what encoding them gives; undefined for every other. */
function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length > 0 && bytes.toString('base64url') === text ? bytes : undefined;
}

function parseClaims(header: Buffer): Claims | undefined {
  if (!isUtf8(header)) return undefined;
  const parsed = parseJson(header.toString('utf8'));
  if ('syntax' in parsed || parsed.total > 0) return undefined;
  const { value } = parsed;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Claims) : undefined;
}

function malformed(message: string): Refusal {
  return refuse(400, 'signatureMalformed', message, { path: SIGNATURE_HEADER });
}

/** Whether a claim is right, and what would be. */
interface Rule {
  readonly isMandatory: boolean;
  readonly expected: (expected: ExpectedClaims) => string;
  readonly isRight: (value: unknown, expected: ExpectedClaims) => boolean;
}

/** Every member that the header may have (Message Signing, step 2 of both processes). */
const RULES: Readonly<Record<string, Rule>> = {
  alg: oneOf(true, [ALGORITHM]),
  kid: {
    isMandatory: true,
    expected: () => 'a signing key that the directory has for this TPP',
    isRight: (value, { keyIds }) => typeof value === 'string' && keyIds.includes(value),
  },
  [CLAIMS.issuedAt]: {
    isMandatory: true,
    expected: () => 'a number of seconds since 1970 that is not in the future',
    isRight: (value, { now }) =>
      typeof value === 'number' &&
      value >= 0 &&
      value * SECOND_MS <= now + CLOCK_SKEW_SECONDS * SECOND_MS,
  },
  [CLAIMS.issuer]: {
    isMandatory: true,
    expected: ({ issuer }) => issuer,
    isRight: (value, { issuer }) => value === issuer,
  },
  [CLAIMS.trustAnchor]: {
    isMandatory: true,
    expected: ({ trustAnchors }) => trustAnchors.join(' or '),
    isRight: (value, { trustAnchors }) => typeof value === 'string' && trustAnchors.includes(value),
  },
  crit: {
    isMandatory: true,
    expected: () => `exactly ${CRITICAL.join(', ')}`,
    isRight: isCritical,
  },
  typ: oneOf(false, ['JOSE']),
  cty: oneOf(false, ['application/json', 'json']),
};

function oneOf(isMandatory: boolean, values: readonly string[]): Rule {
  return {
    isMandatory,
    expected: () => values.join(' or '),
    isRight: (value) => typeof value === 'string' && values.includes(value),
  };
}

/** The three claims and nothing else, in any order. */
function isCritical(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== CRITICAL.length) return false;
  return CRITICAL.every((name) => value.includes(name));
}

/**
 * The first thing wrong with a header: a claim that is missing, one that the standard does not
 * have (`b64` among them), a value that is not right. The fault's path is the name of the claim.
 */
export function judgeClaims(claims: Claims, expected: ExpectedClaims): Refusal | undefined {
  const rules = Object.entries(RULES);
  const missing = rules.find(([name, rule]) => rule.isMandatory && !Object.hasOwn(claims, name));
  if (missing !== undefined) {
    const [path] = missing;
    return refuse(400, 'signatureMissingClaim', `The JOSE header has no ${path}.`, { path });
  }
  const unknown = Object.keys(claims).find((name) => !Object.hasOwn(RULES, name));
  if (unknown !== undefined) {
    const path = shorten(unknown);
    const message = `The JOSE header of a message has no member ${path}; leave it out.`;
    return refuse(400, 'signatureInvalidClaim', message, { path });
  }
  const wrong = rules.find(
    ([name, rule]) => Object.hasOwn(claims, name) && !rule.isRight(claims[name], expected),
  );
  if (wrong === undefined) return undefined;
  const [path, rule] = wrong;
  const message = `Found ${describe(claims[path])}. Expected ${rule.expected(expected)}.`;
  return refuse(400, 'signatureInvalidClaim', message, { path });
}
