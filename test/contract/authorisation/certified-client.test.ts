import * as oidc from 'openid-client';
import { beforeAll, describe, expect, test } from 'vitest';
import { certified, parametersFor, type Certified } from '../../helpers/certified-client.ts';
import { Browser } from './browser.ts';
import { useWorld } from './world.ts';

const world = useWorld();

const certifiedAs = (id: string) => certified(world(), world().tpp(id));

/** Creates a consent. Returns its id and the parameters of an authorisation request for it. */
async function consentRequest(client: Certified) {
  const consentId = await world().consent(client.tpp.id);
  return { consentId, ...parametersFor(client, consentId) };
}

describe.each(['tpp-one', 'tpp-two'])('a certified client as %s', (id) => {
  let client: Certified;
  beforeAll(async () => {
    client = await certifiedAs(id);
  });

  test('gets a token of its own', async () => {
    const reply = await oidc.clientCredentialsGrant(client.config, { scope: 'payments' });
    const { tpp } = client;
    expect(await world().tokens.verify(reply.access_token, tpp.thumbprint)).toBeDefined();
  });

  test('gets a code and an ID token that confirms it', async () => {
    const { tpp, key } = client;
    const { config } = await certifiedAs(id);
    oidc.useCodeIdTokenResponseType(config);
    oidc.enableDetachedSignatureResponseChecks(config);
    const { consentId, parameters, checks } = await consentRequest(client);
    const url = await oidc.buildAuthorizationUrlWithJAR(config, parameters, key);
    const back = new URL(await new Browser(world()).approve(url.href));
    const reply = await oidc.authorizationCodeGrant(config, back, checks);
    expect(reply.claims()).toMatchObject({ openbanking_intent_id: consentId });
    const grant = await world().tokens.verify(reply.access_token, tpp.thumbprint);
    expect(grant).toMatchObject({ kind: 'customer', consentId });
  });

  test('gets a signed response to a pushed request', async () => {
    const { tpp, key } = client;
    const { config } = await certifiedAs(id);
    oidc.useJwtResponseMode(config);
    const { consentId, parameters, checks } = await consentRequest(client);
    const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
    const code_challenge = await oidc.calculatePKCECodeChallenge(pkceCodeVerifier);
    const pkce = { code_challenge, code_challenge_method: 'S256' };
    const signed = await oidc.buildAuthorizationUrlWithJAR(config, { ...parameters, ...pkce }, key);
    const url = await oidc.buildAuthorizationUrlWithPAR(config, signed.searchParams);
    const back = new URL(await new Browser(world()).approve(url.href));
    const reply = await oidc.authorizationCodeGrant(config, back, { ...checks, pkceCodeVerifier });
    const grant = await world().tokens.verify(reply.access_token, tpp.thumbprint);
    expect(grant).toMatchObject({ kind: 'customer', consentId });
  });

  test('receives a valid error response if the customer refuses', async () => {
    const { config } = await certifiedAs(id);
    oidc.useCodeIdTokenResponseType(config);
    const { parameters, checks } = await consentRequest(client);
    const url = await oidc.buildAuthorizationUrlWithJAR(config, parameters, client.key);
    const back = new URL(await new Browser(world()).approve(url.href, 'refuse=No'));
    await expect(oidc.authorizationCodeGrant(config, back, checks)).rejects.toMatchObject({
      error: 'access_denied',
      error_description: 'No',
    });
  });
});
