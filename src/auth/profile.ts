import { hasUnsafeUnicode } from '../shared/unsafe-unicode.ts';
import { shorten } from '../shared/text.ts';
import type { Seconds } from '../shared/time.ts';

/** The only signature algorithm that the UK profile allows (rules, 4.1). */
export const ALGORITHM = 'PS256';

/** The scopes that every authorisation request must contain. */
export const SCOPES = ['openid', 'payments'] as const;

/**
 * The grant types that a TPP can register. `implicit` allows the server to return an ID token
 * together with the code.
 */
export const GRANT_TYPES = ['authorization_code', 'client_credentials', 'implicit'] as const;

/** The response types that the authorisation endpoint supports. */
export const RESPONSE_TYPES = ['code id_token', 'code'] as const;

/**
 * The response modes that the authorisation endpoint supports. `form_post` is not offered, because
 * it needs a script on the bank's page.
 */
export const RESPONSE_MODES = ['fragment', 'jwt', 'fragment.jwt', 'query.jwt'] as const;

/** The methods with which clients may authenticate (FAPI 1.0 Advanced, 5.2.2). */
export const AUTHENTICATION_METHODS = ['tls_client_auth', 'private_key_jwt'] as const;

export type AuthenticationMethod = (typeof AUTHENTICATION_METHODS)[number];

/**
 * The subject type of every client. Each organisation receives a different `sub` for the same
 * customer (OpenID Connect Core, 8).
 */
export const SUBJECT_TYPE = 'pairwise';

/**
 * The authentication context class of every authorisation, which means strong customer
 * authentication.
 */
export const ACR = 'urn:openbanking:psd2:sca';

/** Maximum number of seconds that a signer's clock may be ahead of the service's clock. */
export const CLOCK_SKEW_SECONDS: Seconds = 10;

/** Maximum number of characters of an unauthenticated client id that are recorded. */
const MAX_CLAIMED_ID_CHARACTERS = 64;

/**
 * Returns an unauthenticated client id in a form that is safe for logs. A long id is shortened. If
 * it contains invisible or otherwise unsafe characters, the result is empty.
 */
export function claimedId(claimed: unknown): string {
  if (typeof claimed !== 'string' || hasUnsafeUnicode(claimed)) return '';
  return shorten(claimed, MAX_CLAIMED_ID_CHARACTERS);
}

/** Matches the characters that an `error_description` must not contain (RFC 6749, 4.1.2.1). */
const NOT_IN_DESCRIPTIONS = /[^\x20\x21\x23-\x5B\x5D-\x7E]/g;

/**
 * Replaces each character that an `error_description` must not contain with a space. Printable
 * ASCII characters other than quotes and backslashes remain.
 */
export function asDescription(text: string): string {
  return text.replaceAll(NOT_IN_DESCRIPTIONS, ' ');
}
