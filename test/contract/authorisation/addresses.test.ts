import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Browser } from './browser.ts';
import { PAGE_HEADERS, useWorld } from './world.ts';

const output = vi.fn();
for (const word of ['log', 'info', 'warn', 'error'] as const) {
  vi.spyOn(console, word).mockImplementation(output);
}
beforeAll(() => output.mockClear());
afterAll(() => {
  expect(output).not.toHaveBeenCalled();
});

const world = useWorld();

/** Sends the lines of a request to the customers' listener. Returns the text of the response. */
function raw(...lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(world().issuerUrl);
    const ca = readFileSync(world().pki.root.certificate);
    const socket = connect({ host: 'localhost', port: Number(port), ca });
    let text = '';
    socket.setEncoding('utf8').on('error', reject);
    socket.on('data', (data: string) => {
      text += data;
    });
    socket.on('end', () => {
      resolve(text);
    });
    socket.write(`${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n`);
  });
}

const DISCOVERY = '/.well-known/openid-configuration';

describe('the discovery document', () => {
  test('contains what the UK profile requires, and only supported features', async () => {
    const [issuer, api] = [world().issuerUrl, world().apiUrl];
    const { json } = await new Browser(world()).get(`${issuer}${DISCOVERY}`);
    const ofTpps = {
      token_endpoint: `${api}/as/token`,
      pushed_authorization_request_endpoint: `${api}/as/par`,
      introspection_endpoint: `${api}/as/introspect`,
      revocation_endpoint: `${api}/as/revoke`,
    };
    expect(json).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/as/authorize`,
      jwks_uri: `${issuer}/as/jwks`,
      ...ofTpps,
      registration_endpoint: `${api}/register`,
      mtls_endpoint_aliases: ofTpps,
      acr_values_supported: ['urn:openbanking:psd2:sca'],
      scopes_supported: ['openid', 'payments'],
      subject_types_supported: ['pairwise'],
      response_types_supported: ['code id_token', 'code'],
      response_modes_supported: ['fragment', 'jwt', 'fragment.jwt', 'query.jwt'],
      grant_types_supported: ['implicit', 'authorization_code', 'client_credentials'],
      token_endpoint_auth_methods_supported: ['tls_client_auth', 'private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ['PS256'],
      id_token_signing_alg_values_supported: ['PS256'],
      request_object_signing_alg_values_supported: ['PS256'],
      authorization_signing_alg_values_supported: ['PS256'],
      code_challenge_methods_supported: ['S256'],
      tls_client_certificate_bound_access_tokens: true,
      require_signed_request_object: true,
      request_parameter_supported: true,
      request_uri_parameter_supported: false,
      claims_parameter_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
    for (const absent of ['userinfo', 'end_session', 'device_authorization']) {
      expect(json).not.toHaveProperty(`${absent}_endpoint`);
    }
  });

  test('does not depend on the Host header of the request', async () => {
    const right = JSON.stringify(world().issuerUrl);
    const answers = [
      await raw(`GET ${DISCOVERY} HTTP/1.1`, 'host: evil.example'),
      await raw(`GET https://evil.example${DISCOVERY} HTTP/1.1`, 'host: localhost'),
      await raw(`GET ${DISCOVERY} HTTP/1.1`, 'host: localhost', 'x-forwarded-host: evil.example'),
      await raw(`GET ${DISCOVERY} HTTP/1.1`, 'host: x', 'forwarded: host=evil.example;proto=http'),
    ];
    for (const answer of answers) {
      expect(answer).toContain(`"issuer":${right}`);
      expect(answer).not.toContain('evil.example');
    }
  });
});

test('an interaction prints nothing to the console', async () => {
  for (const tpp of [world().tpp('tpp-one'), world().tpp('tpp-two')]) {
    const url = await tpp.authorizeUrl(await world().consent(tpp.id));
    const { code = '' } = await new Browser(world()).decide(url);
    const token = String((await tpp.redeem(code)).json['access_token']);
    expect((await tpp.post('/as/introspect', { token })).json).toMatchObject({ active: true });
    expect((await tpp.post('/as/revoke', { token })).status).toBe(200);
    expect((await tpp.clientToken()).status).toBe(200);
  }
  expect(output).not.toHaveBeenCalled();
});

test('an interaction begins and ends at our own URLs, whatever the Host header', async () => {
  const tpp = world().tpp('tpp-one');
  const url = new URL(await tpp.authorizeUrl(await world().consent(tpp.id)));
  const answer = await raw(`GET ${url.pathname}${url.search} HTTP/1.1`, 'host: evil.example');
  expect(answer).toMatch(/^HTTP\/1\.1 303 /);
  expect(answer).toMatch(/\r\nlocation: \/interaction\//i);
  expect(answer).not.toContain('evil.example');
});

test("a response to a browser has the headers of the bank's pages", async () => {
  const browser = new Browser(world());
  const tpp = world().tpp('tpp-one');
  const answers = [
    await browser.get(await tpp.authorizeUrl(await world().consent(tpp.id))),
    await browser.get(tpp.authorizeUrlWith({ redirect_uri: 'https://evil.example' })),
  ];
  for (const { headers } of answers) {
    expect(headers).toMatchObject(PAGE_HEADERS);
  }
});

test('the error page shows the OAuth error and no text of the request', async () => {
  const query = { redirect_uri: '"><script>alert(1)</script>', state: '<b>' };
  const { text, status, headers } = await new Browser(world()).get(
    world().tpp('tpp-one').authorizeUrlWith(query),
  );
  expect(status).toBe(400);
  expect(headers['content-type']).toContain('text/html');
  expect(text).toMatch(/^<p>[a-z_]+<\/p>$/);
});

test('the error page is shown instead of a redirect to an unregistered URL', async () => {
  const url = `${world().issuerUrl}/as/authorize?client_id=nobody&redirect_uri=https://evil.example`;
  const { status, headers, text } = await new Browser(world()).get(url);
  expect({ status, location: headers['location'], text }).toEqual({
    status: 400,
    location: undefined,
    text: '<p>invalid_client</p>',
  });
});

test.each(['/as/userinfo', '/as/reg', '/as/device', '/as/logout', '/as/backchannel', '/as/x'])(
  'the path %s does not exist',
  async (path) => {
    expect((await new Browser(world()).get(`${world().issuerUrl}${path}`)).status).toBe(404);
  },
);

test('a token request that is too large or of another grant type is refused', async () => {
  const tpp = world().tpp('tpp-one');
  expect((await tpp.clientToken({ padding: 'x'.repeat(60_000) })).status).toBe(400);
  expect((await tpp.clientToken({ grant_type: 'password' })).status).toBe(400);
  expect((await tpp.clientToken({ grant_type: 'refresh_token' })).status).toBe(400);
});
