import type { IncomingMessage } from 'node:http';
import type { AccessTokens } from '../../domain/ports/authorisation-store.ts';
import type { VerifiedGrant } from '../../domain/records/records.ts';
import { Refusal } from '../../shared/errors.ts';
import type { ListenerInfo } from '../listener-info.ts';

const BEARER = /^Bearer ([A-Za-z0-9\-._~+/]+=*)$/i;

/**
 * Who calls: 401 with an empty body for a missing, unknown or expired token (rules, 1.4), and for
 * one that is bound to another certificate than the caller showed (rules, 9.5).
 */
export async function identify(
  incoming: IncomingMessage,
  listener: ListenerInfo,
  tokens: AccessTokens,
): Promise<VerifiedGrant | Refusal> {
  const token = BEARER.exec(incoming.headers.authorization ?? '')?.[1];
  const certificate = listener.certificateOf(incoming)?.thumbprint ?? null;
  // No certificate is not the certificate that tokens of the plain door are bound to.
  const isKnown = token !== undefined && (certificate !== null || !listener.needsCertificate);
  const grant = isKnown ? await tokens.verify(token, certificate) : undefined;
  if (grant !== undefined) return grant;
  const challenge = token === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
  return new Refusal(401, [], { headers: { 'www-authenticate': challenge } });
}
