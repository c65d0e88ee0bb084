import type { IncomingMessage, RequestListener } from 'node:http';
import type { App } from '../api/call.ts';
import type { Door } from '../api/door.ts';
import { checkHost } from '../api/steps/check-host.ts';
import { refuse, Refusal } from '../kernel/errors.ts';
import type { Clock } from '../kernel/time.ts';
import type { BucketSize } from '../kernel/token-bucket.ts';
import type { ReadCertificate } from './certificates.ts';
import { throughDoor } from './listener.ts';
import { addressedHost, pathOf, targetOf } from './target.ts';
import { refuseAtDoor } from './refuse.ts';
import { boundStrangers } from './strangers.ts';

/** What the authorisation server answers at the TPPs' door. */
const OF_TPPS = [
  '/as/token',
  '/as/par',
  '/as/introspect',
  '/as/revoke',
  '/as/jwks',
  '/.well-known/openid-configuration',
];

/** What it answers at the customers' door; `/as/authorize/…` goes on with a visit. */
const OF_CUSTOMERS = /^\/(?:as\/(?:authorize(?:\/.*)?|jwks)|\.well-known\/openid-configuration)$/;

/** The addresses of the standard take an access token; all others are for strangers too. */
const FOR_KNOWN = '/open-banking/';

/** Headers that there is one of (RFC 9110, 5.3); Node takes the first and drops the others. */
const SINGLE_HEADERS = ['host', 'authorization', 'content-type'];

/** What is behind the two doors of TLS. */
export interface Served {
  /** The addresses of the standard and of registration. */
  readonly api: App;
  readonly pages: RequestListener;
  readonly authorisation: RequestListener;
  readonly apiUrl: string;
  readonly issuerUrl: string;
  /** Other names for the same machine, which only the sandbox has. */
  readonly aliases: readonly string[];
}

/** How the doors go about it. */
export interface Manners {
  readonly certificateOf: ReadCertificate;
  readonly requiresSignatures: boolean;
  /** What an address may ask of the TPPs' door without a good token, and of the customers' door. */
  readonly strangers: BucketSize;
  readonly visitors: BucketSize;
  /** Where a request comes from. */
  readonly addressOf: (incoming: IncomingMessage) => string;
  readonly machineClock: Clock;
}

/** What happens at the TPPs' door. */
export function serveTpps(served: Served, manners: Manners): RequestListener {
  const origin = originOf(served.apiUrl, served.aliases);
  const { certificateOf, addressOf, requiresSignatures } = manners;
  const door = {
    ...{ originOf: origin, certificateOf, addressOf, requiresSignatures },
    ...{ needsCertificate: true, signsAnswers: true },
  };
  const api = throughDoor(served.api, door);
  const listener: RequestListener = (incoming, outgoing) => {
    if (OF_TPPS.includes(pathOf(incoming))) served.authorisation(incoming, outgoing);
    else api(incoming, outgoing);
  };
  return guard(origin, listener, manners.strangers, manners);
}

/** What happens at the customers' door. */
export function serveCustomers(served: Served, manners: Manners): RequestListener {
  const { issuerUrl, aliases, pages, authorisation } = served;
  const origin = originOf(issuerUrl, aliases);
  const listener: RequestListener = (incoming, outgoing) => {
    const path = pathOf(incoming);
    // Cookies belong to one name: whoever comes by another one is sent to it.
    if (origin(incoming) !== issuerUrl && !path.startsWith('/sandbox/')) {
      outgoing.writeHead(307, { location: `${issuerUrl}${targetOf(incoming)}` }).end();
    } else if (OF_CUSTOMERS.test(path)) authorisation(incoming, outgoing);
    else pages(incoming, outgoing);
  };
  return guard(origin, listener, manners.visitors, manners);
}

/**
 * Lets in what is for this host, 421 otherwise: the authorisation server's addresses follow from
 * it too. And only so much of what comes without a good token.
 */
function guard(
  originOf: Door['originOf'],
  listener: RequestListener,
  size: BucketSize,
  { addressOf, machineClock }: Manners,
): RequestListener {
  const ours: RequestListener = (incoming, outgoing) => {
    const refused = checkRepeated(incoming) ?? checkHost(incoming, { originOf });
    if (refused instanceof Refusal) refuseAtDoor(incoming, outgoing, refused);
    else listener(incoming, outgoing);
  };
  return boundStrangers(ours, {
    size,
    addressOf,
    isOpen: (incoming) => !pathOf(incoming).startsWith(FOR_KNOWN),
    machineClock,
  });
}

/** Refuses headers that contradict each other: the next reader might believe the other one. */
function checkRepeated({ headersDistinct }: IncomingMessage): Refusal | undefined {
  const path = SINGLE_HEADERS.find((name) => (headersDistinct[name]?.length ?? 0) > 1);
  if (path === undefined) return undefined;
  return refuse(400, 'headerInvalid', 'Expected this header once.', { path });
}

/** For the host of an address and for its aliases on the same port. */
function originOf(url: string, aliases: readonly string[]): Door['originOf'] {
  const { host, hostname } = new URL(url);
  const hosts = new Set([hostname, ...aliases].map((name) => host.replace(hostname, name)));
  return (incoming) => {
    const addressed = addressedHost(incoming);
    return hosts.has(addressed) ? `https://${addressed}` : undefined;
  };
}
