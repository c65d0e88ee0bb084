import * as oidc from 'openid-client';

/**
 * Thrown when the provider does not prove a sign-in or an approval.
 *
 * - `away`: it cannot be reached, or has an error of its own.
 * - `declined`: the customer did not approve.
 * - `pending`, `slowDown`: the customer has not answered in the bank's app yet.
 * - `expired`: the customer did not answer in the bank's app in time.
 * - `tooMany`: the customer was asked in the bank's app too often recently.
 * - Others: the response is not valid, or does not prove what is wanted. Nothing must be approved.
 */
export class NotProven extends Error {
  override readonly name = 'NotProven';
  readonly reason:
    | 'away'
    | 'declined'
    | 'pending'
    | 'slowDown'
    | 'expired'
    | 'tooMany'
    | 'invalid'
    | 'acr'
    | 'authTime'
    | 'digest';

  constructor(reason: NotProven['reason'], cause?: unknown) {
    super(`The bank's OpenID Provider did not prove the sign-in: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** OAuth errors of a provider that cannot answer now. */
const AWAY = ['temporarily_unavailable', 'server_error'];

/** Reasons for OAuth errors of the token endpoint (CIBA, 11). Other errors are `invalid`. */
const REASONS: Readonly<Record<string, NotProven['reason']>> = {
  authorization_pending: 'pending',
  slow_down: 'slowDown',
  access_denied: 'declined',
  expired_token: 'expired',
};

/** Codes of openid-client for a provider that gives no usable answer. */
const UNUSABLE: ReadonlySet<string | undefined> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

/** Returns the reason for an error of openid-client. */
export function reasonOf(error: unknown): NotProven['reason'] {
  if (error instanceof oidc.AuthorizationResponseError) {
    if (error.error === 'access_denied') return 'declined';
    return AWAY.includes(error.error) ? 'away' : 'invalid';
  }
  if (error instanceof oidc.ResponseBodyError) {
    return error.status >= 500 ? 'away' : (REASONS[error.error] ?? 'invalid');
  }
  const isAway = !(error instanceof oidc.ClientError) || UNUSABLE.has(error.code);
  return isAway ? 'away' : 'invalid';
}
