import * as oidc from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { certified, parametersFor, type Certified } from '../../helpers/certified-client.ts';
import { NORTHWIND } from '../../helpers/payment-file.ts';
import { SecureApi } from '../../helpers/secure-api.ts';
import { SecureCustomer, type Wish } from '../../helpers/secure-customer.ts';
import { useSecureService } from '../../helpers/secure-service.ts';
import { SecureTpp } from '../../helpers/secure-tpp.ts';
import { dataOf } from '../../helpers/tpp.ts';
import { clientOf } from './cases.ts';

const service = useSecureService();

const APPROVES: Wish = { user: 'clara', debtorAccount: NORTHWIND };

describe.each(['tpp-one', 'tpp-two'])('a certified client as %s', (id) => {
  let api: SecureApi;
  let client: Certified;
  beforeAll(async () => {
    const tpp = new SecureTpp(id, service());
    api = await SecureApi.open(service(), tpp);
    client = await certified(service(), tpp);
  });

  /** Creates a consent. Returns its id and the parameters of an authorisation request for it. */
  async function asked() {
    const consentId = await clientOf(api, 'domestic-payments').prepared();
    return { consentId, ...parametersFor(client, consentId) };
  }

  /** Decides as a customer. Returns the URL of the redirect back to the client. */
  async function decided(url: URL, wish = APPROVES): Promise<URL> {
    return new URL((await new SecureCustomer(service()).decide(url.href, wish)).url);
  }

  async function pay(consentId: string, token: string): Promise<void> {
    const submitted = await clientOf(api, 'domestic-payments').submit({ consentId, token });
    expect(submitted.status).toBe(201);
    expect(dataOf(submitted)['ConsentId']).toBe(consentId);
  }

  test('finds every endpoint of the discovery document', () => {
    const { apiUrl, issuerUrl } = service();
    const metadata = client.config.serverMetadata();
    expect(metadata).toMatchObject({
      issuer: issuerUrl,
      authorization_endpoint: `${issuerUrl}/as/authorize`,
      token_endpoint: `${apiUrl}/as/token`,
      pushed_authorization_request_endpoint: `${apiUrl}/as/par`,
      mtls_endpoint_aliases: { token_endpoint: `${apiUrl}/as/token` },
      tls_client_certificate_bound_access_tokens: true,
      request_object_signing_alg_values_supported: ['PS256'],
    });
  });

  test('requests, introspects and revokes its own token', async () => {
    const scope = { scope: 'payments' };
    const { access_token } = await oidc.clientCredentialsGrant(client.config, scope);
    const path = '/domestic-payments/none';
    expect((await api.get(path, { token: access_token })).status).toBe(400);
    const introspection = await oidc.tokenIntrospection(client.config, access_token);
    const cnf = { 'x5t#S256': client.tpp.thumbprint };
    expect(introspection).toMatchObject({ active: true, client_id: id, cnf });
    await oidc.tokenRevocation(client.config, access_token);
    expect((await api.get(path, { token: access_token })).status).toBe(401);
  });

  test('pays with a code and an ID token that confirms it', async () => {
    const { config, key } = await certified(service(), client.tpp);
    oidc.useCodeIdTokenResponseType(config);
    oidc.enableDetachedSignatureResponseChecks(config);
    const { consentId, parameters, checks } = await asked();
    const url = await oidc.buildAuthorizationUrlWithJAR(config, parameters, key);
    const reply = await oidc.authorizationCodeGrant(config, await decided(url), checks);
    expect(reply.claims()).toMatchObject({ openbanking_intent_id: consentId });
    await pay(consentId, reply.access_token);
  });

  test('pays with a pushed request and a signed response', async () => {
    const { config, key } = await certified(service(), client.tpp);
    oidc.useJwtResponseMode(config);
    const { consentId, parameters, checks } = await asked();
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
    const code_challenge = await oidc.calculatePKCECodeChallenge(pkceCodeVerifier);
    const pkce = { code_challenge, code_challenge_method: 'S256' };
    const signed = await oidc.buildAuthorizationUrlWithJAR(config, { ...parameters, ...pkce }, key);
    const url = await oidc.buildAuthorizationUrlWithPAR(config, signed.searchParams);
    const back = await decided(url);
    const reply = await oidc.authorizationCodeGrant(config, back, { ...checks, pkceCodeVerifier });
    await pay(consentId, reply.access_token);
  });

  test('receives a valid error response if the customer refuses', async () => {
    const { config, key } = await certified(service(), client.tpp);
    oidc.useCodeIdTokenResponseType(config);
    const { parameters, checks } = await asked();
    const url = await oidc.buildAuthorizationUrlWithJAR(config, parameters, key);
    const back = await decided(url, { ...APPROVES, decision: 'reject' });
    const failing = oidc.authorizationCodeGrant(config, back, checks);
    await expect(failing).rejects.toMatchObject({ error: 'access_denied' });
  });
});
