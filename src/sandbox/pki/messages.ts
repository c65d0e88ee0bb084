import { createPrivateKey, randomUUID } from 'node:crypto';
import type { PrivateJwk } from '../../auth/keys/key-file.ts';
import { ACR, ALGORITHM, RESPONSE_TYPES, SCOPES } from '../../auth/profile.ts';
import { signDetached, unsignedMessage } from '../../auth/signatures/detached.ts';
import { CLAIMS, CRITICAL } from '../../auth/signatures/jose-header.ts';
import { epochSeconds, type Instant, type Seconds } from '../../shared/time.ts';
import { signJwt } from './statements.ts';
import type { Listed } from './statements.ts';

/** Lifetime of a request object, in seconds. */
const REQUEST_SECONDS: Seconds = 10 * 60;

/** Lifetime of a client assertion, in seconds. */
const ASSERTION_SECONDS: Seconds = 60;

/** The sender and the recipient of a message to the bank. */
export interface MessageContext {
  readonly clientId: string;
  readonly key: PrivateJwk;
  readonly issuerUrl: string;
  readonly now: Instant;
}

/**
 * Returns the URL to which a TPP redirects the customer's browser for the decision about a consent.
 * It can be used once.
 */
export async function authorisationUrl(
  sender: MessageContext,
  consentId: string,
  redirectUri: string,
): Promise<string> {
  const { clientId, issuerUrl } = sender;
  const acr = { essential: true, values: [ACR] };
  const intent = { value: consentId, essential: true };
  const parameters = {
    client_id: clientId,
    response_type: RESPONSE_TYPES[0],
    scope: SCOPES.join(' '),
    redirect_uri: redirectUri,
  };
  const request = await signMessage(sender, REQUEST_SECONDS, {
    ...parameters,
    iss: clientId,
    nonce: randomUUID(),
    state: randomUUID(),
    claims: { id_token: { openbanking_intent_id: intent, acr } },
  });
  const query = new URLSearchParams({ ...parameters, request });
  return `${issuerUrl}/as/authorize?${query.toString()}`;
}

/**
 * Returns a signed assertion that authenticates a `private_key_jwt` client. It can be used once.
 */
export function clientAssertion(sender: MessageContext): Promise<string> {
  const { clientId } = sender;
  return signMessage(sender, ASSERTION_SECONDS, { iss: clientId, sub: clientId });
}

/** Returns the `x-jws-signature` of a request body (rules, 4.1). */
export function signBody(
  body: Uint8Array,
  { software, organisation }: Listed,
  { key, now }: Pick<MessageContext, 'key' | 'now'>,
): Promise<string> {
  const header = {
    alg: ALGORITHM,
    kid: key.kid,
    typ: 'JOSE',
    cty: 'application/json',
    [CLAIMS.issuedAt]: epochSeconds(now),
    [CLAIMS.issuer]: `${organisation.id}/${software.id}`,
    [CLAIMS.trustAnchor]: 'openbanking.org.uk',
    crit: CRITICAL,
  };
  return signDetached(unsignedMessage(header, createPrivateKey({ key, format: 'jwk' })), body);
}

/** Signs a JWT for the bank's authorisation server. `seconds` is its lifetime. */
function signMessage(
  { key, issuerUrl, now }: MessageContext,
  seconds: Seconds,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const nbf = epochSeconds(now);
  return signJwt({ ...claims, aud: issuerUrl, nbf, exp: nbf + seconds }, key, now);
}
