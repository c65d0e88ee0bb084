import { isUtf8 } from 'node:buffer';
import { describe } from '../../contract/faults.ts';
import { SIGNATURE_HEADER } from '../../domain/ports/signatures.ts';
import { refuse, type Refusal } from '../../shared/errors.ts';
import { parseJson } from '../../shared/json/json.ts';
import { shorten } from '../../shared/text.ts';
import { SECOND_MS, type Instant } from '../../shared/time.ts';
import { ALGORITHM, CLOCK_SKEW_SECONDS } from '../profile.ts';

/** The names of the claims that the standard adds to the JOSE header (Message Signing, step 2). */
export const CLAIMS = {
  issuedAt: 'http://openbanking.org.uk/iat',
  issuer: 'http://openbanking.org.uk/iss',
  trustAnchor: 'http://openbanking.org.uk/tan',
} as const;

/**
 * The claims that `crit` must list. A recipient must understand them or refuse the message (RFC
 * 7515, 4.1.11).
 */
export const CRITICAL: readonly string[] = Object.values(CLAIMS);

/** Maximum number of characters of a signature. It is enough for an RSA key of 16,384 bits. */
const MAX_SIGNATURE_CHARACTERS = 4096;

/** The fields of a JOSE header, before they are validated. */
type Claims = Readonly<Record<string, unknown>>;

/** A detached JWS signature, split into its parts. */
export interface ParsedSignature {
  /** The encoded header as it was received, in base64url. */
  readonly protectedHeader: string;
  /** The signature value, in base64url. */
  readonly value: string;
  readonly claims: Claims;
}

/** The values that the header of a TPP's signature must contain. */
export interface ExpectedClaims {
  readonly now: Instant;
  /** The issuer, in the form `org-id/software-id`. */
  readonly issuer: string;
  readonly trustAnchors: readonly string[];
  /** The ids of the TPP's keys in the directory. */
  readonly keyIds: readonly string[];
}

/**
 * Parses a detached JWS signature. Refuses every text that is not in the one canonical encoding.
 */
export function parseDetached(signature: string): ParsedSignature | Refusal {
  if (signature.length > MAX_SIGNATURE_CHARACTERS) {
    return malformed(`The signature has more than ${String(MAX_SIGNATURE_CHARACTERS)} characters.`);
  }
  const [protectedHeader = '', payload, value = '', ...more] = signature.split('.');
  const header = decodeBase64url(protectedHeader);
  if (payload !== '' || more.length > 0 || header === undefined) {
    return malformed('Expected header..signature, both base64url without padding.');
  }
  if (decodeBase64url(value) === undefined) {
    return malformed('The part after the last point is not base64url without padding.');
  }
  const claims = parseClaims(header);
  if (claims === undefined) {
    return malformed('The JOSE header is not a JSON object in UTF-8 with unique member names.');
  }
  return { protectedHeader, value, claims };
}

/**
 * Decodes base64url text. Returns undefined if the text is empty or its encoding is not canonical.
 */
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

/** A rule for the value of one claim. */
interface Rule {
  readonly isMandatory: boolean;
  readonly expected: (expected: ExpectedClaims) => string;
  readonly isRight: (value: unknown, expected: ExpectedClaims) => boolean;
}

/**
 * The rules for all fields that the header may have (Message Signing, step 2 of both processes).
 */
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
  cty: oneOf(false, ['application/json', 'json', 'application/json-patch+json']),
};

function oneOf(isMandatory: boolean, values: readonly string[]): Rule {
  return {
    isMandatory,
    expected: () => values.join(' or '),
    isRight: (value) => typeof value === 'string' && values.includes(value),
  };
}

/** Returns true if `crit` lists exactly the three claims, in any order. */
function isCritical(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== CRITICAL.length) return false;
  return CRITICAL.every((name) => value.includes(name));
}

/**
 * Returns the first problem of a header. It may be a missing claim, a wrong value, or a field that
 * the standard does not define, for example `b64`. The error's path is the name of the claim.
 */
export function checkClaims(claims: Claims, expected: ExpectedClaims): Refusal | undefined {
  const rules = Object.entries(RULES);
  const missing = rules.find(([name, rule]) => rule.isMandatory && !Object.hasOwn(claims, name));
  if (missing !== undefined) {
    const [path] = missing;
    return refuse(400, 'signatureMissingClaim', `The JOSE header must contain ${path}.`, { path });
  }
  const unknown = Object.keys(claims).find((name) => !Object.hasOwn(RULES, name));
  if (unknown !== undefined) {
    const path = shorten(unknown);
    const message = `The JOSE header must not contain ${path}. Remove it.`;
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
