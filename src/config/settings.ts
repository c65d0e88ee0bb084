import { z } from 'zod';
import { text } from '../contract/fields.ts';
import { BankName } from '../contract/international/initiation.ts';
import { MAX_PENCE, type Pence } from '../shared/money.ts';
import type { Days, Seconds } from '../shared/time.ts';
import { FilesAddress } from './files.ts';
import {
  address,
  file,
  httpsAddress,
  httpsOrigin,
  names,
  onOff,
  port,
  positive,
  upTo,
  whole,
} from './value-types.ts';
import { NodeName } from './node-name.ts';
import { StoreAddress } from './store.ts';

/** Settings of both profiles: name in the code, environment variable and schema. */
export const SETTINGS = {
  /**
   * `sandbox`: has test data, and serves the API without TLS on the internal listener too.
   * `secure`: serves the API only with mutual TLS.
   */
  profile: setting('PIS_PROFILE', z.enum(['sandbox', 'secure']).default('sandbox')),
  /** Port of the internal listener on loopback. 0 chooses a free port. */
  httpPort: setting('PIS_HTTP_PORT', port.default(8080)),
  /** Port of the TPPs' listener (mutual TLS). 0 chooses a free port. Default: 8443. */
  httpsPort: setting('PIS_HTTPS_PORT', port.optional()),
  /** Port of the customers' listener (TLS). 0 chooses a free port. Default: 8444. */
  pagesPort: setting('PIS_PAGES_PORT', port.optional()),
  /** IP address of the two TLS listeners. */
  listenAddress: setting('PIS_LISTEN_ADDRESS', address.default('127.0.0.1')),
  dataDirectory: setting(
    'PIS_DATA_DIR',
    z.string().min(1, 'Expected the path of a folder').default('./data'),
  ),
  /** Name of this node. Default: the machine's host name. */
  node: setting('PIS_NODE', NodeName.optional()),
  /**
   * Folder of the keys that all nodes share. Default: no shared keys, or in the sandbox its own.
   */
  keysDirectory: setting(
    'PIS_KEYS_DIR',
    z.string().min(1, 'Expected the path of a folder').optional(),
  ),
  /**
   * `sqlite`: all data is in the data folder. `postgres://…`: all data is in a database that nodes
   * share.
   */
  store: setting('PIS_DATABASE_URL', StoreAddress.default({ kind: 'sqlite' })),
  /** File that contains the database password and nothing else. */
  storePasswordFile: setting('PIS_DATABASE_PASSWORD_FILE', file.optional()),
  /** `folder`: payment files are in the data folder. `s3://…`: they are in an S3 object store. */
  files: setting('PIS_FILES', FilesAddress.default({ kind: 'folder' })),
  /**
   * Credentials for the object store: an access key, and a secret or a file that contains only the
   * secret.
   */
  s3AccessKey: setting('PIS_S3_ACCESS_KEY', text(128).optional()),
  s3SecretKey: setting('PIS_S3_SECRET_KEY', z.string().min(1, 'Expected a secret').optional()),
  s3SecretKeyFile: setting('PIS_S3_SECRET_KEY_FILE', file.optional()),
  logLevel: setting(
    'PIS_LOG_LEVEL',
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  ),
  /** Additional host names of the internal listener. Loopback names are always accepted. */
  publicHosts: setting('PIS_PUBLIC_HOSTS', names.default([])),

  /**
   * The `<bank>` of the scheme `UK.<bank>.OtherAccount`. Default: any name is accepted (rules,
   * 7.4).
   */
  bankName: setting('PIS_BANK_NAME', BankName.optional()),

  /** Maximum amount of one Faster Payment, in pence. */
  fpsMaxPence: setting<Pence>('PIS_FPS_MAX_PENCE', upTo(MAX_PENCE).default(1_000_000_00)),

  /** Sustained request rate per TPP, per second (rules, 9.10). */
  ratePerSecond: setting('PIS_RATE_PER_SECOND', positive.default(200)),
  /** Maximum burst of requests per TPP (rules, 9.10). */
  rateBurst: setting('PIS_RATE_BURST', positive.default(100)),
  /** Maximum body size of a JSON request, in bytes. */
  bodyMaxBytes: setting('PIS_BODY_MAX_BYTES', positive.default(100 * 1024)),

  /** Maximum size of a payment file, in bytes (rules, 6.5). */
  fileMaxBytes: setting('PIS_FILE_MAX_BYTES', positive.default(2 * 1024 * 1024)),
  fileReader: setting('PIS_FILE_READER', z.enum(['fast', 'exact', 'stream']).default('fast')),
  /** Maximum number of days that a payment may be dated ahead. */
  horizonDays: setting<Days>('PIS_MAX_DAYS_AHEAD', upTo(36_500).default(365)),
  /**
   * Days until a consent lapses that the customer has not authorised. VRP consents are excepted.
   */
  consentApprovalDays: setting<Days>('PIS_CONSENT_APPROVAL_DAYS', upTo(3650).default(30)),
  /**
   * Days until an authorised consent lapses that the TPP has not used. VRP consents are excepted.
   */
  consentUseDays: setting<Days>('PIS_CONSENT_USE_DAYS', upTo(3650).default(30)),
  /** True if files of BACS payments are accepted. */
  bacsAccepted: setting('PIS_FILE_BACS', onOff.default(true)),
  /** Maximum concurrent uploads per TPP. */
  uploadsPerTpp: setting('PIS_FILE_UPLOADS_PER_TPP', upTo(10_000).default(16)),
  /** Maximum concurrent file downloads per TPP. */
  downloadsPerTpp: setting('PIS_FILE_DOWNLOADS_PER_TPP', upTo(10_000).default(8)),
  /** Maximum concurrent file downloads of all TPPs. */
  downloadsInAll: setting('PIS_FILE_DOWNLOADS', upTo(10_000).default(128)),
  /** Threads that process payment files. 0: one fewer than CPU cores, at least one. */
  fileThreads: setting('PIS_FILE_THREADS', whole(0, 64).default(0)),
  /** Maximum number of queued file jobs. */
  fileQueueJobs: setting('PIS_FILE_QUEUE', upTo(100_000).default(256)),

  /**
   * Maximum jump of the machine's clock, in seconds. After a larger jump, due work waits for an
   * operator. Default: 300, in the sandbox 86,400.
   */
  clockLeapSeconds: setting<Seconds | undefined>(
    'PIS_CLOCK_LEAP_SECONDS',
    upTo(31_536_000).optional(),
  ),
  /**
   * Maximum downtime in days after which an operator need not confirm the clock. Default: 7, in the
   * sandbox unlimited.
   */
  clockGapDays: setting<Days | undefined>('PIS_CLOCK_GAP_DAYS', upTo(36_500).optional()),

  /**
   * Duration of a node's lease on jobs and tasks, in seconds. If the node stops renewing it, others
   * take over.
   */
  leaseSeconds: setting<Seconds>('PIS_LEASE_SECONDS', whole(2, 300).default(10)),

  /** Time in which a client must send a whole request, or read a whole file, in seconds. */
  requestTimeoutSeconds: setting<Seconds>('PIS_REQUEST_TIMEOUT_SECONDS', upTo(86_400).default(120)),
  /** Maximum concurrent connections per listener. */
  maxConnections: setting('PIS_MAX_CONNECTIONS', upTo(1_000_000).default(2000)),
  /** Maximum concurrent connections per address or TPP, at each TLS listener. */
  connectionsPerAddress: setting('PIS_CONNECTIONS_PER_ADDRESS', upTo(1_000_000).default(500)),
  /** Maximum connections per address and listener without a request after one second. */
  unfinishedPerAddress: setting('PIS_PENDING_CONNECTIONS_PER_ADDRESS', upTo(1_000_000).default(64)),
  /** Maximum concurrent requests per listener. */
  requestsAtOnce: setting('PIS_MAX_CONCURRENT_REQUESTS', upTo(1_000_000).default(1000)),
  /** Maximum concurrent requests per address or TPP, at each TLS listener. */
  requestsPerCaller: setting('PIS_CONCURRENT_REQUESTS_PER_CLIENT', upTo(1_000_000).default(250)),
  /**
   * Sustained rate of requests without a valid token per address at the TPPs' listener, per second.
   */
  strangersPerSecond: setting('PIS_UNAUTHENTICATED_PER_SECOND', positive.default(400)),
  /** Such requests at once. */
  strangersBurst: setting('PIS_UNAUTHENTICATED_BURST', positive.default(400)),
  /** Sustained rate of requests per address at the customers' listener, per second. */
  visitorsPerSecond: setting('PIS_INTERACTIONS_PER_SECOND', positive.default(20)),
  /** Such requests at once. */
  visitorsBurst: setting('PIS_INTERACTIONS_BURST', positive.default(200)),

  /** Trust anchors that a message signature may name. The bank signs with the first. */
  trustAnchors: setting(
    'PIS_TRUST_ANCHORS',
    names
      .refine((anchors) => anchors.length > 0, 'Expected at least one')
      .default(['openbanking.org.uk']),
  ),
  /**
   * Address of the bank's public keys in the discovery document. Default: at the customers'
   * listener.
   */
  jwksUri: setting('PIS_JWKS_URI', httpsAddress.optional()),
  /** Interval of reading the directory again, in seconds. */
  directoryRefreshSeconds: setting<Seconds>(
    'PIS_DIRECTORY_REFRESH_SECONDS',
    upTo(86_400).default(60),
  ),
  /** Decides if requests with a body must be signed, at the TLS listeners. */
  requestSignatures: setting('PIS_REQUEST_SIGNATURES', z.enum(['required', 'optional']).optional()),
  /**
   * Header with the client certificate, set by a proxy that terminates TLS. Default: no such proxy.
   */
  certificateHeader: setting(
    'PIS_CLIENT_CERTIFICATE_HEADER',
    z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, 'Expected the name of a header')
      .transform((name) => name.toLowerCase())
      .optional(),
  ),
  /**
   * Version of the PROXY protocol header from a proxy that passes TLS through. Default: no such
   * proxy.
   */
  proxyProtocol: setting('PIS_PROXY_PROTOCOL', z.enum(['v2']).optional()),
  /** Addresses of that proxy. No other address may connect. */
  proxyAddresses: setting('PIS_PROXY_ADDRESSES', names.pipe(z.array(address)).default([])),
};

/** Settings of the profile `secure`. The sandbox generates all of these itself. */
export const SECURE_SETTINGS = {
  /**
   * OAuth issuer identifier and base URL of the customers' listener, such as
   * `https://auth.bank.example`.
   */
  issuerUrl: setting('PIS_ISSUER_URL', httpsOrigin),
  /** Base URL of the TPPs' listener, such as `https://api.bank.example`. */
  apiUrl: setting('PIS_API_URL', httpsOrigin),
  /** PEM file of the service's certificate and its intermediate certificates. */
  certificateFile: setting('PIS_TLS_CERTIFICATE_FILE', file),
  keyFile: setting('PIS_TLS_KEY_FILE', file),
  /** PEM file of the certificate authorities of TPPs, the whole chain. */
  clientCaFile: setting('PIS_CLIENT_CA_FILE', file),
  /** PEM file of a certificate revocation list of each of these authorities. */
  clientCrlFile: setting('PIS_CLIENT_CRL_FILE', file),
  /** JWKS file of the bank's private keys. The first one signs. */
  signingKeysFile: setting('PIS_SIGNING_KEYS_FILE', file),
  /** ID of the bank in the directory. */
  organisationId: setting('PIS_ORGANISATION_ID', text(64)),
  /** Directory of TPPs: a file or an https URL. */
  directory: setting('PIS_DIRECTORY', z.string().min(1, 'Expected a file or an https address')),
  /** JWKS file of the directory's public keys, which verify software statements. */
  directoryKeysFile: setting('PIS_DIRECTORY_KEYS_FILE', file),
  /** JSON file of the bank's customers, users and accounts. */
  bankFile: setting('PIS_BANK_FILE', file),
  /** Name of the bank on the customers' pages. */
  bankTitle: setting('PIS_BANK_TITLE', text(60)),
};

export interface Setting<Value> {
  readonly variable: string;
  readonly schema: z.ZodType<Value>;
}

function setting<Value>(variable: string, schema: z.ZodType<Value>): Setting<Value> {
  return { variable, schema };
}

/** Values of a table of settings, by their names in the code. */
export type Values<Table extends Record<string, Setting<unknown>>> = {
  readonly [Name in keyof Table]: z.output<Table[Name]['schema']>;
};
