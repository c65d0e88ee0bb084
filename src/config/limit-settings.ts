import type { Seconds } from '../shared/time.ts';
import { setting } from './setting.ts';
import { positive, upTo } from './value-types.ts';

/** The settings that limit requests, connections and files, for each TPP and for each listener. */
export const LIMIT_SETTINGS = {
  ratePerSecond: setting(
    'PIS_RATE_PER_SECOND',
    positive.default(200),
    'requests a second of a TPP to the API, and as many to tokens and registration. More ' +
      'get 429.',
  ),
  rateBurst: setting(
    'PIS_RATE_BURST',
    positive.default(100),
    'requests that a TPP may send at once',
  ),
  uploadsPerTpp: setting(
    'PIS_FILE_UPLOADS_PER_TPP',
    upTo(10_000).default(16),
    'concurrent file uploads and file checks of a TPP. More get 429.',
  ),
  downloadsPerTpp: setting(
    'PIS_FILE_DOWNLOADS_PER_TPP',
    upTo(10_000).default(8),
    'concurrent file downloads of a TPP. More get 429.',
  ),
  downloadsInAll: setting(
    'PIS_FILE_DOWNLOADS',
    upTo(10_000).default(128),
    'concurrent file downloads of all TPPs. More get 503. Each may use 2.5 MB of memory.',
  ),

  maxConnections: setting(
    'PIS_MAX_CONNECTIONS',
    upTo(1_000_000).default(2000),
    'connections of each listener. A new one replaces a silent one.',
  ),
  connectionsPerAddress: setting(
    'PIS_CONNECTIONS_PER_ADDRESS',
    upTo(1_000_000).default(500),
    'connections of one address or TPP at each TLS listener',
  ),
  pendingConnectionsPerAddress: setting(
    'PIS_PENDING_CONNECTIONS_PER_ADDRESS',
    upTo(1_000_000).default(64),
    'connections of one address at each listener that are older than one second and sent no ' +
      'request',
  ),
  maxConcurrentRequests: setting(
    'PIS_MAX_CONCURRENT_REQUESTS',
    upTo(1_000_000).default(1000),
    'concurrent requests of each listener. Unauthenticated clients may use half of them at ' +
      'the TLS listeners. More get 503.',
  ),
  concurrentRequestsPerClient: setting(
    'PIS_CONCURRENT_REQUESTS_PER_CLIENT',
    upTo(1_000_000).default(250),
    'concurrent requests of one address or TPP at each TLS listener. More get 429.',
  ),
  requestTimeoutSeconds: setting<Seconds>(
    'PIS_REQUEST_TIMEOUT_SECONDS',
    upTo(86_400).default(120),
    "time to send a request or to read a file. Raise it for slow connections. A customer's " +
      'form has at most 10 seconds.',
  ),
  interactionsPerSecond: setting(
    'PIS_INTERACTIONS_PER_SECOND',
    positive.default(20),
    'requests a second of one address to the customer listener, and to the console. The same ' +
      'limit applies to one interaction and to one operator. More get 429.',
  ),
  interactionsBurst: setting(
    'PIS_INTERACTIONS_BURST',
    positive.default(200),
    'such requests at once. Raise it if many customers share one address.',
  ),
  unauthenticatedPerSecond: setting(
    'PIS_UNAUTHENTICATED_PER_SECOND',
    positive.default(400),
    'requests a second without a valid token, of one address or TPP, to the TPP listener. ' +
      'More get 429.',
  ),
  unauthenticatedBurst: setting(
    'PIS_UNAUTHENTICATED_BURST',
    positive.default(400),
    'such requests at once',
  ),
};
