import type { IncomingMessage } from 'node:http';
import type { AccessTokens } from '../../domain/ports/authorisation-store.ts';
import type { VerifiedGrant } from '../../domain/records/records.ts';
import { Refusal } from '../../shared/errors.ts';
import type { ListenerInfo } from '../listener-info.ts';

const BEARER = /^Bearer ([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * Returns the grant of the request's access token. Returns 401 with an empty body if the token is
 * missing, unknown or expired (rules, 1.4), or if it is bound to another client certificate (rules,
 * 9.5).
 */
export async function authenticate(
  incoming: IncomingMessage,
  listener: ListenerInfo,
  tokens: AccessTokens,
): Promise<VerifiedGrant | Refusal> {
  const token = BEARER.exec(incoming.headers.authorization ?? '')?.[1];
  const certificate = listener.certificateOf(incoming)?.thumbprint ?? null;
  // The tokens of the internal listener are not bound to a certificate. Without this check, the
  // mTLS listener would accept them from a client without a certificate.
  const isKnown = token !== undefined && (certificate !== null || !listener.needsCertificate);
  const grant = isKnown ? await tokens.verify(token, certificate) : undefined;
  if (grant !== undefined) return grant;
  const challenge = token === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
  return new Refusal(401, [], { headers: { 'www-authenticate': challenge } });
}
