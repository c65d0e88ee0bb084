import type { IncomingHttpHeaders } from 'node:http';
import type { AccessTokens } from '../../domain/ports.ts';
import type { Grant } from '../../domain/records.ts';
import { Refusal } from '../../kernel/errors.ts';

const BEARER = /^Bearer ([A-Za-z0-9\-._~+/]+=*)$/i;

/** Who calls: 401 with an empty body for a missing, unknown or expired token (rules, 1). */
export async function identify(
  headers: IncomingHttpHeaders,
  tokens: AccessTokens,
): Promise<Grant | Refusal> {
  const token = BEARER.exec(headers.authorization ?? '')?.[1];
  const grant = token === undefined ? undefined : await tokens.verify(token);
  if (grant !== undefined) return grant;
  const challenge = token === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
  return new Refusal(401, [], { headers: { 'www-authenticate': challenge } });
}
