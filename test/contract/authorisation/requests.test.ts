import { describe, expect, test } from 'vitest';
import { FORGERIES } from '../../helpers/forged-jwts.ts';
import { later } from '../../helpers/later.ts';
import { type Change, seconds } from '../../helpers/secure-tpp.ts';
import { Browser } from './browser.ts';
import { useWorld } from './world.ts';

const world = useWorld();

const intent = (value: unknown) => ({ id_token: { openbanking_intent_id: { value } } });

async function bring(url: string): Promise<Readonly<Record<string, string>>> {
  return new Browser(world()).decide(url);
}

/** Sends a changed authorisation request of tpp-one for a new consent. Returns the response. */
async function ask(change: Change): Promise<Readonly<Record<string, string>>> {
  const consentId = await world().consent('tpp-one');
  return bring(await world().tpp('tpp-one').authorizeUrl(consentId, change));
}

describe('a valid request', () => {
  test('returns a code, an ID token and its own state', async () => {
    const back = await ask({});
    expect(Object.keys(back).sort()).toEqual(['code', 'id_token', 'state']);
    expect(back['state']).toBe('the state');
  });

  test('can request userinfo claims, which are ignored', async () => {
    const consentId = await world().consent('tpp-one');
    const { id_token } = intent(consentId);
    const claims = { claims: { id_token, userinfo: id_token } };
    const back = await bring(await world().tpp('tpp-one').authorizeUrl(consentId, { claims }));
    expect(back).toHaveProperty('code');
  });

  test('can repeat parameters of the signed object outside of it', async () => {
    const tpp = world().tpp('tpp-one');
    const request = await tpp.requestObject(await world().consent('tpp-one'));
    const outside = { response_type: 'code id_token', scope: 'openid', state: 'another' };
    const back = await bring(tpp.authorizeUrlWith({ request, ...outside }));
    expect(back).toMatchObject({ code: expect.any(String) as string, state: 'the state' });
  });

  test('can request unknown claims of any form', async () => {
    const consentId = await world().consent('tpp-one');
    const strange = { given_name: 'x', email: null, auth_time: [1], at_hash: { value: 'x' } };
    const claims = { claims: { id_token: { ...intent(consentId).id_token, ...strange } } };
    const back = await bring(await world().tpp('tpp-one').authorizeUrl(consentId, { claims }));
    expect(back).toHaveProperty('code');
  });

  test.each([0, 1, 86_400])('can have max_age %i', async (max_age) => {
    expect(await ask({ claims: { max_age } })).toHaveProperty('code');
  });

  test.each(['login', 'consent', 'login consent'])('can have the prompt %s', async (prompt) => {
    expect(await ask({ claims: { prompt } })).toHaveProperty('code');
  });
});

describe('a request is refused', () => {
  test.each<[string, string, () => Change]>([
    ['when it has expired', 'invalid_request_object', () => ({ claims: { exp: seconds() - 60 } })],
    ['when it never expires', 'invalid_request_object', () => ({ claims: { exp: undefined } })],
    ['without nbf', 'invalid_request_object', () => ({ claims: { nbf: undefined } })],
    [
      'when it is good for more than an hour',
      'invalid_request_object',
      () => ({ claims: { exp: seconds() + 3700 } }),
    ],
    ['for another server', 'invalid_request_object', () => ({ claims: { aud: 'https://x' } })],
    ['for no server', 'invalid_request_object', () => ({ claims: { aud: undefined } })],
    ['by another', 'invalid_request_object', () => ({ claims: { iss: 'tpp-two' } })],
    ['of another', 'invalid_request_object', () => ({ claims: { client_id: 'tpp-two' } })],
    ['without a nonce', 'invalid_request', () => ({ claims: { nonce: undefined } })],
    ['without any claims', 'invalid_request', () => ({ claims: { claims: undefined } })],
    ['without a consent', 'invalid_request', () => ({ claims: { claims: { id_token: {} } } })],
    ['when the consent is no text', 'invalid_request', () => ({ claims: { claims: intent(1) } })],
    [
      'for a code alone without JARM',
      'invalid_request',
      () => ({ claims: { response_type: 'code' } }),
    ],
    [
      'for a token in the browser',
      'invalid_request',
      () => ({ claims: { response_type: 'token' } }),
    ],
    ['without the scope payments', 'invalid_scope', () => ({ claims: { scope: 'openid' } })],
    ['without the scope openid', 'invalid_request', () => ({ claims: { scope: 'payments' } })],
    ['when nobody may be asked', 'login_required', () => ({ claims: { prompt: 'none' } })],
    [
      'when a request is in the request',
      'invalid_request_object',
      () => ({ claims: { request: 'x' } }),
    ],
  ])('%s', async (_, error, change) => {
    const back = await ask({ claims: change().claims ?? {} });
    const reason = back['error'] ?? back['text'];
    expect(reason).toContain(error);
    expect(back).not.toHaveProperty('code');
  });

  test.each(['form_post', 'form_post.jwt'])(
    'with the response mode %s, which needs a script, and the TPP gets an error',
    async (response_mode) => {
      const expected = { error: 'unsupported_response_mode', state: 'the state' };
      expect(await ask({ claims: { response_mode } })).toMatchObject(expected);
    },
  );

  test.each([{ crit: ['b64'], b64: true }, { b64: true }, { b64: false }])(
    'if its signature has an extension: %j',
    async (header) => {
      const back = await ask({ header });
      expect(back['error'] ?? back['text']).toContain('invalid_request_object');
      const claims = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };
      const consentId = await world().consent('tpp-one');
      const pushed = await world().tpp('tpp-one').push(consentId, { header, claims });
      expect(pushed.json).toMatchObject({ error: 'invalid_request_object' });
    },
  );

  test("if it requires a weaker authentication than the bank's", async () => {
    const consentId = await world().consent('tpp-one');
    const acr = { essential: true, values: ['urn:openbanking:psd2:ca'] };
    const claims = { claims: { id_token: { ...intent(consentId).id_token, acr } } };
    const back = await bring(await world().tpp('tpp-one').authorizeUrl(consentId, { claims }));
    expect(back).toMatchObject({ error: 'unmet_authentication_requirements' });
  });

  test.each(Object.entries(FORGERIES))('%s', async (_, forge) => {
    const tpp = world().tpp('tpp-one');
    const right = await tpp.requestObject(await world().consent('tpp-one'));
    const request = forge(right, tpp.signingKey);
    const back = await bring(tpp.authorizeUrlWith({ request }));
    expect(back).not.toHaveProperty('code');
    expect(back['error'] ?? back['text']).toMatch(/invalid_request/);
  });

  test('without a signed object', async () => {
    const tpp = world().tpp('tpp-one');
    const consentId = await world().consent('tpp-one');
    const back = await bring(
      tpp.authorizeUrlWith({
        redirect_uri: tpp.redirectUri,
        response_type: 'code id_token',
        scope: 'openid payments',
        nonce: 'n',
        state: 's',
        claims: JSON.stringify(intent(consentId)),
      }),
    );
    expect(back).toMatchObject({ error: 'invalid_request' });
  });

  test.each(['https://evil.example/callback', 'https://tpp-one.example/callback/../x', ''])(
    'without a redirect to %j, which is not registered',
    async (redirect_uri) => {
      const back = await ask({ claims: { redirect_uri } });
      expect(back).toMatchObject({ status: '400' });
      expect(back['text']).toMatch(/<p>invalid_re(?:direct_uri|quest)<\/p>/);
    },
  );

  test('if it is sent a second time', async () => {
    const tpp = world().tpp('tpp-one');
    const url = await tpp.authorizeUrl(await world().consent('tpp-one'));
    const visit = await new Browser(world()).follow(url);
    expect(visit.url).toContain('/interaction/');
    expect(await bring(url)).toMatchObject({ error: 'invalid_request_object' });
  });
});

describe('a consent in a request', () => {
  test('of another TPP gets the same error as one that does not exist', async () => {
    const tpp = world().tpp('tpp-two');
    const others = await bring(await tpp.authorizeUrl(await world().consent('tpp-one')));
    const none = await bring(await tpp.authorizeUrl('no-such-consent'));
    expect(others).toMatchObject({ error: 'invalid_request' });
    expect(others).toEqual(none);
  });

  test('can be decided once', async () => {
    const tpp = world().tpp('tpp-one');
    const consentId = await world().consent('tpp-one');
    expect(await bring(await tpp.authorizeUrl(consentId))).toHaveProperty('code');
    const again = await bring(await tpp.authorizeUrl(consentId));
    expect(again).toMatchObject({
      error: 'invalid_request',
      error_description:
        'the consent of openbanking_intent_id must have status AwaitingAuthorisation',
      state: 'the state',
    });
  });

  test('that has lapsed cannot be decided', async () => {
    const tpp = world().tpp('tpp-one');
    const inFive = seconds() * 1000 + 5000;
    const consentId = await world().consent('tpp-one', 'domestic-payments', null, inFive);
    const back = await later(6, async () => bring(await tpp.authorizeUrl(consentId)));
    expect(back).toMatchObject({
      error: 'invalid_request',
      error_description:
        'the consent of openbanking_intent_id must have status AwaitingAuthorisation',
    });
    expect(await world().store.findConsent(consentId)).toMatchObject({ status: 'Rejected' });
  });

  test('that has expired cannot be decided', async () => {
    const tpp = world().tpp('tpp-one');
    const consentId = await world().consent('tpp-one', 'domestic-vrps', seconds() * 1000 + 5000);
    const back = await later(6, async () => bring(await tpp.authorizeUrl(consentId)));
    expect(back).toMatchObject({ error: 'invalid_request' });
  });
});
