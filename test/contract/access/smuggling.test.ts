import { readFileSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { tppFiles } from '../../../src/sandbox/pki/paths.ts';
import { sendRaw, type RawReply } from '../../helpers/raw.ts';
import { SecureApi } from '../../helpers/secure-api.ts';
import { sendSecurely } from '../../helpers/secure-raw.ts';
import { useSecureService } from '../../helpers/secure-service.ts';
import { SecureTpp } from '../../helpers/secure-tpp.ts';
import { dataOf } from '../../helpers/tpp.ts';
import { clientOf } from './cases.ts';

const service = useSecureService();
const BASE = '/open-banking/v3.1/pisp';
const CLOSE = 'connection: close\n';

/**
 * Status of the response if the request is authenticated. The payment that it asks for does not
 * exist.
 */
const KNOWN = 400;

let api: SecureApi;
let other: SecureApi;
beforeAll(async () => {
  api = await SecureApi.open(service());
  other = await SecureApi.open(service(), new SecureTpp('tpp-two', service()));
});

/**
 * Sends a GET request with additional headers to the mutual TLS listener, with the certificate of
 * tpp-one.
 */
function read(headers: string, query = ''): Promise<RawReply> {
  const lines = `GET ${BASE}/domestic-payments/none${query} HTTP/1.1\nhost: HOST\n${headers}${CLOSE}\n`;
  return sendSecurely(service(), service().apiUrl, lines, 'tpp-one');
}

describe('a certificate is accepted only from TLS', () => {
  /**
   * Returns headers in which proxies pass a client's certificate. Each of them contains that of
   * tpp-two.
   */
  function claims(): string {
    const pem = readFileSync(tppFiles(service().pki, 'tpp-two').transport.certificate);
    const { raw, subject } = new X509Certificate(pem);
    const escaped = encodeURIComponent(pem.toString());
    return [
      `client-cert: :${raw.toString('base64')}:`,
      `x-client-cert: ${escaped}`,
      `x-ssl-client-cert: ${escaped}`,
      `ssl-client-cert: ${escaped}`,
      `x-forwarded-client-cert: Hash=x;Cert="${escaped}";Subject="x"`,
      `x-ssl-client-verify: SUCCESS`,
      `x-ssl-client-s-dn: ${subject.replaceAll('\n', ',')}`,
      'x-forwarded-for: 127.0.0.1',
      '',
    ].join('\n');
  }

  test("and another TPP's token is refused", async () => {
    expect((await read(`authorization: Bearer ${api.token}\n`)).status).toBe(KNOWN);
    expect((await read(`authorization: Bearer ${other.token}\n`)).status).toBe(401);
    const claimed = await read(`authorization: Bearer ${other.token}\n${claims()}`);
    expect(claimed.status).toBe(401);
  });

  test('and no TPP gets a token for another client', async () => {
    const form = 'grant_type=client_credentials&scope=payments&client_id=tpp-two';
    const lines =
      `POST /as/token HTTP/1.1\nhost: HOST\n${claims()}content-length: ${String(form.length)}\n` +
      `content-type: application/x-www-form-urlencoded\n${CLOSE}\n${form}`;
    const reply = await sendSecurely(service(), service().apiUrl, lines, 'tpp-one');
    expect(reply.status).toBe(401);
  });

  test('also at the internal listener, where certificate-bound tokens are refused', async () => {
    const lines = `GET ${BASE}/domestic-payments/none HTTP/1.1\nhost: localhost\n`;
    const headers = `authorization: Bearer ${other.token}\n${claims()}${CLOSE}\n`;
    expect((await sendRaw(service().origin, `${lines}${headers}`)).status).toBe(401);
  });
});

describe('a token is accepted only in a single Authorization header', () => {
  test.each([
    ['access_token', ''],
    ['token', ''],
    ['access_token', 'authorization: Bearer\n'],
  ])('not in the query as %s %j', async (name, headers) => {
    expect((await read(headers, `?${name}=${api.token}`)).status).toBe(401);
  });

  test.each(['x-access-token', 'x-authorization', 'proxy-authorization', 'cookie'])(
    'not in the header %s',
    async (name) => {
      const value = name === 'cookie' ? `access_token=${api.token}` : `Bearer ${api.token}`;
      expect((await read(`${name}: ${value}\n`)).status).toBe(401);
    },
  );

  test('not in a body', async () => {
    const form = `access_token=${api.token}`;
    for (const type of ['application/x-www-form-urlencoded', 'application/json']) {
      const lines =
        `POST ${BASE}/domestic-payment-consents HTTP/1.1\nhost: HOST\ncontent-type: ${type}\n` +
        `x-idempotency-key: body\ncontent-length: ${String(form.length)}\n${CLOSE}\n${form}`;
      const { status } = await sendSecurely(service(), service().apiUrl, lines, 'tpp-one');
      expect([type, status]).toEqual([type, 401]);
    }
  });

  test('not with a scheme other than Bearer', async () => {
    const basic = Buffer.from(`tpp-one:${api.token}`).toString('base64');
    for (const value of [
      `Basic ${basic}`,
      api.token,
      `DPoP ${api.token}`,
      `Bearer  ${api.token}`,
    ]) {
      expect([value, (await read(`authorization: ${value}\n`)).status]).toEqual([value, 401]);
    }
  });

  test.each([
    ['the good one first', ['', 'x'] as const],
    ['the good one last', ['x', ''] as const],
    ['both good', ['', ''] as const],
  ])('not with two Authorization headers: %s', async (_, spoilt) => {
    const two = spoilt.map((more) => `authorization: Bearer ${api.token}${more}\n`).join('');
    const { status, body } = await read(two);
    expect(status).toBe(400);
    expect(body).toContain('"Path":"authorization"');
  });
});

describe('a request is defined by its request line', () => {
  test.each(['x-http-method-override', 'x-http-method', 'x-method-override'])(
    'and the header %s changes nothing',
    async (name) => {
      const client = clientOf(api, 'domestic-vrps');
      const consentId = await client.prepared();
      const path = `/${client.family.consents}/${consentId}`;
      const override = { headers: { [name]: 'DELETE' } };
      expect((await api.call('GET', path, override)).status).toBe(200);
      expect((await api.call('POST', path, { ...override, body: '{}' })).status).toBe(405);
      expect((await api.call('POST', `${path}?_method=DELETE`, { body: '{}' })).status).toBe(405);
      expect(dataOf(await client.readConsent(consentId))['Status']).toBe('AwaitingAuthorisation');
    },
  );

  test.each([
    ['a length and chunks', 'content-length: 6\ntransfer-encoding: chunked\n'],
    ['two lengths', 'content-length: 6\ncontent-length: 7\n'],
    ['lengths in a list', 'content-length: 6, 6\n'],
    ['a length with a sign', 'content-length: +6\n'],
    ['chunks in a second coding', 'transfer-encoding: chunked, identity\n'],
    ['a coding that nobody knows', 'transfer-encoding: xchunked\n'],
    ['a folded header', 'x-odd: a\n b\n transfer-encoding: chunked\ncontent-length: 6\n'],
    ['a folded coding', 'transfer-encoding:\n chunked\n'],
    ['two codings', 'transfer-encoding: chunked\ntransfer-encoding: chunked\n'],
    ['a blank before the colon', 'content-length : 6\n'],
  ])('and an ambiguous length never leads to a second request: %s', async (_, headers) => {
    const first = `POST ${BASE}/domestic-payment-consents HTTP/1.1\nhost: HOST\n${headers}\n0\n\n`;
    const hidden = `GET /as/jwks HTTP/1.1\nhost: HOST\n${CLOSE}\n`;
    const lines = `${first}${hidden}`;
    const { status, body } = await sendSecurely(service(), service().apiUrl, lines, 'tpp-one');
    expect([400, 501]).toContain(status);
    expect(body).not.toContain('"keys"');
  });

  test.each([
    ['a prefix', '0x2\n{}\n0\n\n'],
    ['a blank', '2 \n{}\n0\n\n'],
    ['no digits', '\n{}\n0\n\n'],
    ['fewer bytes than the chunk', '1\n{}\n0\n\n'],
    ['more than 64 bits', 'fffffffffffffffff\n{}\n0\n\n'],
  ])('and a chunk size never leads to a second request: %s', async (_, chunks) => {
    const first = `POST ${BASE}/domestic-payment-consents HTTP/1.1\nhost: HOST\n`;
    const hidden = `GET /as/jwks HTTP/1.1\nhost: HOST\n${CLOSE}\n`;
    const lines = `${first}transfer-encoding: chunked\n\n${chunks}${hidden}`;
    const { body } = await sendSecurely(service(), service().apiUrl, lines, 'tpp-one');
    expect(body).not.toContain('"keys"');
  });

  /** Returns the bytes of a request with a chunked body. A second request follows it. */
  function withTransferCoding(coding: string, version = '1.1'): string {
    const target = `${BASE}/domestic-payment-consents`;
    const headers = `authorization: Bearer ${api.token}\nconnection: keep-alive\n`;
    const first = `POST ${target} HTTP/${version}\nhost: HOST\n${headers}transfer-encoding: ${coding}\n`;
    return `${first}\n2\n{}\n0\n\nGET /as/jwks HTTP/1.1\nhost: HOST\n${CLOSE}\n`;
  }

  test.each([
    ['HTTP/1.0 with chunked is 400', 400, 'chunked', '1.0'],
    ['gzip, chunked is 501', 501, 'gzip, chunked', '1.1'],
    ['an unknown coding before chunked is 501', 501, 'odd, chunked', '1.1'],
  ])('Transfer-Encoding: %s and closes the connection', async (_, expected, coding, version) => {
    const lines = withTransferCoding(coding, version);
    const reply = await sendSecurely(service(), service().apiUrl, lines, 'tpp-one');
    expect([reply.status, reply.headers['connection']]).toEqual([expected, 'close']);
    expect(reply.body).toContain('"Path":"Transfer-Encoding"');
    expect(reply.body).not.toContain('"keys"');
    const plain = lines.replaceAll('HOST', 'localhost');
    expect((await sendRaw(service().origin, plain)).status).toBe(expected);
  });

  test('Transfer-Encoding: Chunked in any case of letters is accepted', async () => {
    const lines = withTransferCoding('Chunked');
    const reply = await sendSecurely(service(), service().apiUrl, lines, 'tpp-one');
    expect(reply.status).toBe(415);
    expect(reply.body).toContain('"keys"');
  });
});

describe('each listener serves only its own endpoints', () => {
  const SANDBOX = [
    '/sandbox/token',
    '/sandbox/clock',
    '/sandbox/users/clara/code',
    '/sandbox/consents/x/decision',
    '/sandbox/accounts/11280001234567/entries',
    '/health/live',
    '/health/ready',
    '/metrics',
    '/docs',
    '/openapi.json',
  ];
  const OF_TPPS = ['/as/token', '/as/par', '/as/introspect', '/as/revoke', '/register'];
  const API = [`${BASE}/domestic-payments/x`, '/open-banking/v3.1/vrp/domestic-vrps/x'];

  test.each([
    ["TPPs'", () => service().apiUrl, 'tpp-one', [...SANDBOX, '/interaction/x', '/as/authorize']],
    ["customers'", () => service().issuerUrl, null, [...SANDBOX, ...API, ...OF_TPPS]],
  ] as const)('the %s listener', async (_, urlOf, softwareId, absent) => {
    for (const path of absent) {
      for (const method of ['GET', 'POST']) {
        for (const target of [path, `https://HOST${path}`]) {
          const length = method === 'GET' ? '' : 'content-length: 0\n';
          const headers = `authorization: Bearer ${api.token}\n${length}`;
          const lines = `${method} ${target} HTTP/1.1\nhost: HOST\n${headers}${CLOSE}\n`;
          const { status } = await sendSecurely(service(), urlOf(), lines, softwareId);
          expect([method, target, status]).toEqual([method, target, 404]);
        }
      }
    }
  });
});
