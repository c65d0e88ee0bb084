import { describe, expect, test } from 'vitest';
import { request, SecureBrowser } from '../../helpers/secure-browser.ts';
import { useSecureService } from '../../helpers/secure-service.ts';
import { SecureTpp } from '../../helpers/secure-tpp.ts';

const service = useSecureService();

/** The members of a root page that contain links. */
interface RootPage {
  readonly openapi?: string;
  readonly docs?: string;
  readonly discovery: string;
  readonly customers: string;
  readonly standard: readonly string[];
  readonly events: readonly string[];
  readonly extensions: readonly string[];
  readonly sandbox?: readonly string[];
}

const EXTENSIONS = [
  'POST file-checks',
  'POST shadow/{version}/{consents}',
  'GET file-payments/{FilePaymentId}/pain.002',
  'GET file-payments/{FilePaymentId}/camt.054',
  'POST event-subscriptions/{EventSubscriptionId}/test',
  'POST event-subscriptions/{EventSubscriptionId}/replay',
  'GET event-subscriptions/{EventSubscriptionId}/health',
];

const extensionsAt = (origin: string): unknown[] =>
  EXTENSIONS.map((route) => {
    const [method = '', path = ''] = route.split(' ');
    return expect.stringContaining(`${method} ${origin}/extensions/v1/${path}: `) as unknown;
  });

const STANDARD = ['v3.1/pisp', 'v3.1/vrp', 'v4.0/pisp'].map((path) => `/open-banking/${path}`);

/** Returns what the root page lists for event notifications. */
const eventsAt = (origin: string): string[] =>
  expect.arrayContaining([
    expect.stringContaining(`POST ${origin}/open-banking/v3.1/event-subscriptions: `),
    expect.stringContaining(`POST ${origin}/open-banking/v3.1/events: `),
  ]) as string[];

/** Sends a request to the TPPs' listener as a TPP. */
function askAsTpp(url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') {
  return request(url, { method, transport: new SecureTpp('tpp-one', service()).transport });
}

/** Method and path of a line. */
function addressIn(line: string): readonly [string, string] {
  const [, method = '', url = ''] = /^([A-Z]+) (\S+): ./.exec(line) ?? [];
  return [method, url];
}

describe('the root page of the internal listener', () => {
  const read = async (host = service().origin) =>
    (await (await fetch(`${host}/`)).json()) as RootPage;

  test('names the service, and links to its description and all endpoints', async () => {
    const { origin, issuerUrl } = service();
    expect(await read()).toEqual({
      name: 'Payment Initiation',
      version: '3.1.9',
      description: expect.any(String) as string,
      openapi: `${origin}/openapi.json`,
      docs: `${origin}/docs`,
      discovery: `${issuerUrl}/.well-known/openid-configuration`,
      customers: `${issuerUrl}/my`,
      standard: STANDARD.map((path) => `${origin}${path}`),
      events: eventsAt(origin),
      extensions: extensionsAt(origin),
      sandbox: expect.arrayContaining([
        expect.stringContaining(`POST ${origin}/sandbox/token: `),
        expect.stringContaining(`PUT ${origin}/sandbox/clock: `),
      ]) as string[],
    });
  });

  test('lists only endpoints that exist', async () => {
    const { openapi = '', docs = '', ...others } = await read();
    const { discovery, customers, standard, events, extensions, sandbox = [] } = others;
    for (const url of [openapi, docs]) expect((await fetch(url)).status).toBe(200);
    const browser = new SecureBrowser(service());
    expect((await browser.get(discovery)).status).toBe(200);
    expect((await browser.get(customers)).text).toContain('Sign in to your own pages');
    for (const [method, url] of [...events, ...extensions, ...sandbox].map(addressIn)) {
      const { status } = await fetch(url.replace(/\{\w+\}/, 'x'), { method });
      expect([url, status]).not.toEqual([url, 404]);
      expect([url, status]).not.toEqual([url, 405]);
    }
    const [pisp = '', vrp = ''] = standard;
    expect((await fetch(`${pisp}/domestic-payments/x`)).status).toBe(401);
    expect((await fetch(`${vrp}/domestic-vrps/x`)).status).toBe(401);
  });

  test('uses the host of the request in its links', async () => {
    const host = service().origin.replace('127.0.0.1', 'localhost');
    expect((await read(host)).docs).toBe(`${host}/docs`);
  });

  test('answers only GET and HEAD', async () => {
    const url = `${service().origin}/`;
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await fetch(url, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET']);
  });
});

describe("the root page of the TPPs' listener", () => {
  test('lists endpoints for TPPs, and none of the sandbox', async () => {
    const { apiUrl, issuerUrl } = service();
    const { status, json } = await askAsTpp(`${apiUrl}/`);
    expect(status).toBe(200);
    expect(json).toEqual({
      name: 'Payment Initiation',
      version: '3.1.9',
      description: expect.any(String) as string,
      discovery: `${issuerUrl}/.well-known/openid-configuration`,
      customers: `${issuerUrl}/my`,
      standard: STANDARD.map((path) => `${apiUrl}${path}`),
      events: eventsAt(apiUrl),
      extensions: extensionsAt(apiUrl),
    });
  });

  test('answers only GET and HEAD', async () => {
    const url = `${service().apiUrl}/`;
    expect((await askAsTpp(url, 'HEAD')).status).toBe(200);
    expect((await askAsTpp(url, 'POST')).status).toBe(405);
  });
});

describe("the root page of the customers' listener", () => {
  test('explains its purpose in HTML, and links to the discovery document in JSON', async () => {
    const { issuerUrl } = service();
    const browser = new SecureBrowser(service());
    const page = await browser.get(`${issuerUrl}/`);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.text).toContain('<h1>Here you approve payments</h1>');
    const [, discovery = ''] = /For providers: .*href="([^"]+)"/.exec(page.text) ?? [];
    expect((await browser.get(`${issuerUrl}${discovery}`)).json).toMatchObject({
      issuer: issuerUrl,
    });
    expect(browser.written).toEqual([]);
  });

  test('accepts no forms', async () => {
    const { issuerUrl } = service();
    expect((await new SecureBrowser(service()).post(`${issuerUrl}/`, {})).status).toBe(404);
  });
});
