import type { IncomingMessage, RequestListener } from 'node:http';
import type { App } from '../api/request-context.ts';
import { Refusal } from '../shared/errors.ts';
import type { Clock } from '../shared/time.ts';
import type { BucketSize } from '../shared/token-bucket.ts';
import type { Arrival, RequestHandler } from './request-handler.ts';
import {
  organisationClient,
  unauthenticatedClient,
  signedInClient,
  interactionClient,
  type Caller,
} from './limits/client-identity.ts';
import type { ReadCertificate } from './tls/certificates.ts';
import { RateLimiter } from './limits/rate-limits.ts';
import { withArrival } from './hono-adapter.ts';
import { SignedInBrowsers } from './limits/signed-in-browsers.ts';
import { InteractionBrowsers } from './limits/interaction-browsers.ts';

/** What the authorisation server answers at the TPPs' door. */
const OF_TPPS = [
  '/as/token',
  '/as/par',
  '/as/introspect',
  '/as/revoke',
  '/as/jwks',
  '/.well-known/openid-configuration',
];

/** Where TPPs register. */
const REGISTRATION = /^\/register(?:\/|$)/;

/** What it answers at the customers' door; `/as/authorize/…` goes on with a visit. */
const OF_CUSTOMERS = /^\/(?:as\/(?:authorize(?:\/.*)?|jwks)|\.well-known\/openid-configuration)$/;

/** What is behind the two doors of TLS. */
export interface Served {
  /** The addresses of the standard and of registration. */
  readonly api: App;
  readonly pages: (arrival: Arrival) => void;
  readonly authorisation: RequestListener;
  readonly apiUrl: string;
  readonly issuerUrl: string;
  /** Other names for the same machine, which only the sandbox has. */
  readonly aliases: readonly string[];
  /** Whose a certificate is that the directory lists, by its thumbprint; undefined: nobody's. */
  readonly organisationOf: (thumbprint: string) => string | undefined;
}

/** How the doors go about it. */
export interface ListenerOptions {
  readonly certificateOf: ReadCertificate;
  readonly requiresSignatures: boolean;
  /** What a caller may ask of the TPPs' door without a good token, and of the customers' door. */
  readonly strangers: BucketSize;
  readonly visitors: BucketSize;
  /** What a TPP may ask of the authorisation server and of registration (rules, 9.11). */
  readonly access: BucketSize;
  /** Where a request comes from. */
  readonly addressOf: (incoming: IncomingMessage) => string;
  readonly machineClock: Clock;
}

/** What is behind the TPPs' door. */
export function serveTpps(served: Served, listenerOptions: ListenerOptions): RequestHandler {
  const { certificateOf, addressOf, requiresSignatures, machineClock } = listenerOptions;
  const listener = {
    ...{ certificateOf, addressOf, requiresSignatures },
    ...{ needsCertificate: true, signsAnswers: true },
  };
  const api = withArrival(served.api, listener);
  const charges = new RateLimiter(listenerOptions.strangers, machineClock);
  const ofAccess = new RateLimiter(listenerOptions.access, machineClock);
  return {
    originOf: originOf(served.apiUrl, served.aliases),
    callerOf: (incoming) => {
      const certificate = certificateOf(incoming);
      const organisation = certificate && served.organisationOf(certificate.thumbprint);
      // Others at its address are nothing to a TPP: it is bounded by what it does itself.
      return organisation
        ? organisationClient(organisation)
        : unauthenticatedClient(addressOf(incoming));
    },
    charge: (caller, path) => {
      const isAccess = OF_TPPS.includes(path) || REGISTRATION.test(path);
      return (caller.trustLevel === 'organisation' && isAccess ? ofAccess : charges).take(caller);
    },
    answer: (arrival) => {
      const { incoming, outgoing, path } = arrival;
      if (OF_TPPS.includes(path)) served.authorisation(incoming, outgoing);
      else api(arrival);
    },
  };
}

/** What is behind the customers' door. */
export function serveCustomers(served: Served, listenerOptions: ListenerOptions): RequestHandler {
  const { issuerUrl, aliases, pages, authorisation } = served;
  const charges = new RateLimiter(listenerOptions.visitors, listenerOptions.machineClock);
  const visits = new InteractionBrowsers();
  const signedIn = new SignedInBrowsers();
  const callerOf = (incoming: IncomingMessage): Caller => {
    const address = listenerOptions.addressOf(incoming);
    const visit = visits.of(incoming);
    if (visit !== undefined) return interactionClient(address, visit);
    const user = signedIn.of(incoming);
    return user === undefined ? unauthenticatedClient(address) : signedInClient(address, user);
  };
  return {
    originOf: originOf(issuerUrl, aliases),
    callerOf,
    charge: (caller) => charges.take(caller),
    answer: (arrival) => {
      const { incoming, outgoing, origin, path, search } = arrival;
      // Cookies belong to one name: whoever comes by another one is sent to it.
      if (origin !== issuerUrl && !path.startsWith('/sandbox/')) {
        outgoing.writeHead(307, { location: `${issuerUrl}${path}${search}` }).end();
      } else if (OF_CUSTOMERS.test(path)) authorisation(incoming, outgoing);
      else {
        const recognise = (userId?: string): void => {
          const isNew =
            userId === undefined ? visits.remember(incoming) : signedIn.remember(incoming, userId);
          // The visit or the user is charged in the place of the address, each time that one is
          // known anew: a cookie that is always another saves nothing.
          if (isNew && !(charges.take(callerOf(incoming)) instanceof Refusal)) arrival.recognise();
        };
        pages({ ...arrival, recognise });
      }
    },
  };
}

/** For the host of an address and for its aliases on the same port. */
function originOf(url: string, aliases: readonly string[]): RequestHandler['originOf'] {
  const { host, hostname } = new URL(url);
  const hosts = new Set([hostname, ...aliases].map((name) => host.replace(hostname, name)));
  return (addressed) => (hosts.has(addressed) ? `https://${addressed}` : undefined);
}
