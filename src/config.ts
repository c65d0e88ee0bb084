import { z } from 'zod';
import { BankName } from './domain/international.ts';

const whole = z.string().regex(/^\d+$/, 'Expected a whole number').transform(Number);
const upTo = (most: number) => whole.pipe(z.int().positive().max(most));
const positive = whole.pipe(z.int().positive());
const port = whole.pipe(z.int().max(65_535));
const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');
const names = z
  .string()
  .transform((value) => value.split(',').map((name) => name.trim().toLowerCase()))
  .transform((listed) => listed.filter((name) => name !== ''));

/** Every setting: what the code calls it, its variable in the environment, and what it may be. */
const SETTINGS = {
  /** `sandbox` alone for now: `secure` needs certificates and a directory. */
  profile: setting(
    'PIS_PROFILE',
    z
      .enum(['sandbox', 'secure'])
      .refine((profile) => profile !== 'secure', 'Certificates and a directory are not built yet')
      .default('sandbox'),
  ),
  /** Port of the plain door on loopback; 0 takes a free one. */
  httpPort: setting('PIS_HTTP_PORT', port.default(8080)),
  /** Port of the mutual-TLS door: without any effect until the profile `secure` is built. */
  httpsPort: setting('PIS_HTTPS_PORT', port.default(8443)),
  dataDirectory: setting('PIS_DATA_DIR', z.string().min(1).default('./data')),
  logLevel: setting(
    'PIS_LOG_LEVEL',
    z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace']).default('info'),
  ),
  /** Host names, besides loopback ones, under which the service may be addressed. */
  publicHosts: setting('PIS_PUBLIC_HOSTS', names.default([])),

  /** The `<bank>` of `UK.<bank>.OtherAccount`; without it any name is taken (rules, 7). */
  bankName: setting('PIS_BANK_NAME', BankName.optional()),

  /** Requests a second that a TPP may sustain (specification, 8). */
  ratePerSecond: setting('PIS_RATE_PER_SECOND', positive.default(200)),
  /** Requests that a TPP may send at once (specification, 8). */
  rateBurst: setting('PIS_RATE_BURST', positive.default(100)),
  /** Largest body of a JSON request, in bytes. */
  bodyMaxBytes: setting('PIS_BODY_MAX_BYTES', positive.default(100 * 1024)),

  /** Largest payment file, in bytes (specification, 4 and 8). */
  fileMaxBytes: setting('PIS_FILE_MAX_BYTES', positive.default(2 * 1024 * 1024)),
  fileReader: setting('PIS_FILE_READER', z.enum(['fast', 'exact', 'stream']).default('fast')),
  /** How many days ahead a payment may be dated. */
  horizonDays: setting('PIS_HORIZON_DAYS', upTo(36_500).default(365)),
  /** Whether a file of BACS payments is taken. */
  bacsAccepted: setting('PIS_FILE_BACS', onOff.default(true)),
  /** Uploads that one TPP may have under way at once. */
  uploadsPerTpp: setting('PIS_FILE_UPLOADS_PER_TPP', upTo(10_000).default(16)),
  /** Threads that work on files; 0 takes one fewer than there are cores, at least one. */
  fileThreads: setting('PIS_FILE_THREADS', whole.pipe(z.int().max(64)).default(0)),
  /** Jobs on files that may wait for a thread. */
  fileQueueJobs: setting('PIS_FILE_QUEUE', upTo(100_000).default(256)),

  /** Time a client has to send a whole request, in seconds. */
  requestTimeoutSeconds: setting('PIS_REQUEST_TIMEOUT_SECONDS', upTo(86_400).default(120)),
  /** Connections at once. */
  maxConnections: setting('PIS_MAX_CONNECTIONS', upTo(1_000_000).default(2000)),
};

interface Setting<Value> {
  readonly variable: string;
  readonly schema: z.ZodType<Value>;
}

function setting<Value>(variable: string, schema: z.ZodType<Value>): Setting<Value> {
  return { variable, schema };
}

/** The settings by their names in the code. */
export type Config = {
  readonly [Name in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Name]['schema']>;
};

const VARIABLES: ReadonlySet<string> = new Set(
  Object.values(SETTINGS).map(({ variable }) => variable),
);

/**
 * The settings of an environment, or in one line each what is wrong with it. A variable that
 * begins with `PIS_` and is none of ours is refused: it is a setting that somebody believes in.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
): { config: Config } | { problems: readonly string[] } {
  const problems = Object.keys(environment)
    .filter((name) => name.startsWith('PIS_') && !VARIABLES.has(name))
    .map((name) => `${name} is not a setting of this service.`);
  const config: Record<string, unknown> = {};
  for (const [name, { variable, schema }] of Object.entries(SETTINGS)) {
    const written = environment[variable];
    const read = schema.safeParse(written);
    if (read.success) config[name] = read.data;
    for (const { message } of read.error?.issues ?? []) {
      problems.push(`${variable}=${written ?? ''} is not valid: ${message}.`);
    }
  }
  // Without a problem, every name of the table has its value.
  return problems.length > 0 ? { problems } : { config: config as Config };
}
