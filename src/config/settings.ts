import { z } from 'zod';
import { text } from '../contract/fields.ts';
import { BankName } from '../contract/international/initiation.ts';
import { MAX_PENCE, type Pence } from '../shared/money.ts';
import type { Days, Seconds } from '../shared/time.ts';
import { DEFAULT_PORTS } from './default-ports.ts';
import { BANK_SYSTEM_SETTINGS } from './bank-systems.ts';
import { CONSOLE_SETTINGS } from './console-settings.ts';
import { FilesAddress } from './files.ts';
import { LIMIT_SETTINGS } from './limit-settings.ts';
import { NodeName } from './node-name.ts';
import { setting } from './setting.ts';
import { SIGN_IN_SETTINGS } from './sign-in-settings.ts';
import { Bic, SchemesAddress, ServiceUserNumber } from './schemes.ts';
import { StoreAddress } from './store.ts';
import { MONITORING_SETTINGS } from './monitoring-settings.ts';
import {
  address,
  file,
  folder,
  httpsAddress,
  names,
  onOff,
  port,
  positive,
  upTo,
  whole,
} from './value-types.ts';

/** The settings that both profiles have, by the names that the code uses. */
export const SETTINGS = {
  profile: setting(
    'PIS_PROFILE',
    z.enum(['sandbox', 'secure']).default('sandbox'),
    '`sandbox` has test data and also serves the API without TLS. `secure` is for a bank: ' +
      'the API needs mutual TLS.',
  ),
  dataDirectory: setting(
    'PIS_DATA_DIR',
    folder.default('./data'),
    'folder of the database, the payment files and `control.sock`. Use a local disk that ' +
      'honours `fsync`.',
  ),
  logLevel: setting(
    'PIS_LOG_LEVEL',
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
    '`silent`, `fatal`, `error`, `warn`, `info`, `debug` or `trace`. `debug` adds a line ' +
      'for each executed job.',
  ),
  bankName: setting(
    'PIS_BANK_NAME',
    BankName.optional(),
    'the `<bank>` in the scheme name `UK.<bank>.OtherAccount`. Unset: any name is accepted.',
  ),

  httpPort: setting(
    'PIS_HTTP_PORT',
    port.default(DEFAULT_PORTS.plain),
    'port of the internal listener on loopback. 0 selects a free port.',
  ),
  httpsPort: setting(
    'PIS_HTTPS_PORT',
    port.optional(),
    'port of the TPP listener (mutual TLS). 0 selects a free port.',
    String(DEFAULT_PORTS.https),
  ),
  pagesPort: setting(
    'PIS_PAGES_PORT',
    port.optional(),
    'port of the customer listener (TLS). 0 selects a free port.',
    String(DEFAULT_PORTS.pages),
  ),
  listenAddress: setting(
    'PIS_LISTEN_ADDRESS',
    address.default('127.0.0.1'),
    'IP address of the TPP and the customer listener',
  ),
  publicHosts: setting(
    'PIS_PUBLIC_HOSTS',
    names.default([]),
    'host names, separated by commas, that the internal listener answers besides loopback ' +
      'names. In the sandbox also the TLS listeners. Other names get 421.',
  ),
  certificateHeader: setting(
    'PIS_CLIENT_CERTIFICATE_HEADER',
    z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, 'Expected the name of a header')
      .transform((name) => name.toLowerCase())
      .optional(),
    'header with the client certificate, set by a proxy that terminates TLS',
  ),
  proxyProtocol: setting(
    'PIS_PROXY_PROTOCOL',
    z.enum(['v2']).optional(),
    '`v2` if a load balancer passes TLS through and sends the PROXY protocol',
  ),
  proxyAddresses: setting(
    'PIS_PROXY_ADDRESSES',
    names.pipe(z.array(address)).default([]),
    'IP addresses, separated by commas, of that proxy. No other address may connect.',
  ),

  store: setting(
    'PIS_DATABASE_URL',
    StoreAddress.default({ kind: 'sqlite' }),
    '`sqlite` (a database in the data folder), or `postgres://…` for [several ' +
      'nodes](../operations.md#several-nodes)',
  ),
  databasePasswordFile: setting(
    'PIS_DATABASE_PASSWORD_FILE',
    file.optional(),
    'file that contains only the password of the database',
  ),
  files: setting(
    'PIS_FILES',
    FilesAddress.default({ kind: 'folder' }),
    '`folder` (payment files in the data folder), or `s3://…` for an [object ' +
      'store](../operations.md#store-payment-files-in-an-object-store)',
  ),
  s3AccessKey: setting(
    'PIS_S3_ACCESS_KEY',
    text(128).optional(),
    'access key of the object store. Unset: the AWS SDK finds ' +
      '[credentials](../operations.md#credentials-for-the-object-store), for example of a ' +
      'role.',
  ),
  s3SecretKeyFile: setting(
    'PIS_S3_SECRET_KEY_FILE',
    file.optional(),
    'file that contains only the secret key of the object store',
  ),
  s3SecretKey: setting(
    'PIS_S3_SECRET_KEY',
    z.string().min(1, 'Expected a secret').optional(),
    'the secret key itself, instead of a file',
  ),

  node: setting(
    'PIS_NODE',
    NodeName.optional(),
    'name of this node in logs and metrics',
    'the host name',
  ),
  keysDirectory: setting(
    'PIS_KEYS_DIR',
    folder.optional(),
    'folder of the keys that all nodes share. Required with `postgres://…` in the secure ' +
      'profile.',
    'in the sandbox the `pki` folder',
  ),
  leaseSeconds: setting<Seconds>(
    'PIS_LEASE_SECONDS',
    whole(2, 300).default(10),
    'time after which other nodes take over the jobs of a node that stopped responding, 2 ' +
      'to 300',
  ),

  ...{ ...CONSOLE_SETTINGS, ...BANK_SYSTEM_SETTINGS, ...SIGN_IN_SETTINGS, ...MONITORING_SETTINGS },
  schemes: setting(
    'PIS_SCHEMES',
    SchemesAddress.default({ kind: 'simulated' }),
    '`simulated`, or the connection to a [payment hub](../operations.md#payment-hub): ' +
      '`folder:/path` for a shared folder, or `https://hub.bank.example:8443` for its [HTTPS ' +
      'API](../payment-hub-api.md). [Exchanges of single ' +
      'schemes](../operations-payment-hub.md#use-several-exchanges) can follow, for example ' +
      '`BACS=folder:/srv/bacs`.',
  ),
  hubCertificateFile: setting(
    'PIS_HUB_CERTIFICATE',
    file.optional(),
    "the bank's client certificate for the payment hub, with its intermediate certificates, PEM. " +
      'Required with `https://…`.',
  ),
  hubKeyFile: setting(
    'PIS_HUB_KEY',
    file.optional(),
    'private key of that certificate, PEM. Required with `https://…`.',
  ),
  hubCaFile: setting(
    'PIS_HUB_CA',
    file.optional(),
    'certificate authorities of the payment hub, PEM. The service trusts no other. Required with ' +
      '`https://…`.',
  ),
  hubMaxTransactions: setting(
    'PIS_HUB_MAX_TRANSACTIONS',
    whole(1, 100_000).default(100_000),
    'most credits in a message to a payment hub, 1 to 100000. Schemes can have a [lower ' +
      'limit](../operations-payment-hub.md#how-the-exchange-works).',
  ),
  bankBic: setting(
    'PIS_BANK_BIC',
    Bic.optional(),
    "the bank's BIC in messages to schemes. Required in the secure profile with a payment hub.",
    'in the sandbox `SANDGB2L`',
  ),
  serviceUserNumber: setting(
    'PIS_BACS_SERVICE_USER_NUMBER',
    ServiceUserNumber.optional(),
    "the bank's service user number for Bacs, 6 digits. Required in the secure profile with a " +
      'payment hub.',
    'in the sandbox `100001`',
  ),
  fpsMaxPence: setting<Pence>(
    'PIS_FPS_MAX_PENCE',
    upTo(MAX_PENCE).default(1_000_000_00),
    'largest Faster Payments payment, in pence. Larger ones use CHAPS.',
  ),
  maxDaysAhead: setting<Days>(
    'PIS_MAX_DAYS_AHEAD',
    upTo(36_500).default(365),
    'how many days ahead a payment may be dated',
  ),
  consentApprovalDays: setting<Days>(
    'PIS_CONSENT_APPROVAL_DAYS',
    upTo(3650).default(30),
    'days until a consent without approval expires. Not for VRP.',
  ),
  consentUseDays: setting<Days>(
    'PIS_CONSENT_USE_DAYS',
    upTo(3650).default(30),
    'days until an approved and unused consent expires. Not for VRP.',
  ),
  bacsAccepted: setting(
    'PIS_FILE_BACS',
    onOff.default(true),
    '`off` rejects files with BACS payments',
  ),
  fileMaxBytes: setting(
    'PIS_FILE_MAX_BYTES',
    positive.default(2 * 1024 * 1024),
    'largest payment file, in bytes. Uploads above 4 MiB are buffered in the data folder.',
  ),
  bodyMaxBytes: setting(
    'PIS_BODY_MAX_BYTES',
    positive.default(100 * 1024),
    'largest body of other requests, in bytes. Larger ones get 413.',
  ),
  fileReader: setting(
    'PIS_FILE_READER',
    z.enum(['fast', 'exact', 'stream']).default('fast'),
    '`exact` and `stream` are slower and accept the same files. Use `exact` if you suspect ' +
      'the fast reader.',
  ),
  fileThreads: setting(
    'PIS_FILE_THREADS',
    whole(0, 64).default(0),
    'threads that process files, at most 64. 0 uses one fewer than the number of cores, and ' +
      'at least one.',
  ),
  fileQueueJobs: setting(
    'PIS_FILE_QUEUE',
    upTo(100_000).default(256),
    'file jobs that may wait for a thread. Further requests get 503.',
  ),

  ...LIMIT_SETTINGS,

  requestSignatures: setting(
    'PIS_REQUEST_SIGNATURES',
    z.enum(['required', 'optional']).optional(),
    '`required` (secure profile) or `optional` (sandbox)',
    'by profile',
  ),
  jwksUri: setting(
    'PIS_JWKS_URI',
    httpsAddress.optional(),
    "https address of the bank's public keys, if the directory publishes them",
    'at `PIS_ISSUER_URL`',
  ),
  trustAnchors: setting(
    'PIS_TRUST_ANCHORS',
    names
      .refine((anchors) => anchors.length > 0, 'Expected at least one')
      .default(['openbanking.org.uk']),
    'trust anchors that a signature may name, separated by commas. The first one is the ' +
      "bank's.",
  ),
  directoryRefreshSeconds: setting<Seconds>(
    'PIS_DIRECTORY_REFRESH_SECONDS',
    upTo(86_400).default(60),
    'how often the service reads an https directory',
  ),

  clockLeapSeconds: setting<Seconds | undefined>(
    'PIS_CLOCK_LEAP_SECONDS',
    upTo(31_536_000).optional(),
    "largest jump of the machine's clock. After a larger one the service stops due work and " +
      'waits for an operator.',
    '300, sandbox 86400',
  ),
  clockGapDays: setting<Days | undefined>(
    'PIS_CLOCK_GAP_DAYS',
    upTo(36_500).optional(),
    'days. If the service was stopped for longer, an operator must confirm the clock after ' +
      'the start.',
    '7, sandbox unlimited',
  ),
};
