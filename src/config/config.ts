import { z } from 'zod';
import { text } from '../contract/fields.ts';
import { BankName } from '../contract/international/initiation.ts';
import { reveal } from '../shared/unsafe-unicode.ts';
import { MAX_PENCE } from '../shared/money.ts';
import { closestMatch } from '../shared/suggest.ts';
import { shorten } from '../shared/text.ts';
import { FilesAddress, filesProblems } from './files.ts';
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
import { problemsOfValue } from './problems.ts';
import { StoreAddress, storeProblems } from './store.ts';
import { proxyProblems } from './proxies.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings of both profiles: what the code calls each, its variable, and what it may be. */
const SETTINGS = {
  /** `sandbox`: seeded, the API at the plain door too. `secure`: at the TPPs' door alone. */
  profile: setting('PIS_PROFILE', z.enum(['sandbox', 'secure']).default('sandbox')),
  /** Port of the plain door on loopback; 0 takes a free one. */
  httpPort: setting('PIS_HTTP_PORT', port.default(8080)),
  /** Port of the TPPs' door, with mutual TLS; 0 takes a free one, unset is 8443. */
  httpsPort: setting('PIS_HTTPS_PORT', port.optional()),
  /** Port of the customers' door, with TLS; 0 takes a free one, unset is 8444. */
  pagesPort: setting('PIS_PAGES_PORT', port.optional()),
  /** Address that the two doors of TLS listen on. */
  listenAddress: setting('PIS_LISTEN_ADDRESS', address.default('127.0.0.1')),
  dataDirectory: setting(
    'PIS_DATA_DIR',
    z.string().min(1, 'Expected the path of a folder').default('./data'),
  ),
  /** What this node of several is called; unset: as its machine. */
  node: setting('PIS_NODE', NodeName.optional()),
  /** Folder of the secrets that all nodes have alike; unset: none, the sandbox's own. */
  keysDirectory: setting('PIS_KEYS', z.string().min(1, 'Expected the path of a folder').optional()),
  /** `sqlite`: all state is in the data folder. `postgres://…`: in a database that nodes share. */
  store: setting('PIS_STORE', StoreAddress.default({ kind: 'sqlite' })),
  /** The file that has nothing but the password for the database. */
  storePasswordFile: setting('PIS_STORE_PASSWORD_FILE', file.optional()),
  /** `folder`: kept payment files are in the data folder. `s3://…`: in an object store. */
  files: setting('PIS_FILES', FilesAddress.default({ kind: 'folder' })),
  /** Who asks the object store, and its secret, or the file that has nothing but the secret. */
  s3AccessKey: setting('PIS_S3_ACCESS_KEY', text(128).optional()),
  s3SecretKey: setting('PIS_S3_SECRET_KEY', z.string().min(1, 'Expected a secret').optional()),
  s3SecretKeyFile: setting('PIS_S3_SECRET_KEY_FILE', file.optional()),
  logLevel: setting(
    'PIS_LOG_LEVEL',
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  ),
  /** Host names, besides loopback ones, under which the service may be addressed. */
  publicHosts: setting('PIS_PUBLIC_HOSTS', names.default([])),

  /** The `<bank>` of `UK.<bank>.OtherAccount`; without it any name is taken (rules, 7.4). */
  bankName: setting('PIS_BANK_NAME', BankName.optional()),

  /** The most that one payment over Faster Payments may come to, in pence. */
  fpsMaxPence: setting('PIS_FPS_MAX_PENCE', upTo(MAX_PENCE).default(1_000_000_00)),

  /** Requests a second that a TPP may sustain (rules, 9.10). */
  ratePerSecond: setting('PIS_RATE_PER_SECOND', positive.default(200)),
  /** Requests that a TPP may send at once (rules, 9.10). */
  rateBurst: setting('PIS_RATE_BURST', positive.default(100)),
  /** Largest body of a JSON request, in bytes. */
  bodyMaxBytes: setting('PIS_BODY_MAX_BYTES', positive.default(100 * 1024)),

  /** Largest payment file, in bytes (rules, 6.5). */
  fileMaxBytes: setting('PIS_FILE_MAX_BYTES', positive.default(2 * 1024 * 1024)),
  fileReader: setting('PIS_FILE_READER', z.enum(['fast', 'exact', 'stream']).default('fast')),
  /** How many days ahead a payment may be dated. */
  horizonDays: setting('PIS_HORIZON_DAYS', upTo(36_500).default(365)),
  /** Days in which a customer must approve a consent, or it lapses; not those of VRP. */
  consentApprovalDays: setting('PIS_CONSENT_APPROVAL_DAYS', upTo(3650).default(30)),
  /** Days in which a TPP must use a consent that was approved, or it lapses; not those of VRP. */
  consentUseDays: setting('PIS_CONSENT_USE_DAYS', upTo(3650).default(30)),
  /** Whether a file of BACS payments is taken. */
  bacsAccepted: setting('PIS_FILE_BACS', onOff.default(true)),
  /** Uploads that one TPP may have under way at once. */
  uploadsPerTpp: setting('PIS_FILE_UPLOADS_PER_TPP', upTo(10_000).default(16)),
  /** Downloads of files that one TPP may have under way at once. */
  downloadsPerTpp: setting('PIS_FILE_DOWNLOADS_PER_TPP', upTo(10_000).default(8)),
  /** Downloads of files that all TPPs together may have under way at once. */
  downloadsInAll: setting('PIS_FILE_DOWNLOADS', upTo(10_000).default(128)),
  /** Threads that work on files; 0 takes one fewer than there are cores, at least one. */
  fileThreads: setting('PIS_FILE_THREADS', whole(0, 64).default(0)),
  /** Jobs on files that may wait for a thread. */
  fileQueueJobs: setting('PIS_FILE_QUEUE', upTo(100_000).default(256)),

  /**
   * How far the machine's clock may leap, in seconds; beyond it due work waits for an operator.
   * Unset: five minutes, in the sandbox a day.
   */
  clockLeapSeconds: setting('PIS_CLOCK_LEAP_SECONDS', upTo(31_536_000).optional()),
  /**
   * How long the service may have been away, in days, without an operator confirming the clock.
   * Unset: a week; in the sandbox for ever.
   */
  clockGapDays: setting('PIS_CLOCK_GAP_DAYS', upTo(36_500).optional()),

  /**
   * How long what a node has in hand is left to it once it is not heard of, in seconds; then others
   * take it over.
   */
  leaseSeconds: setting('PIS_LEASE_SECONDS', whole(2, 300).default(10)),

  /** Time a client has to send a whole request, or to read a whole file, in seconds. */
  requestTimeoutSeconds: setting('PIS_REQUEST_TIMEOUT_SECONDS', upTo(86_400).default(120)),
  /** Connections at once, at each door. */
  maxConnections: setting('PIS_MAX_CONNECTIONS', upTo(1_000_000).default(2000)),
  /** Connections of one address or one TPP at once, at each door of TLS. */
  connectionsPerAddress: setting('PIS_CONNECTIONS_PER_ADDRESS', upTo(1_000_000).default(500)),
  /** Connections of one address at each door that have not brought a request within a second. */
  unfinishedPerAddress: setting('PIS_UNFINISHED_PER_ADDRESS', upTo(1_000_000).default(64)),
  /** Requests under way at once, at each door. */
  requestsAtOnce: setting('PIS_REQUESTS_AT_ONCE', upTo(1_000_000).default(1000)),
  /** Of these, at each door of TLS, of one address or one TPP. */
  requestsPerCaller: setting('PIS_REQUESTS_PER_CALLER', upTo(1_000_000).default(250)),
  /** Requests a second that one address may send without a good token, at the TPPs' door. */
  strangersPerSecond: setting('PIS_STRANGERS_PER_SECOND', positive.default(400)),
  /** Such requests at once. */
  strangersBurst: setting('PIS_STRANGERS_BURST', positive.default(400)),
  /** Requests a second that one address may send to the customers' door. */
  visitorsPerSecond: setting('PIS_VISITORS_PER_SECOND', positive.default(20)),
  /** Such requests at once. */
  visitorsBurst: setting('PIS_VISITORS_BURST', positive.default(200)),

  /** Trust anchors that a signature may name; ours is the first. */
  trustAnchors: setting(
    'PIS_TRUST_ANCHORS',
    names
      .refine((anchors) => anchors.length > 0, 'Expected at least one')
      .default(['openbanking.org.uk']),
  ),
  /** Where the discovery document says that the bank's keys are; unset: at the customers' door. */
  jwksUri: setting('PIS_JWKS_URI', httpsAddress.optional()),
  /** How often the directory is read again, in seconds. */
  directoryRefreshSeconds: setting('PIS_DIRECTORY_REFRESH_SECONDS', upTo(86_400).default(60)),
  /** Whether requests that have a body must be signed, at the doors of TLS. */
  requestSignatures: setting('PIS_REQUEST_SIGNATURES', z.enum(['required', 'optional']).optional()),
  /** Header in which a proxy that ends TLS tells the client's certificate; unset: no proxy. */
  certificateHeader: setting(
    'PIS_CLIENT_CERTIFICATE_HEADER',
    z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, 'Expected the name of a header')
      .transform((name) => name.toLowerCase())
      .optional(),
  ),
  /** Whether a proxy that passes TLS on says before it whom it speaks for; unset: no proxy. */
  proxyProtocol: setting('PIS_PROXY_PROTOCOL', z.enum(['v2']).optional()),
  /** Addresses of that proxy: nobody else may connect. */
  proxyAddresses: setting('PIS_PROXY_ADDRESSES', names.pipe(z.array(address)).default([])),
};

/** Settings of the profile `secure` alone: the sandbox makes all of these for itself. */
const SECURE_SETTINGS = {
  /** `https://auth.bank.example`: what tokens say they come from; customers' browsers go there. */
  issuerUrl: setting('PIS_ISSUER_URL', httpsOrigin),
  /** `https://api.bank.example`: where TPPs call, with their certificates. */
  apiUrl: setting('PIS_API_URL', httpsOrigin),
  /** The service's certificate and those that it follows from, PEM. */
  certificateFile: setting('PIS_TLS_CERTIFICATE_FILE', file),
  keyFile: setting('PIS_TLS_KEY_FILE', file),
  /** The authorities that TPPs' certificates come from, the whole chain, PEM. */
  clientCaFile: setting('PIS_CLIENT_CA_FILE', file),
  /** A list of revoked certificates of each of these authorities, PEM. */
  clientCrlFile: setting('PIS_CLIENT_CRL_FILE', file),
  /** The bank's private keys as a JWKS; the first one signs. */
  signingKeysFile: setting('PIS_SIGNING_KEYS_FILE', file),
  /** The bank's id in the directory. */
  organisationId: setting('PIS_ORGANISATION_ID', text(64)),
  /** The directory: a file, or an https address. */
  directory: setting('PIS_DIRECTORY', z.string().min(1, 'Expected a file or an https address')),
  /** The public keys, a JWKS, that the directory signs software statements with. */
  directoryKeysFile: setting('PIS_DIRECTORY_KEYS_FILE', file),
  /** The bank's customers, their users and accounts, JSON. */
  bankFile: setting('PIS_BANK_FILE', file),
  /** What customers know the bank as. */
  bankTitle: setting('PIS_BANK_TITLE', text(60)),
};

interface Setting<Value> {
  readonly variable: string;
  readonly schema: z.ZodType<Value>;
}

function setting<Value>(variable: string, schema: z.ZodType<Value>): Setting<Value> {
  return { variable, schema };
}

/** Settings by their names in the code. */
type Values<Table extends Record<string, Setting<unknown>>> = {
  readonly [Name in keyof Table]: z.output<Table[Name]['schema']>;
};

export type SecureConfig = Values<typeof SECURE_SETTINGS>;

export type Config = Values<typeof SETTINGS> & {
  /** Null in the sandbox. */
  readonly secure: SecureConfig | null;
};

const ALL_SETTINGS: readonly Setting<unknown>[] = [
  ...Object.values(SETTINGS),
  ...Object.values(SECURE_SETTINGS),
];
const VARIABLES: ReadonlySet<string> = new Set(ALL_SETTINGS.map(({ variable }) => variable));

/**
 * The settings of an environment, or in one line each what is wrong with it. A variable that
 * begins with `PIS_` and is none of ours is refused: it is a setting that somebody believes in.
 */
export function readConfig(
  environment: Environment,
): { config: Config } | { problems: readonly string[] } {
  const problems = unknownSettings(environment);
  const settings = readTable(SETTINGS, environment, problems);
  const isSecure = environment['PIS_PROFILE'] === 'secure';
  const secure = isSecure ? readTable(SECURE_SETTINGS, environment, problems) : null;
  if (isSecure) problems.push(...missingSettings(environment));
  // A profile that is neither is not told what the sandbox would do without.
  else if ('profile' in settings) problems.push(...ignoredSettings(environment));
  if ('files' in settings && 'fileMaxBytes' in settings) {
    problems.push(...filesProblems(environment, settings));
  }
  if ('store' in settings) problems.push(...storeProblems(environment, settings));
  if ('proxyAddresses' in settings) problems.push(...proxyProblems(environment, settings));
  return problems.length > 0 ? { problems } : { config: { ...settings, secure } };
}

/**
 * In one line each what is wrong with settings by themselves, whatever the profile and whatever
 * else it needs: for programs that go by a few of them.
 */
export function problemsOfSettings(environment: Environment): readonly string[] {
  const wrong = ALL_SETTINGS.flatMap(({ variable, schema }) => {
    const written = environment[variable];
    return written === undefined ? [] : problemsOfValue(variable, written, schema);
  });
  return [...unknownSettings(environment), ...wrong];
}

/** Each name that would be a setting, and with it the one that may be meant. */
function unknownSettings(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('PIS_') && !VARIABLES.has(name))
    .map((name) => {
      const meant = closestMatch(name, VARIABLES);
      const hint = meant === undefined ? '.' : `: did you mean ${meant}?`;
      return `${shorten(reveal(name))} is not a setting of this service${hint}`;
    });
}

/** The values of a table; what is wrong with one goes to the problems, and it is left out. */
function readTable<Table extends Record<string, Setting<unknown>>>(
  table: Table,
  environment: Environment,
  problems: string[],
): Values<Table> {
  const values: Record<string, unknown> = {};
  for (const [name, { variable, schema }] of Object.entries(table)) {
    const written = environment[variable];
    const read = schema.safeParse(written);
    if (read.success) values[name] = read.data;
    else if (written !== undefined) problems.push(...problemsOfValue(variable, written, schema));
  }
  // Nobody looks at the values when there is a problem.
  return values as Values<Table>;
}

/** What the profile cannot do without. */
function missingSettings(environment: Environment): string[] {
  const names = Object.values(SECURE_SETTINGS)
    .map(({ variable }) => variable)
    .filter((variable) => environment[variable] === undefined);
  return names.length === 0 ? [] : [`PIS_PROFILE=secure needs ${names.join(', ')}.`];
}

/** A setting that somebody believes in, and that does nothing. */
function ignoredSettings(environment: Environment): string[] {
  return Object.values(SECURE_SETTINGS)
    .filter(({ variable }) => environment[variable] !== undefined)
    .map(({ variable }) => `${variable} is a setting of PIS_PROFILE=secure alone.`);
}
