import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Proof } from '../../src/simulators/identity-provider/proof.ts';
import { createReferenceProvider } from '../../src/simulators/identity-provider/provider.ts';
import { expectDefined } from '../../src/shared/assert.ts';
import { realTime } from './real-time.ts';
import { anonymousTransport } from './secure-browser.ts';
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
