import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { BankSignIn, CALLBACK_PATH } from '../../src/auth/identity-provider/bank-sign-in.ts';
import { IdentityProvider } from '../../src/auth/identity-provider/provider.ts';
import { OperatorProviderSignIn } from '../../src/auth/operators/provider-sign-in.ts';
import { ALGORITHM } from '../../src/auth/profile.ts';
import type { OperatorRole } from '../../src/domain/records/operators.ts';
import { ACR, type Proof } from '../../src/simulators/identity-provider/proof.ts';
import { createReferenceProvider } from '../../src/simulators/identity-provider/provider.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { ProviderBrowser } from '../helpers/provider-browser.ts';
import { ConsoleBank, OperatorBrowser, type SignInParts } from './console-bank.ts';
import { tokenIn } from './http-browser.ts';

const CLIENT = 'payment-console';

/** Address of the customers' pages. The provider reads the keys of the service there. */
const SERVICE = 'https://bank.example';

interface User {
  readonly subject: string;
  readonly password: string;
  groups: readonly string[];
}

/** A bank whose operators sign in at a reference OpenID Provider. */
export interface ProviderBank {
  readonly bank: ConsoleBank;
  readonly issuer: string;
  /** The users of the provider, keyed by user name. The password is `<user name>-password`. */
  readonly users: Map<string, User>;
  /** Adds a user at the provider. */
  readonly add: (name: string, groups: readonly string[], subject?: string) => void;
  /** Changes the proofs of the provider until the end of the test. */
  readonly distort: (change: (proof: Proof) => Proof) => void;
  /** Makes the provider unreachable, or reachable again. */
  readonly setAway: (isAway: boolean) => void;
}

async function newKeys() {
  const algorithm = { name: 'RSA-PSS', modulusLength: 2048, hash: 'SHA-256' };
  const pair = await crypto.subtle.generateKey(
    { ...algorithm, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  );
  const jwk = await crypto.subtle.exportKey('jwk', pair.privateKey);
  const { kty, n, e } = jwk;
  const named = { kid: 'service', alg: ALGORITHM, use: 'sig' };
  const keys = { jwks: () => ({ keys: [{ ...jwk, ...named }] }), onChange: () => undefined };
  return {
    keys: keys as unknown as Keys,
    published: { keys: [{ kty, n, e, ...named }] },
  };
}

/** Starts a bank and a provider. */
export async function openProviderBank(
  origin?: string,
): Promise<ProviderBank & { readonly close: () => Promise<void> }> {
  const server = createServer();
  const users = new Map<string, User>();
  let distort = (proof: Proof): Proof => proof;
  let isAway = false;
  let handle: RequestListener = (_, outgoing) => outgoing.writeHead(503).end();
  server.on('request', (incoming, outgoing) => {
    if (isAway) outgoing.writeHead(503).end();
    else handle(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const { keys, published } = await newKeys();
  const bank = await ConsoleBank.open(origin, undefined, signInAt(issuer, keys));
  handle = createReferenceProvider({
    ...{ issuer, clientId: 'payment-initiation-service', service: SERVICE, users },
    console: { clientId: CLIENT, url: bank.origin },
    clock: bank.service.clock.now,
    distort: (proof) => distort(proof),
    fetch: () => Promise.resolve(Response.json(published)),
  });
  return {
    ...{ bank, issuer, users },
    add: (name, groups, subject = `sub-${name}`) => {
      users.set(name, { subject, password: `${name}-password`, groups });
    },
    distort: (change) => (distort = change),
    setAway: (away) => (isAway = away),
    async close() {
      await bank.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

type Keys = ConstructorParameters<typeof IdentityProvider>[1];

/** Returns the ways to sign in: with passkeys, and at a provider with two groups. */
function signInAt(issuer: string, keys: Keys): SignInParts {
  return ({ store, clock }, origin) => {
    const provider = new IdentityProvider(
      {
        ...{ issuer, clientId: CLIENT, acr: ACR, maxAgeSeconds: 0, scope: 'profile' },
        redirectUri: `${origin}${CALLBACK_PATH}`,
        claims: ['preferred_username', 'groups', 'name'],
      },
      keys,
    );
    const roles = new Map<string, readonly OperatorRole[]>([
      ['readers', ['read']],
      ['ops', ['operate', 'approve']],
    ]);
    return {
      hasPasskeys: true,
      provider: new OperatorProviderSignIn({
        ...{ store, clock: clock.now, isStrong: true },
        bankSignIn: new BankSignIn({ provider, store, clock: clock.now, origin }),
        claims: { id: 'preferred_username', groups: 'groups', roles },
      }),
    };
  };
}

/** Starts a bank and a provider before the tests of a file, and ends them afterwards. */
export function useProviderBank(): () => ProviderBank {
  let opened: Awaited<ReturnType<typeof openProviderBank>> | undefined;
  beforeAll(async () => {
    opened = await openProviderBank();
  });
  afterEach(() => {
    opened?.distort((proof) => proof);
    opened?.setAway(false);
  });
  afterAll(() => opened?.close());
  return () => expectDefined(opened, 'the bank');
}

/** An operator's browser that also visits the provider. */
export class ProvidedOperator extends OperatorBrowser {
  readonly provider: ProviderBrowser;

  constructor({ bank, issuer }: ProviderBank) {
    super(bank);
    this.provider = new ProviderBrowser(issuer);
  }

  /** Submits the form of the sign-in page. Returns the address of the provider. */
  async visit(page = '/'): Promise<string> {
    const { text } = await this.open(page);
    return (await this.post('/sign-in/provider', { token: tokenIn(text), to: page })).location;
  }

  /** Signs in at the provider. Returns the path of the callback. */
  async authenticate(user: string, page = '/', decision = 'yes'): Promise<string> {
    const { url } = await this.provider.confirm({ url: await this.visit(page) }, user, decision);
    return url.replace(this.bank.origin, '');
  }

  /** Opens the callback, and the path to which it leads. Returns the next location. */
  async comeBack(callback: string): Promise<string> {
    const { cookie } = this;
    // The callback is a request from another site, which has no `Strict` cookie.
    this.cookie = '';
    const { response } = await this.open(callback, { 'sec-fetch-site': 'cross-site' });
    this.cookie = cookie;
    const [, next] = /^0; url=(.*)$/.exec(response.headers.get('refresh') ?? '') ?? [];
    if (next === undefined) return `status ${String(response.status)}`;
    return (await this.open(next)).response.headers.get('location') ?? '';
  }

  /** Signs in at the provider and comes back. Returns the next location. */
  async signInAtProvider(user: string, page = '/'): Promise<string> {
    return this.comeBack(await this.authenticate(user, page));
  }
}
