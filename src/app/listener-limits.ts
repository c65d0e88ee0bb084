import type { Config } from '../config/config.ts';
import type { ServerBounds } from '../listeners/server.ts';
import { SECOND_MS, type Milliseconds } from '../shared/time.ts';

/** Time in which a client must read some part of a response, in milliseconds. */
const UNREAD_TIMEOUT_MS: Milliseconds = 30 * SECOND_MS;

/** Share of a TLS listener's concurrent requests that unauthenticated clients may use. */
const UNAUTHENTICATED_SHARE = 0.5;

/**
 * Returns the limits of the internal listener. It has none per client, because all its clients run
 * on this machine.
 */
export function plainBounds(config: Config): ServerBounds {
  return {
    requestTimeoutMs: config.requestTimeoutSeconds * SECOND_MS,
    unreadTimeoutMs: UNREAD_TIMEOUT_MS,
    maxConnections: config.maxConnections,
    maxConnectionsPerClient: null,
    maxUnfinishedPerAddress: config.unfinishedPerAddress,
    maxRequests: config.requestsAtOnce,
    maxUnauthenticatedRequests: config.requestsAtOnce,
    maxRequestsPerClient: null,
    onlyFrom: null,
    proxyProtocolFrom: null,
  };
}

/**
 * Returns the limits of each TLS listener. Behind a proxy that terminates TLS, all connections are
 * the proxy's, so there are none per client. Behind a PROXY protocol proxy, each connection counts
 * for its client.
 */
export function secureBounds(config: Config): ServerBounds {
  const isProxied = config.certificateHeader !== undefined;
  return {
    ...plainBounds(config),
    maxConnectionsPerClient: isProxied ? null : config.connectionsPerAddress,
    maxUnfinishedPerAddress: isProxied ? null : config.unfinishedPerAddress,
    maxUnauthenticatedRequests: Math.ceil(config.requestsAtOnce * UNAUTHENTICATED_SHARE),
    maxRequestsPerClient: config.requestsPerCaller,
    onlyFrom: isProxied ? config.proxyAddresses : null,
    proxyProtocolFrom: config.proxyProtocol === undefined ? null : config.proxyAddresses,
  };
}
