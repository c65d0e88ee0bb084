import type { PutObjectCommandOutput, S3 } from '@aws-sdk/client-s3';
import { addAbortSignal, Readable } from 'node:stream';
import { SECOND_MS, type Clock, type Instant } from '../../../shared/time.ts';
import type { Bucket } from './bucket.ts';
import { storeError } from './errors.ts';

/** Maximum number of attempts for a request, including the first. */
export const ATTEMPTS = 3;

/** Timeout of an attempt in milliseconds, in addition to the time to transfer its bytes. */
const RESPONSE_TIMEOUT_MS = 5 * SECOND_MS;

/** Minimum transfer rate in bytes per second, used to compute that time. */
const MIN_BYTES_PER_SECOND = 1024 * 1024;

/** Maximum number of connections from a thread to the object store. */
const MAX_CONNECTIONS = 16;

/** Maximum size of a response body, in bytes. Longer objects are read in ranges. */
export const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

/** A request body and its SHA-256 (hex). The object store rejects a body with another hash. */
export interface Body {
  readonly sha256: string;
  readonly bytes: number;
  /** Called for each attempt. */
  open(): Uint8Array | Readable;
}

/** Clock that dates requests. */
const MACHINE_CLOCK: Clock = Date.now;

/** Settings of a client. Tests use shorter timeouts. */
export interface ClientOptions {
  readonly timeoutMs?: number;
}

/** Client of the AWS SDK for a bucket. It signs requests, limits their time, and repeats them. */
export class BucketClient {
  readonly #bucket: Bucket;
  readonly #timeoutMs: number;
  readonly #s3: Promise<S3>;

  constructor(bucket: Bucket, { timeoutMs = RESPONSE_TIMEOUT_MS }: ClientOptions = {}) {
    this.#bucket = bucket;
    this.#timeoutMs = timeoutMs;
    this.#s3 = connect(bucket, timeoutMs);
  }

  /**
   * Sends a request and returns the response. Throws ObjectStoreRefused if the object store refuses
   * it, and StoreUnavailable if all attempts fail.
   *
   * @param what the request for messages, for example `to list versions`
   */
  async send<Output>(
    what: string,
    request: (s3: S3, bucket: string) => Promise<Output>,
  ): Promise<Output> {
    try {
      return await request(await this.#s3, this.#bucket.bucket);
    } catch (cause) {
      throw storeError(cause, what, this.#bucket.endpoint);
    }
  }

  /** Uploads an object in one request. Throws like `send`. */
  async put(what: string, key: string, body: Body): Promise<PutObjectCommandOutput> {
    const { PutObjectCommand } = await loadSdk();
    return this.send(what, (s3, bucket) => {
      const input = { Bucket: bucket, Key: key, ContentLength: body.bytes };
      const command = new PutObjectCommand(input);
      command.middlewareStack.add(
        (next) => (args) => {
          (args.request as SdkRequest).headers['x-amz-content-sha256'] = body.sha256;
          return next(args);
        },
        { step: 'build' },
      );
      command.middlewareStack.add(
        (next) => (args) =>
          withContent(body, (content) => {
            (args.request as SdkRequest).body = content;
            return next(args);
          }),
        { step: 'deserialize' },
      );
      return s3.send(command, { requestTimeout: limitMs(this.#timeoutMs, body.bytes) });
    });
  }

  /** Returns the time by the object store's clock, as far as its responses have shown it. */
  async now(): Promise<Instant> {
    return MACHINE_CLOCK() + (await this.#s3).config.systemClockOffset;
  }

  /** Closes idle connections. */
  close(): void {
    void this.#s3.then((s3) => {
      s3.destroy();
    });
  }
}

/** Request as the SDK's middleware passes it. */
interface SdkRequest {
  readonly headers: Record<string, string>;
  body?: unknown;
}

/** Loads the SDK on first use. It takes about 0.4 seconds and up to 40 MB in each thread. */
function loadSdk() {
  return import('@aws-sdk/client-s3');
}

async function connect({ endpoint, region, credentials }: Bucket, timeoutMs: number): Promise<S3> {
  const sdk = await loadSdk();
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  const s3 = new sdk.S3({
    ...{ endpoint, region, forcePathStyle: true },
    ...(credentials === null ? {} : { credentials }),
    ...{ maxAttempts: ATTEMPTS, retryMode: 'standard' },
    // Every S3 server verifies the SHA-256 of the signature, but some do not know other checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      ...{ httpAgent: agent, httpsAgent: agent },
      ...{ connectionTimeout: timeoutMs, socketTimeout: timeoutMs },
      ...{ requestTimeout: timeoutMs, throwOnRequestTimeout: true },
    },
  });
  // The whole response belongs to the attempt, so that the SDK repeats it if the connection breaks.
  s3.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const response = result.response as { body: Readable };
      const limit = limitMs(timeoutMs, MAX_RESPONSE_BYTES);
      const body = addAbortSignal(AbortSignal.timeout(limit), response.body);
      response.body = Readable.from(await wholeBody(body));
      return result;
    },
    { step: 'deserialize', priority: 'low' },
  );
  return s3;
}

/** Returns the timeout of an attempt that transfers these bytes, in milliseconds. */
function limitMs(timeoutMs: number, bytes: number): number {
  return timeoutMs + Math.ceil((bytes * SECOND_MS) / MIN_BYTES_PER_SECOND);
}

/** Passes the content of a body to an attempt, which fails if the content cannot be read. */
async function withContent<Result>(
  body: Body,
  attempt: (content: Uint8Array | Readable) => Promise<Result>,
): Promise<Result> {
  const content = body.open();
  if (content instanceof Uint8Array) return attempt(content);
  const failed = new Promise<never>((_, reject) => content.once('error', reject));
  try {
    return await Promise.race([attempt(content), failed]);
  } finally {
    content.destroy();
  }
}

/** Reads a response body. Throws an error if it is too long. */
async function wholeBody(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) throw new Error('its response is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
