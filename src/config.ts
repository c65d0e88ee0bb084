import { z } from 'zod';

/** Every setting, its name in the environment being `PIS_` and the name in capitals. */
const whole = z.string().regex(/^\d+$/, 'Expected a whole number').transform(Number);
const positive = whole.pipe(z.int().positive());
const port = whole.pipe(z.int().max(65_535));
const onOff = z.enum(['on', 'off']).transform((value) => value === 'on');

const Settings = z.object({
  PIS_PROFILE: z.enum(['sandbox', 'secure']).default('sandbox'),
  /** Port of the plain door on loopback; 0 takes a free one. */
  PIS_HTTP_PORT: port.default(8080),
  /** Port of the mutual-TLS door; not open until access is built. */
  PIS_HTTPS_PORT: port.default(8443),
  PIS_DATA_DIR: z.string().min(1).default('./data'),
  PIS_LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info'),
  /** Host names, besides loopback ones, under which the service may be addressed. */
  PIS_PUBLIC_HOSTS: z
    .string()
    .default('')
    .transform((value) => value.split(',').map((host) => host.trim().toLowerCase()))
    .transform((hosts) => hosts.filter((host) => host !== '')),

  /** Requests a second that a TPP may sustain (specification, 8). */
  PIS_RATE_PER_SECOND: positive.default(200),
  /** Requests that a TPP may send at once (specification, 8). */
  PIS_RATE_BURST: positive.default(100),
  /** Largest body of a JSON request, in bytes. */
  PIS_BODY_MAX_BYTES: positive.default(100 * 1024),

  /** Largest payment file, in bytes (specification, 8). */
  PIS_FILE_MAX_BYTES: positive.default(2 * 1024 * 1024),
  PIS_FILE_READER: z.enum(['fast', 'exact', 'stream']).default('fast'),
  /** How many days ahead a payment may be dated. */
  PIS_FILE_HORIZON_DAYS: positive.default(365),
  /** Whether a file of BACS payments is taken. */
  PIS_FILE_BACS: onOff.default(true),
  /** Uploads that one TPP may have under way at once. */
  PIS_FILE_UPLOADS_PER_TPP: positive.default(16),
  /** Threads that work on files; 0 takes one fewer than there are cores, at least one. */
  PIS_FILE_THREADS: whole.pipe(z.int().max(64)).default(0),
  /** Jobs on files that may wait for a thread. */
  PIS_FILE_QUEUE: positive.default(256),

  /** Time a client has to send a whole request, in seconds. */
  PIS_REQUEST_TIMEOUT_SECONDS: positive.default(120),
  /** Connections at once. */
  PIS_MAX_CONNECTIONS: positive.default(2000),
});

export interface Config {
  readonly httpPort: number;
  readonly dataDirectory: string;
  readonly logLevel: string;
  readonly publicHosts: readonly string[];
  readonly ratePerSecond: number;
  readonly rateBurst: number;
  readonly bodyMaxBytes: number;
  readonly fileMaxBytes: number;
  readonly fileReader: 'fast' | 'exact' | 'stream';
  readonly fileHorizonDays: number;
  readonly bacsAccepted: boolean;
  readonly uploadsPerTpp: number;
  readonly fileThreads: number;
  readonly fileQueueJobs: number;
  readonly requestTimeoutSeconds: number;
  readonly maxConnections: number;
}

/**
 * The settings of an environment, or in one line each what is wrong with it. A variable that
 * begins with `PIS_` and is none of ours is refused: it is a setting that somebody believes in.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
): { config: Config } | { problems: readonly string[] } {
  const ours = Object.entries(environment).filter(([name]) => name.startsWith('PIS_'));
  const unknown = ours.filter(([name]) => !(name in Settings.shape));
  const parsed = Settings.safeParse(Object.fromEntries(ours));
  const problems = [
    ...unknown.map(([name]) => `${name} is not a setting of this service.`),
    ...(parsed.error?.issues ?? []).map((issue) => {
      const name = String(issue.path[0]);
      return `${name}=${environment[name] ?? ''} is not valid: ${issue.message}.`;
    }),
  ];
  if (environment['PIS_PROFILE'] === 'secure') {
    problems.push('PIS_PROFILE=secure needs certificates and a directory: not available yet.');
  }
  if (problems.length > 0 || parsed.data === undefined) return { problems };
  const settings = parsed.data;
  return {
    config: {
      httpPort: settings.PIS_HTTP_PORT,
      dataDirectory: settings.PIS_DATA_DIR,
      logLevel: settings.PIS_LOG_LEVEL,
      publicHosts: settings.PIS_PUBLIC_HOSTS,
      ratePerSecond: settings.PIS_RATE_PER_SECOND,
      rateBurst: settings.PIS_RATE_BURST,
      bodyMaxBytes: settings.PIS_BODY_MAX_BYTES,
      fileMaxBytes: settings.PIS_FILE_MAX_BYTES,
      fileReader: settings.PIS_FILE_READER,
      fileHorizonDays: settings.PIS_FILE_HORIZON_DAYS,
      bacsAccepted: settings.PIS_FILE_BACS,
      uploadsPerTpp: settings.PIS_FILE_UPLOADS_PER_TPP,
      fileThreads: settings.PIS_FILE_THREADS,
      fileQueueJobs: settings.PIS_FILE_QUEUE,
      requestTimeoutSeconds: settings.PIS_REQUEST_TIMEOUT_SECONDS,
      maxConnections: settings.PIS_MAX_CONNECTIONS,
    },
  };
}
