import { timingSafeEqual } from 'node:crypto';
import type { JsonAnswer } from '../api/json-handler.ts';
import { hashSecret, type TokenService } from '../auth/tokens.ts';

/** Where the hashes of the clients' secrets are, which only the sandbox has. */
export interface SandboxSecrets {
  findSandboxSecret(clientId: string): Promise<string | undefined>;
}

export interface IssueParts {
  readonly tokens: Pick<TokenService, 'issueToClient'>;
  readonly secrets: SandboxSecrets;
  readonly record: (action: 'tokenIssued' | 'clientRefused') => Promise<void>;
}

/**
 * `POST /sandbox/token`: an OAuth client-credentials answer (RFC 6749, 4.4 and 5.2). What came of
 * it is recorded before it is answered.
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

/** A refusal in the words of OAuth (RFC 6749, 5.2). */
export function oauthError(status: number, error: string, description: string): JsonAnswer {
  return { status, body: { error, error_description: description } };
}

/** Compares in constant time, and as long where there is no secret. */
function isSecretOf(secretHash: string | undefined, secret: string): boolean {
  const expected = Buffer.from(secretHash ?? hashSecret(''), 'hex');
  const matches = timingSafeEqual(expected, Buffer.from(hashSecret(secret), 'hex'));
  return secretHash !== undefined && matches;
}
