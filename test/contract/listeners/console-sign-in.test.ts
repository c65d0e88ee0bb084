import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReferenceProvider } from '../../../src/simulators/identity-provider/provider.ts';
import { expectDefined } from '../../../src/shared/assert.ts';
import { ProviderBrowser } from '../../helpers/provider-browser.ts';
import { realTime } from '../../helpers/real-time.ts';
import { anonymousTransport } from '../../helpers/secure-browser.ts';
import { startSecureService, type SecureService } from '../../helpers/secure-service.ts';

let service: SecureService;
let issuer: string;
const server = createServer();

/** Returns the origin of the console. */
const originOf = () =>
  `http://localhost:${String(expectDefined(service.consolePort, 'the port of the console'))}`;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  service = await startSecureService({
    config: {
      ...{ consolePort: 0, consolePasskeys: false, consoleIdpIssuer: issuer },
      consoleIdpGroups: new Map([['payments-ops', ['operate', 'approve']]]),
    },
  });
  const olga = { subject: 'sub-olga', password: 'olga-password', groups: ['payments-ops'] };
  const handle = createReferenceProvider({
    ...{ issuer, clientId: 'payment-initiation-service', service: service.issuerUrl },
    console: { clientId: 'payment-console', url: originOf() },
    users: new Map([['olga', olga]]),
    clock: realTime,
    fetch: async (url) => {
      const transport = anonymousTransport(service);
      const { status, text } = await transport.send({ method: 'GET', url: new Request(url).url });
      return new Response(text, { status, headers: { 'content-type': 'application/json' } });
    },
  });
  server.on('request', handle);
});

afterAll(async () => {
  await service.end();
  server.closeAllConnections();
  server.close();
});

test('an operator signs in to the console only at the OpenID Provider', async () => {
  const origin = originOf();
  const cookieOf = (response: Response) =>
    response.headers.getSetCookie().at(-1)?.split(';')[0] ?? '';
  const start = await fetch(`${origin}/work`);
  const page = await start.text();
  expect(page).toContain('Sign in with your staff account');
  expect(page).not.toContain('passkey');
  const token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const post = (path: string, cookie: string) =>
    fetch(`${origin}${path}`, {
      ...{ method: 'POST', redirect: 'manual', headers: { origin, cookie } },
      body: new URLSearchParams({ token, to: '/work' }),
    });
  expect((await post('/sign-in', cookieOf(start))).status).toBe(404);
  expect((await fetch(`${origin}/enrol/secret`)).status).toBe(404);
  const begun = await post('/sign-in/provider', cookieOf(start));
  const atProvider = begun.headers.get('location') ?? '';
  expect(atProvider).toContain(`${issuer}/`);
  const { url } = await new ProviderBrowser(issuer).confirm({ url: atProvider }, 'olga');
  const back = await fetch(url);
  const next = back.headers.get('refresh')?.replace('0; url=', '') ?? '';
  const headers = { cookie: cookieOf(begun) };
  const ended = await fetch(`${origin}${next}`, { redirect: 'manual', headers });
  expect(ended.headers.get('location')).toBe('/work');
  const shown = await fetch(`${origin}/work`, { headers: { cookie: cookieOf(ended) } });
  expect(await shown.text()).toContain('(operate, approve)');
  expect(await service.store.listOperators()).toMatchObject([
    { id: 'olga', subject: 'sub-olga', passkeys: 0, sessions: 1 },
  ]);
});
