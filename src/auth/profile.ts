import { hasUnsafeUnicode } from '../shared/unsafe-unicode.ts';
import { shorten } from '../shared/text.ts';
import type { Seconds } from '../shared/time.ts';

/** The only algorithm that the UK profile signs and verifies with (rules, 4.1). */
export const ALGORITHM = 'PS256';

/** Scopes that every authorisation request must contain. */
export const SCOPES = ['openid', 'payments'] as const;

/** Grant types that a TPP can register. `implicit` allows an ID token next to the code. */
export const GRANT_TYPES = ['authorization_code', 'client_credentials', 'implicit'] as const;

/** Response types of the authorisation endpoint. */
export const RESPONSE_TYPES = ['code id_token', 'code'] as const;

/**
 * Response modes of the authorisation endpoint. `form_post` is not offered, because it needs a
 * script on our page.
 */
export const RESPONSE_MODES = ['fragment', 'jwt', 'fragment.jwt', 'query.jwt'] as const;

/** Client authentication methods (FAPI 1.0 Advanced, 5.2.2). */
export const AUTHENTICATION_METHODS = ['tls_client_auth', 'private_key_jwt'] as const;

export type AuthenticationMethod = (typeof AUTHENTICATION_METHODS)[number];

/**
 * Subject type of every client: each organisation receives a different `sub` (OpenID Connect Core,
 * 8).
 */
export const SUBJECT_TYPE = 'pairwise';

/** Authentication context class of every authorisation: strong customer authentication. */
export const ACR = 'urn:openbanking:psd2:sca';

/** Maximum number of seconds that a signer's clock may be ahead of ours. */
export const CLOCK_SKEW_SECONDS: Seconds = 10;

/** Maximum number of characters recorded of a client id that is not authenticated. */
const MAX_CLAIMED_ID_CHARACTERS = 64;

/**
 * Returns an unauthenticated client id in a form that is safe for logs: shortened, and empty if it
 * contains invisible or otherwise unsafe characters.
 */
export function claimedId(claimed: unknown): string {
  if (typeof claimed !== 'string' || hasUnsafeUnicode(claimed)) return '';
  return shorten(claimed, MAX_CLAIMED_ID_CHARACTERS);
}

/** Characters that are not allowed in an `error_description` (RFC 6749, 4.1.2.1). */
const NOT_IN_DESCRIPTIONS = /[^\x20\x21\x23-\x5B\x5D-\x7E]/g;

/**
 * Returns a text with every character replaced by a space that is not allowed in an
 * `error_description`. Printable ASCII without quotes and backslashes remains.
 */
export function asDescription(text: string): string {
  return text.replaceAll(NOT_IN_DESCRIPTIONS, ' ');
}
