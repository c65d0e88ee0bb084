import type { IncomingMessage, RequestListener } from 'node:http';
import type { App } from '../api/request-context.ts';
import { Refusal } from '../shared/errors.ts';
import type { Clock } from '../shared/time.ts';
import type { BucketSize } from '../shared/token-bucket.ts';
import type { AdmittedRequest, RequestHandler, WrapHandler } from './request-handler.ts';
import {
  organisationClient,
  unauthenticatedClient,
  signedInClient,
  interactionClient,
  type ClientIdentity,
} from './limits/client-identity.ts';
import type { CertificateOf } from '../auth/oauth/mutual-tls.ts';
import { RateLimiter } from './limits/rate-limits.ts';
import { appListener } from './hono-adapter.ts';
import { portalBrowsers, SignedInBrowsers } from './limits/signed-in-browsers.ts';
import { InteractionBrowsers } from './limits/interaction-browsers.ts';

/** Paths of the authorisation server at the TPPs' listener. */
const TPP_PATHS = [
  '/as/token',
  '/as/par',
  '/as/introspect',
  '/as/revoke',
  '/as/jwks',
  '/.well-known/openid-configuration',
];

/** Paths of dynamic client registration. */
const REGISTRATION = /^\/register(?:\/|$)/;

/**
 * Paths of the authorisation server at the customers' listener. `/as/authorize/…` resumes an
 * interaction.
 */
const CUSTOMER_PATHS = /^\/(?:as\/(?:authorize(?:\/.*)?|jwks)|\.well-known\/openid-configuration)$/;

/** The operators' console, as its listener serves it. */
export interface ConsoleHandler {
  readonly pages: (admitted: AdmittedRequest) => void;
  /** Origin of the console: `https://host:port`, or `http://` on loopback. */
  readonly origin: string;
  /** Name of the cookie with the operator's session. */
  readonly cookie: string;
}

/** Applications and addresses that the TLS listeners serve. */
export interface TlsHandlers {
  /** Open Banking endpoints and client registration. */
  readonly api: App;
  readonly pages: (admitted: AdmittedRequest) => void;
  readonly authorisation: RequestListener;
  /** Null if there is no console. */
  readonly console: ConsoleHandler | null;
  readonly wrap: WrapHandler;
  readonly apiUrl: string;
  readonly issuerUrl: string;
  /** Alternative host names of this machine. Only the sandbox has any. */
  readonly aliases: readonly string[];
  /**
   * Returns the ID of the organisation whose certificate has this thumbprint, by the directory, or
   * undefined if none has.
   */
  readonly organisationOf: (thumbprint: string) => string | undefined;
}

/** Options of the TLS listeners. */
export interface ListenerOptions {
  readonly certificateOf: CertificateOf;
  readonly requiresSignatures: boolean;
  /**
   * Rate limit per TPP, or per address of an unknown client, for requests to the TPPs' listener
   * without a valid access token.
   */
  readonly unauthenticated: BucketSize;
  /** Rate limit per client for the customers' listener and the console. */
  readonly customers: BucketSize;
  /** Rate limit per TPP for the authorisation server and registration (rules, 9.11). */
  readonly organisations: BucketSize;
  /** Returns the IP address of the client. */
  readonly addressOf: (incoming: IncomingMessage) => string;
  readonly machineClock: Clock;
}

/** Returns the request handler of the TPPs' listener. */
export function serveTpps(handlers: TlsHandlers, listenerOptions: ListenerOptions): RequestHandler {
  const { certificateOf, addressOf, requiresSignatures, machineClock } = listenerOptions;
  const listener = {
    certificateOf,
    addressOf,
    requiresSignatures,
    needsCertificate: true,
    signsAnswers: true,
  };
  const api = appListener(handlers.api, listener);
  const limiter = new RateLimiter(listenerOptions.unauthenticated, machineClock);
  const organisationLimiter = new RateLimiter(listenerOptions.organisations, machineClock);
  return {
    originOf: originOf(handlers.apiUrl, handlers.aliases),
    identifyClient: (incoming) => {
      const certificate = certificateOf(incoming);
      const organisation = certificate && handlers.organisationOf(certificate.thumbprint);
      // A TPP has a limit of its own: other clients at the same address do not use it up.
      return organisation
        ? organisationClient(organisation)
        : unauthenticatedClient(addressOf(incoming));
    },
    consume: (client, path) => {
      const isAuthorisation = TPP_PATHS.includes(path) || REGISTRATION.test(path);
      return (
        client.trustLevel === 'organisation' && isAuthorisation ? organisationLimiter : limiter
      ).consume(client);
    },
    answer: (admitted) => {
      const { incoming, outgoing, path } = admitted;
      if (TPP_PATHS.includes(path)) handlers.authorisation(incoming, outgoing);
      else api(admitted);
    },
  };
}

/** Returns the request handler of the customers' listener. */
export function serveCustomers(
  handlers: TlsHandlers,
  listenerOptions: ListenerOptions,
): RequestHandler {
  const { issuerUrl, aliases, pages, authorisation } = handlers;
  const limiter = new RateLimiter(listenerOptions.customers, listenerOptions.machineClock);
  const interactions = new InteractionBrowsers();
  const signedIn = portalBrowsers();
  const identifyClient = (incoming: IncomingMessage): ClientIdentity => {
    const address = listenerOptions.addressOf(incoming);
    const interaction = interactions.of(incoming);
    if (interaction !== undefined) return interactionClient(address, interaction);
    const user = signedIn.of(incoming);
    return user === undefined ? unauthenticatedClient(address) : signedInClient(address, user);
  };
  return {
    originOf: originOf(issuerUrl, aliases),
    identifyClient,
    consume: (client) => limiter.consume(client),
    answer: (admitted) => {
      const { incoming, outgoing, origin, path, search } = admitted;
      // Cookies are bound to the issuer's host name, so requests to an alias are redirected to it.
      if (origin !== issuerUrl && !path.startsWith('/sandbox/')) {
        outgoing.writeHead(307, { location: `${issuerUrl}${path}${search}` }).end();
      } else if (CUSTOMER_PATHS.test(path)) authorisation(incoming, outgoing);
      else {
        const recognise = (userId?: string): void => {
          const isNew =
            userId === undefined
              ? interactions.remember(incoming)
              : signedIn.remember(incoming, userId);
          // A newly recognised interaction or user consumes its own quota, and the address gets its
          // quota back. This happens per cookie, so changing the cookie does not avoid the limit.
          if (isNew && !(limiter.consume(identifyClient(incoming)) instanceof Refusal))
            admitted.recognise();
        };
        pages({ ...admitted, recognise });
      }
    },
  };
}

/** Returns the request handler of the console's listener. */
export function serveConsole(
  { pages, origin, cookie }: ConsoleHandler,
  { customers, addressOf, machineClock }: ListenerOptions,
): RequestHandler {
  const { host } = new URL(origin);
  const limiter = new RateLimiter(customers, machineClock);
  const signedIn = new SignedInBrowsers(cookie);
  const identifyClient = (incoming: IncomingMessage): ClientIdentity => {
    const operator = signedIn.of(incoming);
    const address = addressOf(incoming);
    return operator === undefined
      ? unauthenticatedClient(address)
      : signedInClient(address, operator);
  };
  return {
    originOf: (addressed) => (addressed === host ? origin : undefined),
    identifyClient,
    consume: (client) => limiter.consume(client),
    answer: (admitted) => {
      const { incoming } = admitted;
      const recognise = (operator?: string): void => {
        const isNew = operator !== undefined && signedIn.remember(incoming, operator);
        // See serveCustomers.
        if (isNew && !(limiter.consume(identifyClient(incoming)) instanceof Refusal))
          admitted.recognise();
      };
      pages({ ...admitted, recognise });
    },
  };
}

/**
 * Returns a function that maps a Host header to an origin: the host of `url`, or an alias on the
 * same port.
 */
function originOf(url: string, aliases: readonly string[]): RequestHandler['originOf'] {
  const { host, hostname } = new URL(url);
  const hosts = new Set([hostname, ...aliases].map((name) => host.replace(hostname, name)));
  return (addressed) => (hosts.has(addressed) ? `https://${addressed}` : undefined);
}
