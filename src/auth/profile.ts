import { hasUnsafeUnicode } from '../shared/unsafe-unicode.ts';
import { shorten } from '../shared/text.ts';

/** The only algorithm that the UK profile signs and verifies with (rules, 4.1). */
export const ALGORITHM = 'PS256';

/** What every request of a customer's authorisation asks for. */
export const SCOPES = ['openid', 'payments'] as const;

/** What a TPP may do with the authorisation server; `implicit`: an ID token beside the code. */
export const GRANT_TYPES = ['authorization_code', 'client_credentials', 'implicit'] as const;

/** What a customer's approval gives through the browser. */
export const RESPONSE_TYPES = ['code id_token', 'code'] as const;

/** How that comes back: without the modes that need a script on our page. */
export const RESPONSE_MODES = ['fragment', 'jwt', 'fragment.jwt', 'query.jwt'] as const;

/** How TPPs authenticate themselves (FAPI 1.0 Advanced, 5.2.2). */
export const AUTHENTICATION_METHODS = ['tls_client_auth', 'private_key_jwt'] as const;

export type AuthenticationMethod = (typeof AUTHENTICATION_METHODS)[number];

/** Subject type of every client: another `sub` for each organisation (OpenID Connect Core, 8). */
export const SUBJECT_TYPE = 'pairwise';

/** What the bank's customers always do: strong customer authentication. */
export const ACR = 'urn:openbanking:psd2:sca';

/** How far the clock of whoever signed may be ahead of ours, in seconds. */
export const CLOCK_SKEW_SECONDS = 10;

/** Longest client id that is written down of a caller who may be anybody, in characters. */
const MAX_CLAIMED_ID_CHARACTERS = 64;

/** What is written down of a client id that anybody may have made up: nothing, where it hides. */
export function claimedId(claimed: unknown): string {
  if (typeof claimed !== 'string' || hasUnsafeUnicode(claimed)) return '';
  return shorten(claimed, MAX_CLAIMED_ID_CHARACTERS);
}

/** What no `error_description` may have (RFC 6749, 4.1.2.1). */
const NOT_IN_DESCRIPTIONS = /[^\x20\x21\x23-\x5B\x5D-\x7E]/g;

/** A text as an `error_description` may be: printable ASCII without quotes and backslashes. */
export function asDescription(text: string): string {
  return text.replaceAll(NOT_IN_DESCRIPTIONS, ' ');
}
