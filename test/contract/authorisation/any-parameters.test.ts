import { constants, createPrivateKey, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { SecureBrowser, type Reply } from '../../helpers/secure-browser.ts';
import { ASSERTION_TYPE, type SecureTpp } from '../../helpers/secure-tpp.ts';
import { Browser } from './browser.ts';
import { useWorld } from './world.ts';

const world = useWorld();

/**
 * All parameters of authorisation requests (OpenID Connect Core, 3.1.2.1; RFC 7636, 9101 and 9126),
 * and some unknown ones.
 */
const PARAMETERS = [
  ...['acr_values', 'claims', 'claims_locales', 'client_id', 'code_challenge'],
  ...['code_challenge_method', 'display', 'id_token_hint', 'login_hint', 'max_age', 'nonce'],
  ...['prompt', 'redirect_uri', 'registration', 'request', 'request_uri', 'response_mode'],
  ...['response_type', 'scope', 'state', 'ui_locales', 'resource', 'dpop_jkt', '__proto__'],
];

/** The registered claims of a JWT. */
const CLAIMS = ['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'];

/** Values that are invalid for a parameter or a claim. With undefined, it is left out. */
const ODD = [undefined, null, '', 'x', '\u202e', 7, -1, true, [], ['x', 'y'], {}, { id_token: [] }];

const PKCE = { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' };

/** Checks that the response is not 5xx and that the service has reported no failure. */
function expectAnswered(what: string, { status }: Reply): void {
  const failures = world()
    .events.splice(0)
    .filter(({ kind }) => kind === 'failure');
  expect([what, status, failures]).toEqual([what, expect.any(Number), []]);
  expect([what, Math.floor(status / 100)]).not.toEqual([what, 5]);
}

/**
 * Sends a request through a browser, and another one as a pushed request. `make` returns a new
 * request each time, because each can be used only once.
 */
async function tryBoth(tpp: SecureTpp, what: string, make: () => Promise<string>): Promise<void> {
  const browser = new SecureBrowser(world());
  const brought = await browser.get(tpp.authorizeUrlWith({ request: await make() }));
  expectAnswered(`brought: ${what}`, brought);
  const pushed = await tpp.post('/as/par', { request: await make() });
  expectAnswered(`pushed: ${what}`, pushed);
  const { request_uri: address } = pushed.json;
  if (typeof address !== 'string') return;
  const followed = await browser.get(tpp.authorizeUrlWith({ request_uri: address }));
  expectAnswered(`pushed and brought: ${what}`, followed);
}

describe('a signed request without response_type', () => {
  const claims = { response_type: undefined };
  const expected = {
    error: 'invalid_request',
    error_description: "missing required parameter 'response_type'",
  };

  test.each<[string, Record<string, string>]>([
    ['anywhere', {}],
    ['but outside of the object', { response_type: 'code id_token' }],
  ])('%s is redirected back with an error for the TPP', async (_, outside) => {
    const tpp = world().tpp('tpp-one');
    const request = await tpp.requestObject(await world().consent('tpp-one'), { claims });
    const back = await new Browser(world()).decide(tpp.authorizeUrlWith({ request, ...outside }));
    expect(back).toMatchObject({ ...expected, state: 'the state' });
    expect(world().events).toEqual([]);
  });

  test('is refused when it is pushed', async () => {
    const reply = await world()
      .tpp('tpp-one')
      .push(await world().consent('tpp-one'), { claims });
    expect(reply).toMatchObject({ status: 400, json: expected });
  });
});

describe('every request gets a response', () => {
  test.each([...PARAMETERS, ...CLAIMS])('with any %s in the signed object', async (name) => {
    const tpp = world().tpp('tpp-one');
    const consentId = await world().consent('tpp-one');
    for (const value of ODD) {
      const claims = Object.fromEntries([...Object.entries(PKCE), [name, value]]);
      const make = () => tpp.requestObject(consentId, { claims });
      await tryBoth(
        tpp,
        `${name} = ${value === undefined ? 'nothing' : JSON.stringify(value)}`,
        make,
      );
    }
  });

  test.each(PARAMETERS)('with any %s outside of the signed object, once or twice', async (name) => {
    const tpp = world().tpp('tpp-one');
    const browser = new SecureBrowser(world());
    const request = await tpp.requestObject(await world().consent('tpp-one'));
    for (const parameters of [{ request }, {}]) {
      for (const values of [[''], ['x'], ['\u202e'], ['x', 'x'], ['x', '']]) {
        const query = new URLSearchParams({ client_id: tpp.id, ...parameters });
        query.delete(name);
        for (const value of values) query.append(name, value);
        const address = `${world().issuerUrl}/as/authorize?${query.toString()}`;
        expectAnswered(query.toString(), await browser.get(address));
        const pushed = await tpp.post('/as/par', Object.fromEntries(query));
        expectAnswered(`pushed: ${query.toString()}`, pushed);
      }
    }
  });

  test.each(['tpp-one', 'tpp-two'])(
    'with any JWT of %s as a request and as an assertion',
    async (id) => {
      const tpp = world().tpp(id);
      const { kid } = tpp.signingKey;
      const algorithm = { alg: 'PS256', kid };
      const changed = (name: string, values: readonly unknown[]): unknown[] =>
        values.map((value) => ({ ...algorithm, [name]: value }));
      const headers: unknown[] = [
        ...[null, [], 'x', 7, {}, { kid }],
        ...changed('alg', [7, null, ['PS256'], 'none', 'HS256']),
        ...changed('kid', [7, null, [kid], '']),
        ...['typ', 'cty', 'crit', 'jwk', 'b64', 'zip'].flatMap((name) => changed(name, [7, []])),
      ];
      const payloads = ['null', '[]', '"x"', '7', '{', '', '{"__proto__":{"iss":"x"}}'];
      const jwts = [
        ...headers.map((header) => signedBy(tpp, JSON.stringify(header), '{}')),
        ...payloads.map((payload) => signedBy(tpp, JSON.stringify(algorithm), payload)),
        ...['', '.', '..', 'a.b.c', 'a.b.c.d.e', 'e30.e30.', 'e30..AA', '\u0000', '%00'],
      ];
      for (const jwt of jwts) {
        await tryBoth(tpp, jwt, () => Promise.resolve(jwt));
        const assertion = { client_assertion_type: ASSERTION_TYPE, client_assertion: jwt };
        for (const path of ['/as/token', '/as/par', '/as/introspect', '/as/revoke']) {
          const form = { ...assertion, grant_type: 'client_credentials', token: 'x' };
          expectAnswered(`${path} ${jwt}`, await tpp.send(path, form));
        }
      }
    },
  );
});

/** Returns a JWT with these texts as header and payload, and with a valid signature of the TPP. */
function signedBy({ signingKey }: SecureTpp, header: string, payload: string): string {
  const parts = [header, payload].map((text) => Buffer.from(text).toString('base64url'));
  const key = createPrivateKey({ key: signingKey, format: 'jwk' });
  const pss = { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 };
  const signature = sign('sha256', Buffer.from(parts.join('.')), pss);
  return [...parts, signature.toString('base64url')].join('.');
}
