import { timingSafeEqual } from 'node:crypto';
import type { JsonAnswer } from '../api/json-handler.ts';
import { hashSecret, type TokenService } from '../auth/tokens.ts';

/** Looks up the hashes of client secrets. Only the sandbox stores client secrets. */
export interface SandboxSecrets {
  findSandboxSecret(clientId: string): Promise<string | undefined>;
}

export interface IssueParts {
  readonly tokens: Pick<TokenService, 'issueToClient'>;
  readonly secrets: SandboxSecrets;
  readonly record: (action: 'tokenIssued' | 'clientRefused') => Promise<void>;
}

/**
 * Handles `POST /sandbox/token`, an OAuth client credentials request (RFC 6749, 4.4 and 5.2). The
 * audit log records the result before the response is sent.
 */
export async function issueToken(
  form: URLSearchParams,
  { tokens, secrets, record }: IssueParts,
): Promise<JsonAnswer> {
  const field = (name: string): string => form.get(name) ?? '';
  if (field('grant_type') !== 'client_credentials') {
    return oauthError(400, 'unsupported_grant_type', 'grant_type must be client_credentials.');
  }
  const scopes = field('scope').split(' ');
  if (!scopes.includes('payments')) {
    return oauthError(400, 'invalid_scope', 'scope must be payments.');
  }
  const clientId = field('client_id');
  const isRight = isSecretOf(await secrets.findSandboxSecret(clientId), field('client_secret'));
  const issued = isRight ? await tokens.issueToClient(clientId) : undefined;
  await record(issued === undefined ? 'clientRefused' : 'tokenIssued');
  if (issued === undefined) {
    return oauthError(
      401,
      'invalid_client',
      'Unknown client, wrong secret, or not an active payment initiation service provider.',
    );
  }
  return {
    status: 200,
    body: {
      access_token: issued.token,
      token_type: 'Bearer',
      expires_in: issued.expiresInSeconds,
      scope: 'payments',
    },
  };
}

/** Returns an OAuth error response (RFC 6749, 5.2). */
export function oauthError(status: number, error: string, description: string): JsonAnswer {
  return { status, body: { error, error_description: description } };
}

/**
 * Returns true if a secret matches its hash. The comparison takes constant time, also for an
 * unknown client.
 */
function isSecretOf(secretHash: string | undefined, secret: string): boolean {
  const expected = Buffer.from(secretHash ?? hashSecret(''), 'hex');
  const matches = timingSafeEqual(expected, Buffer.from(hashSecret(secret), 'hex'));
  return secretHash !== undefined && matches;
}
