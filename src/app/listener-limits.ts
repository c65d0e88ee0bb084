import type { Config } from '../config/config.ts';
import type { ServerBounds } from '../listeners/server.ts';
import { SECOND_MS, type Milliseconds } from '../shared/time.ts';

/** The time in which a client must read at least some bytes of a response, in milliseconds. */
const UNREAD_TIMEOUT_MS: Milliseconds = 30 * SECOND_MS;

/** Maximum number of connections to the metrics listener. */
const METRICS_CONNECTIONS = 64;
/** Maximum number of concurrent requests to the metrics listener. */
const METRICS_REQUESTS = 4;

/**
 * The share of a TLS listener's concurrent requests that is available to unauthenticated clients.
 */
const UNAUTHENTICATED_SHARE = 0.5;

/**
 * Returns the limits of the internal listener. It has no limits for each client, because all its
 * clients run on this machine.
 */
export function plainBounds(config: Config): ServerBounds {
  return {
    requestTimeoutMs: config.requestTimeoutSeconds * SECOND_MS,
    unreadTimeoutMs: UNREAD_TIMEOUT_MS,
    maxConnections: config.maxConnections,
    maxConnectionsPerClient: null,
    maxPendingPerAddress: config.pendingConnectionsPerAddress,
    maxRequests: config.maxConcurrentRequests,
    maxUnauthenticatedRequests: config.maxConcurrentRequests,
    maxRequestsPerClient: null,
    onlyFrom: null,
    proxyProtocolFrom: null,
  };
}

/** Returns the limits of the metrics listener. */
export function metricsBounds(config: Config): ServerBounds {
  return {
    ...plainBounds(config),
    maxConnections: METRICS_CONNECTIONS,
    maxRequests: METRICS_REQUESTS,
    maxUnauthenticatedRequests: METRICS_REQUESTS,
  };
}

/**
 * Returns the limits of each TLS listener. If a proxy terminates TLS, all connections come from the
 * proxy, so there are no limits for each client. If the proxy uses the PROXY protocol, each
 * connection counts for its client.
 */
export function secureBounds(config: Config): ServerBounds {
  const isProxied = config.certificateHeader !== undefined;
  return {
    ...plainBounds(config),
    maxConnectionsPerClient: isProxied ? null : config.connectionsPerAddress,
    maxPendingPerAddress: isProxied ? null : config.pendingConnectionsPerAddress,
    maxUnauthenticatedRequests: Math.ceil(config.maxConcurrentRequests * UNAUTHENTICATED_SHARE),
    maxRequestsPerClient: config.concurrentRequestsPerClient,
    onlyFrom: isProxied ? config.proxyAddresses : null,
    proxyProtocolFrom: config.proxyProtocol === undefined ? null : config.proxyAddresses,
  };
}
