import type { TokenOffice } from '../auth/tokens.ts';

/** An answer of the sandbox: a status and a JSON body. */
export interface SandboxAnswer {
  readonly status: number;
  readonly body: object;
}

/** `POST /sandbox/token`: an OAuth client-credentials answer (RFC 6749, 4.4 and 5.2). */
export async function issueToken(
  form: URLSearchParams,
  tokens: TokenOffice,
): Promise<SandboxAnswer> {
  const field = (name: string): string => form.get(name) ?? '';
  if (field('grant_type') !== 'client_credentials') {
    return oauthError(400, 'unsupported_grant_type', 'grant_type must be client_credentials.');
  }
  const scopes = field('scope').split(' ');
  if (!scopes.includes('payments')) {
    return oauthError(400, 'invalid_scope', 'scope must be payments.');
  }
  const issued = await tokens.issueToClient(field('client_id'), field('client_secret'));
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
export function oauthError(status: number, error: string, description: string): SandboxAnswer {
  return { status, body: { error, error_description: description } };
}
