import { importJWK } from 'jose';
import * as oidc from 'openid-client';
import { assert } from '../../src/shared/assert.ts';
import type { Bank } from './secure-browser.ts';
import type { SecureTpp } from './secure-tpp.ts';

/**
 * A TPP that uses the certified library openid-client for every step of OAuth and OpenID Connect.
 */
export interface Certified {
  readonly tpp: SecureTpp;
  readonly config: oidc.Configuration;
  readonly key: oidc.PrivateKey;
}

/**
 * Configures openid-client from the bank's discovery document. Requests use the TPP's connections.
 */
export async function certified({ issuerUrl }: Bank, tpp: SecureTpp): Promise<Certified> {
  const signing = await importJWK(tpp.signingKey, 'PS256');
  assert(!(signing instanceof Uint8Array), 'the key is no secret');
  const key = { key: signing, kid: tpp.signingKey.kid };
  const config = await oidc.discovery(
    new URL(issuerUrl),
    tpp.id,
    {
      authorization_signed_response_alg: 'PS256',
      id_token_signed_response_alg: 'PS256',
      use_mtls_endpoint_aliases: true,
    },
    tpp.id === 'tpp-two' ? oidc.PrivateKeyJwt(key) : oidc.TlsClientAuth(),
    {
      [oidc.customFetch]: async (url, { method, headers, body }) => {
        const form = body instanceof URLSearchParams ? body.toString() : undefined;
        assert(form !== undefined || body === undefined || body === null, 'it sends forms alone');
        const answer = await tpp.transport.send({ method, url, headers, body: form });
        const bytes = answer.bytes.length === 0 ? null : Uint8Array.from(answer.bytes);
        return new Response(bytes, { status: answer.status, headers: answer.headers });
      },
    },
  );
  return { tpp, config, key };
}

/**
 * Returns the parameters of an authorisation request, and the values that its response must match.
 */
export function parametersFor({ tpp }: Certified, consentId: string) {
  const openbanking_intent_id = { value: consentId, essential: true };
  const acr = { essential: true, values: ['urn:openbanking:psd2:sca'] };
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
  const parameters = {
    redirect_uri: tpp.redirectUri,
    scope: 'openid payments',
    claims: JSON.stringify({ id_token: { openbanking_intent_id, acr } }),
    state,
    nonce,
  };
  return { parameters, checks: { expectedState: state, expectedNonce: nonce } };
}
