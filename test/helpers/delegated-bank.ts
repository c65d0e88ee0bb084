import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Proof } from '../../src/simulators/identity-provider/proof.ts';
import { createReferenceProvider } from '../../src/simulators/identity-provider/provider.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { realTime } from './real-time.ts';
import { anonymousTransport, type Place } from './secure-browser.ts';
import { SecureCustomer } from './secure-customer.ts';
import { startSecureService, type SecureService } from './secure-service.ts';

/** Users of the provider. `olga` is no user of the service. */
const NAMES = ['clara', 'colin', 'dora', 'dave', 'sam', 'olga'];

/** A sandbox whose customers sign in at a reference OpenID Provider. */
export interface DelegatedBank {
  readonly service: SecureService;
  readonly issuer: string;
  /** Changes the proofs of the provider until the end of the test. */
  distort(change: (proof: Proof) => Proof): void;
  /** Makes the provider unreachable, or reachable again. */
  setAway(isAway: boolean): void;
  /** Moves the clocks of the service and of the provider. */
  pass(milliseconds: number): void;
}

/** Starts a service and a provider before the tests of a file, and ends them afterwards. */
export function useDelegatedBank(): () => DelegatedBank {
  let bank: DelegatedBank | undefined;
  const server: Server = createServer();
  let distort = (proof: Proof): Proof => proof;
  let isAway = false;
  let passed = 0;
  beforeAll(async () => {
    let handle: RequestListener = (_, outgoing) => outgoing.writeHead(503).end();
    server.on('request', (incoming, outgoing) => {
      if (isAway) outgoing.writeHead(503).end();
      else handle(incoming, outgoing);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const service = await startSecureService({ config: { signInIssuer: issuer } });
    const users = NAMES.map((name) => {
      const password = `${name}-password`;
      return [name, { subject: name, password }] as const;
    });
    handle = createReferenceProvider({
      ...{ issuer, clientId: 'payment-initiation-service', service: service.issuerUrl },
      users: new Map(users),
      clock: () => realTime() + passed,
      distort: (proof) => distort(proof),
      fetch: async (url) => {
        const transport = anonymousTransport(service);
        const { status, text } = await transport.send({ method: 'GET', url: new Request(url).url });
        return new Response(text, { status, headers: { 'content-type': 'application/json' } });
      },
    });
    bank = {
      ...{ service, issuer },
      distort: (change) => (distort = change),
      setAway: (away) => (isAway = away),
      pass: (milliseconds) => {
        passed += milliseconds;
        service.passMachineTime(milliseconds);
      },
    };
  });
  afterEach(() => {
    distort = (proof) => proof;
    isAway = false;
  });
  afterAll(async () => {
    await bank?.service.end();
    server.close();
  });
  return () => expectDefined(bank, 'the bank');
}

/** A page of the provider, or the address of the service to which it returned the browser. */
export interface ProviderPage {
  readonly url: string;
  readonly text: string;
}

/** A customer with a browser that also visits the provider. */
export class DelegatedCustomer extends SecureCustomer {
  readonly #issuer: string;
  readonly #cookies = new Map<string, string>();

  constructor({ service, issuer }: DelegatedBank) {
    super(service);
    this.#issuer = issuer;
  }

  /** Opens an address of the provider and follows its redirects. */
  async open(url: string, form?: Record<string, string>): Promise<ProviderPage> {
    let [at, body] = [url, form && new URLSearchParams(form)];
    while (at.startsWith(`${this.#issuer}/`)) {
      const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(at, {
        ...{ redirect: 'manual', headers: { cookie } },
        ...(body && { method: 'POST', body }),
      });
      for (const line of answer.headers.getSetCookie()) this.#take(line);
      const location = answer.headers.get('location');
      if (location === null) return { url: at, text: await answer.text() };
      at = new URL(location, at).href;
      body = undefined;
    }
    return { url: at, text: '' };
  }

  /** Signs in or confirms at the provider. Returns the address of the callback. */
  async confirm({ url }: { readonly url: string }, user: string, decision = 'yes') {
    const shown = await this.open(url);
    const [, action] = /<form method="post" action="([^"]+)"/.exec(shown.text) ?? [];
    // With a session at the provider, a sign-in shows no page.
    if (action === undefined) return { ...shown, shown: '' };
    const fields = { user, password: `${user}-password`, decision };
    const back = await this.open(new URL(action, url).href, fields);
    return { ...back, shown: shown.text };
  }

  /** Opens the callback, and the page to which it leads. */
  async comeBack({ url }: { readonly url: string }): Promise<Place> {
    const reply = await this.browser.get(url);
    const [, next] = /^0; url=(.*)$/.exec(String(reply.headers['refresh'])) ?? [];
    if (next === undefined) return { url, reply };
    return this.browser.follow(new URL(next, url).href);
  }

  /** Answers the user's newest request on the phone. Returns the page before and after it. */
  async answerOnPhone(user: string, decision = 'yes', password = `${user}-password`) {
    const url = `${this.#issuer}/phone`;
    const { text } = await this.open(url);
    const forms = text.matchAll(/name="id" value="([^"]+)">\s*<input[^>]* value="(\w+)"/g);
    const id = [...forms].filter(([, , asked]) => asked === user).at(-1)?.[1] ?? '';
    const answered = await this.open(url, { id, user, password, decision });
    return { shown: text, answered: answered.text };
  }

  /** Ends the session at the provider. */
  forgetProvider(): void {
    this.#cookies.clear();
  }

  #take(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}
