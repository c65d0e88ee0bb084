import { beforeAll, describe, expect, test } from 'vitest';
import { SecureApi } from '../../helpers/secure-api.ts';
import { SecureBrowser } from '../../helpers/secure-browser.ts';
import { sendSecurely } from '../../helpers/secure-raw.ts';
import { useSecureService } from '../../helpers/secure-service.ts';
import { dataOf } from '../../helpers/tpp.ts';
import { clientOf } from './cases.ts';

const service = useSecureService();
let api: SecureApi;
beforeAll(async () => {
  api = await SecureApi.open(service());
});

/** The two TLS listeners, each with its URL and the TPP whose certificate a request presents. */
const DOORS = [
  ["TPPs'", () => service().apiUrl, 'tpp-one'],
  ["customers'", () => service().issuerUrl, null],
] as const;

const DISCOVERY = '/.well-known/openid-configuration';
const CLOSE = 'connection: close\n\n';

describe.each(DOORS)('the %s listener', (_, urlOf, softwareId) => {
  const ask = (lines: string) => sendSecurely(service(), urlOf(), lines, softwareId);

  test.each([
    ['another', `GET ${DISCOVERY} HTTP/1.1\nhost: evil.example\n${CLOSE}`, 421],
    ['none', `GET ${DISCOVERY} HTTP/1.1\nhost:\n${CLOSE}`, 421],
    ['none at all', `GET ${DISCOVERY} HTTP/1.1\n${CLOSE}`, 400],
    ['none, in the old way', `GET ${DISCOVERY} HTTP/1.0\n\n`, 421],
    ['another port', `GET ${DISCOVERY} HTTP/1.1\nhost: localhost:1\n${CLOSE}`, 421],
    ['another before ours', `GET ${DISCOVERY} HTTP/1.1\nhost: evil.example@HOST\n${CLOSE}`, 421],
    ['two', `GET ${DISCOVERY} HTTP/1.1\nhost: HOST\nhost: evil.example\n${CLOSE}`, 400],
    ['one within its target', `GET https://evil.example/ HTTP/1.1\nhost: HOST\n${CLOSE}`, 421],
    [
      'a user within its target',
      `GET https://HOST@evil.example/ HTTP/1.1\nhost: HOST\n${CLOSE}`,
      421,
    ],
  ])('refuses a request with a wrong host: %s', async (_name, lines, status) => {
    const { headers, body, ...reply } = await ask(lines);
    expect(reply.status).toBe(status);
    expect(`${JSON.stringify(headers)}${body}`).not.toMatch(/evil|issuer/);
  });

  test('accepts an absolute URL of its own as the target', async () => {
    const lines = `GET https://HOST${DISCOVERY} HTTP/1.1\nhost: evil.example\n${CLOSE}`;
    const { status, body } = await ask(lines);
    expect(status).toBe(200);
    expect(body).not.toContain('evil');
    expect(JSON.parse(body)).toMatchObject({ issuer: service().issuerUrl });
  });

  test.each([
    '//[',
    'http://[',
    '//evil.example/x',
    '/\\evil.example',
    '*',
    '/%',
    '/%ff',
    'https:',
  ])('refuses the target %s', async (target) => {
    for (const host of ['HOST', urlOf().replace('https://localhost', '127.0.0.1')]) {
      const { status, headers } = await ask(`GET ${target} HTTP/1.1\nhost: ${host}\n${CLOSE}`);
      expect([host, [400, 421]]).toEqual([host, expect.arrayContaining([status])]);
      expect(headers['location']).toBeUndefined();
    }
    expect((await ask(`GET /as/jwks HTTP/1.1\nhost: HOST\n${CLOSE}`)).status).toBe(200);
  });

  test('ignores forwarding headers', async () => {
    const headers = [
      'x-forwarded-host: evil.example',
      'x-forwarded-proto: http',
      'x-forwarded-port: 1',
      'x-forwarded-prefix: /evil',
      'x-original-url: /as/token',
      'x-rewrite-url: /as/token',
      'forwarded: host=evil.example;proto=http',
    ].join('\n');
    const response = await ask(`GET ${DISCOVERY} HTTP/1.1\nhost: HOST\n${headers}\n${CLOSE}`);
    const simple = await ask(`GET ${DISCOVERY} HTTP/1.1\nhost: HOST\n${CLOSE}`);
    expect(response.body).toBe(simple.body);
    expect(JSON.parse(response.body)).toMatchObject({ issuer: service().issuerUrl });
  });
});

test('no URL in a response depends on the Host header of the request', async () => {
  const client = clientOf(api, 'domestic-payments');
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
  const { json } = await client.register({ options: { headers } });
  const { Links } = json as { Links: { Self: string } };
  expect(Links.Self).toMatch(`${service().apiUrl}/open-banking/v3.1/pisp/`);
});

describe('a customer who uses another name of the machine', () => {
  const alias = () => service().issuerUrl.replace('localhost', '127.0.0.1');

  test('is redirected to the host that the cookies belong to', async () => {
    const url = await api.tpp.authorizeUrl(await clientOf(api, 'domestic-payments').prepared());
    const aliased = url.replace(service().issuerUrl, alias());
    const { status, headers } = await new SecureBrowser(service()).get(aliased);
    expect([status, headers['location']]).toEqual([307, url]);
  });

  test('is never redirected to another host', async () => {
    const [, , port = ''] = alias().split(':');
    const ask = (target: string) => {
      const written = target.replace('PORT', port);
      const lines = `GET ${written} HTTP/1.1\nhost: 127.0.0.1:${port}\n${CLOSE}`;
      return sendSecurely(service(), alias(), lines);
    };
    for (const target of [
      '/.evil.example',
      '/@evil.example',
      '/?//evil.example',
      'https://127.0.0.1:PORT/@evil.example',
    ]) {
      const { status, headers } = await ask(target);
      expect([target, status]).toEqual([target, 307]);
      expect(new URL(headers['location'] ?? '').origin).toBe(service().issuerUrl);
    }
    for (const target of [
      '//evil.example/a?b',
      '///evil.example',
      '/\\evil.example',
      'https://127.0.0.1:PORT//evil.example',
    ]) {
      const { status, headers } = await ask(target);
      expect([target, status, headers['location']]).toEqual([target, 400, undefined]);
    }
  });
});

describe('a customer is redirected back', () => {
  test.each([
    'https://tpp-one.example/callback/',
    'https://tpp-one.example/callback?next=https://evil.example',
    'https://tpp-one.example/callback#x',
    'https://tpp-one.example/callback/../evil',
    'https://tpp-one.example/%63allback',
    'https://tpp-one.example.evil.example/callback',
    'https://tpp-one.example@evil.example/callback',
    'https://tpp-one.example:444/callback',
    'http://tpp-one.example/callback',
    'HTTPS://TPP-ONE.EXAMPLE/callback',
    'https://tpp-two.example/callback',
    '//tpp-one.example/callback',
    'javascript:alert(1)',
    '/callback',
    '',
  ])('never to %j', async (redirect_uri) => {
    const consentId = await clientOf(api, 'domestic-payments').prepared();
    const browser = new SecureBrowser(service());
    const url = await api.tpp.authorizeUrl(consentId, { claims: { redirect_uri } });
    const { reply, url: end } = await browser.follow(url);
    expect([reply.status, reply.headers['location']]).toEqual([400, undefined]);
    expect(end).toBe(url);
    expect(dataOf(await clientOf(api, 'domestic-payments').readConsent(consentId))).toMatchObject({
      Status: 'AwaitingAuthorisation',
    });
  });

  test('never to a redirect_uri outside of the signed request', async () => {
    const consentId = await clientOf(api, 'domestic-payments').prepared();
    const url = await api.tpp.authorizeUrl(consentId);
    const { reply } = await new SecureBrowser(service()).follow(
      `${url}&redirect_uri=${encodeURIComponent('https://evil.example/')}`,
    );
    expect(reply.headers['location']).toBeUndefined();
    expect(reply.text).not.toContain('evil');
  });
});
