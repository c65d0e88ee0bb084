import type { Config } from '../config/config.ts';
import type { ServerBounds } from '../listeners/server.ts';
import { SECOND_MS } from '../shared/time.ts';

/** How long an answer may lie unread, in milliseconds. */
const UNREAD_TIMEOUT_MS = 30 * SECOND_MS;

/** Of the requests that may be under way at a door of TLS, the share that strangers may have. */
const STRANGERS_SHARE = 0.5;

/** What the plain door puts up with: whoever comes is on this machine. */
export function plainBounds(config: Config): ServerBounds {
  return {
    requestTimeoutMs: config.requestTimeoutSeconds * SECOND_MS,
    unreadTimeoutMs: UNREAD_TIMEOUT_MS,
    maxConnections: config.maxConnections,
    maxConnectionsPerCaller: null,
    maxUnfinishedPerAddress: config.unfinishedPerAddress,
    maxRequests: config.requestsAtOnce,
    maxRequestsOfStrangers: config.requestsAtOnce,
    maxRequestsPerCaller: null,
    onlyFrom: null,
    prefacedBy: null,
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
    maxConnectionsPerCaller: isProxied ? null : config.connectionsPerAddress,
    maxUnfinishedPerAddress: isProxied ? null : config.unfinishedPerAddress,
    maxRequestsOfStrangers: Math.ceil(config.requestsAtOnce * STRANGERS_SHARE),
    maxRequestsPerCaller: config.requestsPerCaller,
    onlyFrom: isProxied ? config.proxyAddresses : null,
    prefacedBy: config.proxyProtocol === undefined ? null : config.proxyAddresses,
  };
}
