import { isIP } from 'node:net';
import type { App } from '../api/request-context.ts';
import type { ListenerInfo } from '../api/listener-info.ts';
import type { Clock } from '../shared/time.ts';
import type { BucketSize } from '../shared/token-bucket.ts';
import { addressOfSocket } from './proxy/addresses.ts';
import type { RequestHandler } from './request-handler.ts';
import { unauthenticatedClient } from './limits/client-identity.ts';
import { RateLimiter, UNLIMITED } from './limits/rate-limits.ts';
import { appListener } from './hono-adapter.ts';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** The port at the end of a Host header. */
const PORT = /:(\d{1,5})$/;
const MAX_PORT = 65_535;

/** Rate limit of an address at the metrics listener. Reading the metrics queries the database. */
const METRICS_RATE: BucketSize = { perSecond: 5, burst: 20 };

/** The internal listener on loopback: needs no client certificate and does not sign responses. */
export const INTERNAL_LISTENER: ListenerInfo = {
  needsCertificate: false,
  certificateOf: () => null,
  addressOf: addressOfSocket,
  signsAnswers: false,
  requiresSignatures: false,
};

/**
 * Returns the request handler of the internal listener. It accepts loopback host names and
 * `publicHosts`, on any port. It has no rate limit, because all its clients run on this machine.
 */
export function servePlain(
  app: App,
  publicHosts: readonly string[],
  listener = INTERNAL_LISTENER,
): RequestHandler {
  const names = new Set([...LOOPBACK, ...publicHosts]);
  return {
    originOf: (host) => originAt(host, (name) => names.has(name)),
    identifyClient: (_, address) => address,
    consume: () => UNLIMITED,
    answer: appListener(app, listener),
  };
}

/** Returns the origin of a Host header whose name is accepted, on any port. */
function originAt(host: string, isAccepted: (name: string) => boolean): string | undefined {
  const [end = '', port = ''] = PORT.exec(host) ?? [];
  const name = host.slice(0, host.length - end.length);
  return isAccepted(name) && Number(port) <= MAX_PORT ? `http://${host}` : undefined;
}

/**
 * Returns the request handler of the metrics listener. It accepts loopback host names and `hosts`,
 * and IP addresses, because Prometheus connects to the addresses of pods.
 */
export function serveMetricsOnly(
  app: App,
  hosts: readonly string[],
  machineClock: Clock,
): RequestHandler {
  const names = new Set([...LOOPBACK, ...hosts]);
  const limiter = new RateLimiter(METRICS_RATE, machineClock);
  return {
    originOf: (host) =>
      originAt(host, (name) => names.has(name) || isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0),
    identifyClient: (incoming) => unauthenticatedClient(addressOfSocket(incoming)),
    consume: (client) => limiter.consume(client),
    answer: appListener(app, INTERNAL_LISTENER),
  };
}
