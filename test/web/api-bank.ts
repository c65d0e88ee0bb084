import { Ajv2020 } from 'ajv/dist/2020.js';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import { controlRoutes } from '../../src/app/operations.ts';
import { OperatorTokens } from '../../src/auth/operators/api-tokens.ts';
import { isFirstUse } from '../../src/auth/single-use.ts';
import { createHolidays } from '../../src/bank/holidays.ts';
import type { ConsoleParts } from '../../src/console/console-context.ts';
import { newSession } from '../../src/console/session.ts';
import { actorOf } from '../../src/domain/records/audit.ts';
import type { OperatorRole } from '../../src/domain/records/operators.ts';
import { describeOperatorApi } from '../../src/ops/api/document.ts';
import { createOperatorApi } from '../../src/ops/api/operator-api.ts';
import { ClockGuard } from '../../src/ops/clock-guard.ts';
import { INSTRUMENTS } from '../../src/domain/schemes/schemes.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { HOUR_MS, SECOND_MS } from '../../src/shared/time.ts';
import { judgeBy, type Description } from '../contract/api/descriptions.ts';
import type { RunningService } from '../helpers/service.ts';
import { ConsoleBank, OperatorBrowser, type SignInParts } from './console-bank.ts';

const ISSUER = 'https://idp.bank.example';
const AUDIENCE = 'https://console.bank.example/api/v1';

/** The groups of the provider, with their roles. */
const GROUPS = new Map<string, readonly OperatorRole[]>(
  (['read', 'operate', 'approve', 'administer'] as const).map((role) => [role, [role]]),
);

/** An answer of the API. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

interface Sent {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An operator of the provider, with a browser in the console and requests to the API. */
export interface ApiOperator {
  readonly id: string;
  readonly browser: OperatorBrowser;
  /** Returns a valid access token. `claims` replaces some of its claims. */
  readonly token: (claims?: Readonly<Record<string, unknown>>) => Promise<string>;
  /** Sends a request, such as `GET /work`, with a valid token and a new Idempotency-Key. */
  readonly call: (route: string, sent?: Sent) => Promise<Answer>;
}

/** A bank with the console and its API. Every answer is validated against the description. */
export class ApiBank {
  readonly console: ConsoleBank;
  /** Signs tokens as the provider. */
  readonly sign: (claims: JWTPayload, header?: object) => Promise<string>;
  /** The published key of the provider. */
  readonly key: Readonly<Record<string, unknown>>;
  /** Routes that were answered with status 200. */
  readonly answered = new Set<string>();
  readonly #judge = judgeBy(
    strict(describeOperatorApi()),
    new Ajv2020({ strict: false }),
    'Problem',
  );
  readonly #close: () => void;
  #keys = 0;

  private constructor(parts: Pick<ApiBank, 'console' | 'sign' | 'key'>, close: () => void) {
    this.console = parts.console;
    this.sign = parts.sign;
    this.key = parts.key;
    this.#close = close;
  }

  static async open(): Promise<ApiBank> {
    const { privateKey, publicKey } = await generateKeyPair('PS256', { extractable: true });
    const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'PS256', use: 'sig' };
    const server = createServer((_, outgoing) => outgoing.end(JSON.stringify({ keys: [key] })));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const keysUrl = new URL(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`);
    const uses = { hub: true, core: true, screening: true };
    const signIn: SignInParts = (service, _, useCases) => {
      const api = apiOf(service, useCases, keysUrl);
      return { hasPasskeys: true, provider: null, api };
    };
    const opened = await ConsoleBank.open(undefined, uses, signIn);
    const sign = (claims: JWTPayload, header = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'PS256', kid: 'one', typ: 'at+jwt', ...header })
        .sign(privateKey);
    return new ApiBank({ console: opened, sign, key }, () => server.close());
  }

  async close(): Promise<void> {
    this.#close();
    await this.console.close();
  }

  /** Signs an operator in at the provider, with groups that have these roles. */
  async operator(id: string, ...roles: readonly OperatorRole[]): Promise<ApiOperator> {
    const { store, clock } = this.console.service;
    const { id: cookie, session } = newSession(clock.now());
    const operator = { id, name: id, roles, subject: `sub-${id}`, evidence: {} };
    const act = { at: clock.now(), by: actorOf({ kind: 'operator', id }) };
    expect(await store.beginProvenOperatorSession(session, operator, act)).toBe('signedIn');
    const browser = new OperatorBrowser(this.console);
    browser.cookie = cookie;
    const token: ApiOperator['token'] = (claims = {}) => {
      return this.sign({ ...this.claimsOf(id, roles), ...claims });
    };
    const call = async (route: string, sent: Sent = {}) => {
      const authorization = `Bearer ${await token()}`;
      return this.send(route, { ...sent, headers: { authorization, ...sent.headers } });
    };
    return { id, browser, token, call };
  }

  /** Returns the claims of a valid access token of an operator. */
  claimsOf(id: string, groups: readonly string[]): JWTPayload {
    const now = Math.floor(this.console.service.clock.now() / SECOND_MS);
    return {
      ...{ iss: ISSUER, aud: AUDIENCE, iat: now, exp: now + 300, auth_time: now - 60 },
      ...{ sub: `sub-${id}`, jti: 'j', client_id: 'tool', preferred_username: id, groups },
    };
  }

  /** Sends a request to the API, and validates the answer against the description. */
  async send(route: string, { body, headers = {} }: Sent = {}): Promise<Answer> {
    const [method = '', path = ''] = route.split(' ');
    this.#keys += 1;
    const response = await this.console.fetch(`/api/v1${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        'idempotency-key': `key-${String(this.#keys).padStart(20, '0')}`,
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const json = isJson ? (JSON.parse(text) as Answer['json']) : {};
    this.#validate(method, path, {
      status: response.status,
      text,
      json: isJson ? json : undefined,
    });
    return { status: response.status, headers: response.headers, text, json };
  }

  #validate(method: string, path: string, reply: { status: number; text: string; json: unknown }) {
    const { paths } = describeOperatorApi() as Description;
    const [address = ''] = path.split('?');
    const described = Object.keys(paths).filter((one) => {
      const pattern = `^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`;
      return new RegExp(pattern).test(address) && method.toLowerCase() in (paths[one] ?? {});
    });
    // An exact path comes before one with a parameter.
    const found = described.sort(
      (one, other) => one.split('{').length - other.split('{').length,
    )[0];
    if (found === undefined) {
      expect([401, 404]).toContain(reply.status);
      return;
    }
    const route = { path: found.replaceAll(/\{\w+\}/g, '{id}'), operation: { method } };
    expect(this.#judge({ route, reply } as never), `${method} ${path}: ${reply.text}`).toEqual([]);
    if (reply.status === 200) this.answered.add(`${method} ${found}`);
  }
}

/** Creates the API as the service does. */
function apiOf(
  service: RunningService,
  useCases: Parameters<SignInParts>[2],
  keysUrl: URL,
): ConsoleParts['api'] {
  const { store, clock } = service;
  const address = { kind: 'folder', folder: '/hub' } as const;
  const exchanges = [{ name: 'default', instruments: INSTRUMENTS, address }];
  const config = { ...service.config, schemes: { kind: 'hub', exchanges } as const };
  const observe = (): void => undefined;
  const now = clock.now;
  const bounds = { maxLagMs: HOUR_MS, maxLeapMs: HOUR_MS, onChange: observe };
  const tokens = new OperatorTokens({
    provider: { keysUrl: () => Promise.resolve(keysUrl) },
    ...{ issuer: ISSUER, audience: AUDIENCE, acr: null, store, clock: now, machineClock: now },
    claims: { id: 'preferred_username', groups: 'groups', roles: GROUPS },
  });
  return createOperatorApi({
    ...{ store, clock: now, observe, addressOf: () => '192.0.2.7' },
    routes: controlRoutes({
      ...{ config, observe, clock, useCases, machineClock: now, store: store as never },
      guard: new ClockGuard({ wallClock: now, stopwatch: () => 0, ...bounds }),
      files: { open: () => Promise.reject(new Error('no files')) } as never,
      workers: { seal: () => Promise.reject(new Error('no workers')) },
      ...{ holidays: createHolidays(), stopwatch: () => 0, addresses: null, coreTasks: null },
      exportCase: () => Promise.resolve(new Uint8Array([80, 75])),
      ...{ runner: { wake: observe }, tasks: { holds: () => true } },
    }),
    operatorOf: (...given) => tokens.operatorOf(...given),
    isFirstUse: (operatorId, key) => {
      return isFirstUse(store, 'OperatorForm', [operatorId, key], now() + HOUR_MS, now());
    },
  });
}

/** Returns a description in which objects have no members that are not described. */
function strict(description: object): Description {
  return JSON.parse(JSON.stringify(description), (_, value: unknown) => {
    const isObject = typeof value === 'object' && value !== null && 'properties' in value;
    return isObject && 'type' in value ? { additionalProperties: false, ...value } : value;
  }) as Description;
}

/** Opens one bank for all tests of a file. */
export function useApiBank(): () => ApiBank {
  let opened: ApiBank | undefined;
  beforeAll(async () => {
    opened = await ApiBank.open();
  });
  afterAll(() => opened?.close());
  return () => expectDefined(opened, 'the bank');
}
