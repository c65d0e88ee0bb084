import { once } from 'node:events';
import type { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { SECOND_MS } from '../../../src/shared/time.ts';
import { readRaw } from '../../helpers/raw.ts';
import { SecureApi } from '../../helpers/secure-api.ts';
import { request } from '../../helpers/secure-browser.ts';
import { SecureCustomer } from '../../helpers/secure-customer.ts';
import { connectTo, sendSecurely } from '../../helpers/secure-raw.ts';
import { useSecureService } from '../../helpers/secure-service.ts';
import { SecureTpp } from '../../helpers/secure-tpp.ts';
import { eventually } from '../../helpers/eventually.ts';
import { faultsOf } from '../../helpers/tpp.ts';
import { clientOf } from './cases.ts';

const NONE = '/open-banking/v3.1/pisp/domestic-payments/none';
const BURST = 10;

/** Seconds until a caller may send another request, unless a test moves the clock. */
const SECONDS_PER_REQUEST = 10;
const PER_SECOND = 1 / SECONDS_PER_REQUEST;

/** Returns settings that limit each address at both listeners before it is authenticated. */
function boundedTo(burst: number) {
  const bound = { unauthenticatedPerSecond: PER_SECOND, unauthenticatedBurst: burst };
  return { ...bound, interactionsPerSecond: PER_SECOND, interactionsBurst: burst };
}

describe('unauthenticated clients', () => {
  const service = useSecureService({ config: boundedTo(BURST) });
  const CLOSE = 'connection: close\n\n';

  /** Moves the machine's clock forward until every limit has refilled. */
  const refill = (): void => {
    service().passMachineTime(BURST * SECONDS_PER_REQUEST * SECOND_MS);
  };

  /**
   * Sends requests one after the other and returns the statuses. Each request has different
   * forwarding headers, which must not avoid the limit.
   */
  async function knock(url: string, path: string, times: number, softwareId: string | null) {
    const statuses: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const from = `x-forwarded-for: 192.0.2.${String(time)}\nforwarded: for=192.0.2.1\n`;
      const lines = `GET ${path} HTTP/1.1\nhost: HOST\n${from}${CLOSE}`;
      statuses.push((await sendSecurely(service(), url, lines, softwareId)).status);
    }
    return statuses;
  }

  test('do not affect the rate limit of a TPP with a valid token', async () => {
    const api = await SecureApi.open(service());
    for (let time = 0; time < 2 * BURST; time += 1) {
      expect((await api.get('/domestic-payments/none')).status).toBe(400);
    }
  });

  test.each([
    ['at the mTLS listener, without a token', () => service().apiUrl, NONE, 'tpp-one'],
    ["at the customers' listener", () => service().issuerUrl, '/as/jwks', null],
    ["at the root of the customers' listener", () => service().issuerUrl, '/', null],
  ] as const)('are limited %s, whatever address their headers claim', async (_, url, path, id) => {
    refill();
    expect(await knock(url(), path, BURST, id)).not.toContain(429);
    expect(await knock(url(), path, 3, id)).toEqual([429, 429, 429]);
    const { transport } = new SecureTpp('tpp-one', service());
    const { headers, json } = await request(`${url()}${path}`, { transport });
    const seconds = headers['retry-after'];
    expect(Number(seconds)).toBeGreaterThan(0);
    expect(Number(seconds)).toBeLessThanOrEqual(SECONDS_PER_REQUEST);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(json).toMatchObject({
      Code: '429 TooManyRequests',
      Id: headers['x-fapi-interaction-id'],
      Message: expect.stringContaining(`Try again in ${String(seconds)} s.`) as string,
      Errors: [{ ErrorCode: 'UK.OBIE.Header.Invalid' }],
    });
    service().passMachineTime(SECONDS_PER_REQUEST * SECOND_MS);
    expect(await knock(url(), path, 1, id)).not.toContain(429);
  });

  test.each([
    ['/open-banking/', 'tpp-one'],
    [`${NONE}/nothing`, 'tpp-one'],
    ['/nowhere', 'tpp-one'],
    ['/', 'tpp-one'],
    ['/register/x', 'tpp-aisp'],
    ['/open-banking/../register', 'tpp-aisp'],
    ['/as/jwks', 'tpp-aisp'],
  ])('consume their limit also with %s, which needs no token', async (path, id) => {
    refill();
    expect(await knock(service().apiUrl, path, BURST + 10, id)).toContain(429);
  });

  test('do not exhaust the limit of a TPP at the same address', async () => {
    refill();
    const api = await SecureApi.open(service());
    expect(await knock(service().apiUrl, NONE, 2 * BURST, 'tpp-aisp')).toContain(429);
    // The other TPP is served with its old token and a new one. Without a token, it gets 401.
    expect((await api.get('/domestic-payments/none')).status).toBe(400);
    const again = await SecureApi.open(service());
    expect((await again.get('/domestic-payments/none')).status).toBe(400);
    expect(await knock(service().apiUrl, NONE, 1, 'tpp-one')).toEqual([401]);
    expect(await knock(service().apiUrl, NONE, BURST, 'tpp-aisp')).toContain(429);
  });
});

describe('a customer with an authorisation request', () => {
  const service = useSecureService({ config: boundedTo(3 * BURST) });

  test('is not refused because of other clients at the same address', async () => {
    const api = await SecureApi.open(service());
    const consentId = await clientOf(api, 'domestic-payments').prepared();
    const come = async () => {
      const { browser } = new SecureCustomer(service());
      const { url, reply } = await browser.follow(await api.tpp.authorizeUrl(consentId));
      expect([url.includes('/interaction/'), reply.status]).toEqual([true, 200]);
      const uid = /\/interaction\/([\w-]+)/.exec(url)?.[1] ?? '';
      // The URL to which the pages redirect the browser at the end of the interaction.
      const end = `${service().issuerUrl}/as/authorize/${uid}`;
      return {
        look: async () => (await browser.get(url)).status,
        end: async () => (await browser.get(end)).status,
      };
    };
    const [one, another] = [await come(), await come()];
    const ask = async (get: () => Promise<number>) => {
      const statuses: number[] = [];
      // After it refuses a request, the service stops reading from the connection for a second.
      while (statuses.length < 6 * BURST && !statuses.includes(429)) statuses.push(await get());
      return [statuses[0], statuses.includes(429)];
    };
    expect(await ask(one.look)).toEqual([200, true]);
    const { browser } = new SecureCustomer(service());
    const stranger = async () => (await browser.get(`${service().issuerUrl}/as/jwks`)).status;
    expect(await ask(stranger)).toEqual([200, true]);
    expect(await another.look()).toBe(200);
    // The first request ends the interaction, so the others no longer find it.
    const ends = [];
    for (let time = 0; time < 5; time += 1) ends.push(await another.end());
    expect(ends).toEqual([303, 400, 400, 400, 400]);
  });
});

describe('interactions, which anyone with a consent can begin', () => {
  const service = useSecureService({ config: { maxConcurrentRequests: 8 } });

  test('do not block the listener with incomplete forms', async () => {
    const api = await SecureApi.open(service());
    const consentId = await clientOf(api, 'domestic-payments').prepared();
    const slow: TLSSocket[] = [];
    for (let visit = 0; visit < 2; visit += 1) {
      const { browser } = new SecureCustomer(service());
      const { url } = await browser.follow(await api.tpp.authorizeUrl(consentId));
      const { host, pathname } = new URL(url);
      const cookie = browser.written.map((line) => line.split('; ')[0]).join('; ');
      const lines = [`POST ${pathname}/password HTTP/1.1`, `host: ${host}`, `cookie: ${cookie}`];
      const head = [...lines, `origin: ${service().issuerUrl}`, 'content-length: 5000', '', ''];
      for (let count = 0; count < 4; count += 1) {
        const socket = connectTo(service(), service().issuerUrl);
        socket.resume().write(`${head.join('\r\n')}a`);
        await once(socket, 'secureConnect');
        slow.push(socket);
      }
    }
    const { browser } = new SecureCustomer(service());
    const reply = await browser.follow(await api.tpp.authorizeUrl(consentId));
    expect(reply.reply.status).toBe(200);
    // To accept a new request, the listener ends the slowest connection.
    await eventually(() => {
      expect(slow.some((socket) => socket.readableEnded)).toBe(true);
    });
    // A form has a shorter timeout than an upload, which has two minutes.
    const last = slow.at(-1);
    if (last?.readableEnded === false) await once(last, 'end');
    for (const socket of slow) socket.destroy();
  }, 40_000);
});

describe('a TPP above its rate limit', () => {
  const service = useSecureService({ config: { ratePerSecond: PER_SECOND, rateBurst: 5 } });

  test('receives a signed response with Retry-After', async () => {
    const api = await SecureApi.open(service());
    const replies = [];
    for (let time = 0; time < 8; time += 1) replies.push(await api.get('/domestic-payments/none'));
    expect(replies.slice(0, 5).map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    const last = replies.at(-1);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(last?.headers.get('retry-after'))).toBeLessThanOrEqual(SECONDS_PER_REQUEST);
    expect(last?.headers.get('x-jws-signature')).toBeTruthy();
    expect(last && faultsOf(last)).toEqual(['Header.Invalid']);
  });

  test('has separate limits at the authorisation server and at registration', async () => {
    service().passMachineTime(5 * SECONDS_PER_REQUEST * SECOND_MS);
    const tpp = new SecureTpp('tpp-two', service());
    const api = await SecureApi.open(service(), tpp);
    for (let time = 0; time < 8; time += 1) await api.get('/domestic-payments/none');
    const statuses: number[] = [];
    // After a refusal, the service pauses the connection, so each request uses a new one.
    const asking = { transport: tpp.transport, headers: { connection: 'close' } };
    for (let time = 0; time < 8; time += 1) {
      const path = time % 2 === 0 ? '/as/jwks' : '/register/none';
      const url = `${service().apiUrl}${path}`;
      statuses.push((await request(url, asking)).status);
    }
    expect(statuses.slice(0, 3)).toEqual([200, 401, 200]);
    expect(statuses.slice(-2)).toEqual([429, 429]);
    service().passMachineTime(5 * SECONDS_PER_REQUEST * SECOND_MS);
    expect((await api.get('/domestic-payments/none')).status).toBe(400);
  });
});

describe('a connection', () => {
  const service = useSecureService({
    config: { connectionsPerAddress: 5, requestTimeoutSeconds: 1 },
  });

  /**
   * Returns true if the listener responds on a connection, and false if it closes the connection.
   */
  async function isServed(socket: TLSSocket): Promise<boolean> {
    socket.write('GET /nowhere HTTP/1.1\r\nhost: localhost\r\n\r\n');
    return Promise.race([
      new Promise<boolean>((resolve) => socket.once('data', () => { resolve(true); })), // prettier-ignore
      new Promise<boolean>((resolve) => socket.once('close', () => { resolve(false); })), // prettier-ignore
    ]);
  }

  test.each([
    ["TPPs'", () => service().apiUrl],
    ["customers'", () => service().issuerUrl],
  ])('is limited in number per address at the %s listener', async (_, url) => {
    const open = () => connectTo(service(), url(), 'tpp-one');
    const sockets: TLSSocket[] = [];
    for (let count = 0; count < 5; count += 1) {
      const socket = open();
      sockets.push(socket);
      expect(await isServed(socket)).toBe(true);
    }
    // To accept a new connection, the listener closes the one that was idle longest.
    const [first, ...others] = sockets;
    const another = open();
    const gone = first && once(first, 'close');
    expect(await isServed(another)).toBe(true);
    await gone;
    expect(await Promise.all(others.map(isServed))).toEqual([true, true, true, true]);
    for (const socket of [another, ...others]) socket.destroy();
  });

  test.each([
    ['its headers', 'GET /as/jwks HTTP/1.1\r\nhost: '],
    ['its body', 'POST /as/token HTTP/1.1\r\nhost: HOST\r\ncontent-length: 100\r\n\r\na'],
  ])('is closed if %s do not arrive in time', async (_, beginning) => {
    const socket = connectTo(service(), service().apiUrl, 'tpp-one');
    const drip = setInterval(() => socket.writable && socket.write('a'), 300);
    socket.write(beginning.replace('HOST', new URL(service().apiUrl).host));
    const { status } = await readRaw(socket).catch(() => ({ status: 0 }));
    clearInterval(drip);
    expect([0, 400, 408]).toContain(status);
  });

  test('is refused with too many headers', async () => {
    const many = Array.from({ length: 500 }, (_, index) => `x-${String(index)}: ${'x'.repeat(40)}`);
    for (const headers of [`x-long: ${'x'.repeat(20_000)}`, many.join('\n')]) {
      const lines = `GET /as/jwks HTTP/1.1\nhost: HOST\n${headers}\nconnection: close\n\n`;
      expect((await sendSecurely(service(), service().issuerUrl, lines)).status).toBe(431);
    }
  });
});

describe('behind a proxy', () => {
  const service = useSecureService({
    config: {
      ...{ certificateHeader: 'client-cert', proxyAddresses: ['127.0.0.1'] },
      ...boundedTo(5),
    },
  });

  test('clients are limited by the address that the proxy adds, not by addresses that they send', async () => {
    const ask = async (forwarded: string): Promise<number> => {
      const lines = `GET /as/jwks HTTP/1.1\nhost: HOST\nx-forwarded-for: ${forwarded}\n`;
      const reply = await sendSecurely(
        service(),
        service().issuerUrl,
        `${lines}connection: close\n\n`,
      );
      return reply.status;
    };
    const statuses: number[] = [];
    for (let time = 0; time < 8; time += 1) {
      statuses.push(await ask(`192.0.2.${String(time)}, 198.51.100.7`));
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
    expect(await ask('198.51.100.7, 198.51.100.8')).toBe(200);
  });
});
