import type { Config } from '../config/config.ts';
import type { ServerBounds } from '../listeners/server.ts';
import { SECOND_MS } from '../shared/time.ts';

/** How long an answer may lie unread, in milliseconds. */
const UNREAD_TIMEOUT_MS = 30 * SECOND_MS;

/** Of the requests that may be under way at a door of TLS, the share that strangers may have. */
const UNAUTHENTICATED_SHARE = 0.5;

/** What the plain door puts up with: whoever comes is on this machine. */
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
 * What each door of TLS puts up with. Behind a proxy that ends TLS connections are the proxy's
 * alone; behind one that passes it on, and says for whom, they are the clients' as ever.
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
