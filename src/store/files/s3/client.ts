import type { PutObjectCommandInput, PutObjectCommandOutput, S3 } from '@aws-sdk/client-s3';
import { addAbortSignal, Readable } from 'node:stream';
import { SECOND_MS, type Clock, type Instant } from '../../../shared/time.ts';
import type { Bucket } from './bucket.ts';
import { storeError } from './errors.ts';
import { reportRequest } from './requests.ts';

/** Maximum number of attempts for a request, including the first. */
export const ATTEMPTS = 3;

/** Timeout of one attempt in milliseconds, without the time allowed for transferring its bytes. */
const RESPONSE_TIMEOUT_MS = 5 * SECOND_MS;

/**
 * Slowest transfer rate that is accepted, in bytes per second. It determines how much time an
 * attempt gets to transfer its bytes.
 */
const MIN_BYTES_PER_SECOND = 1024 * 1024;

/**
 * Maximum number of connections from a thread to the object store. A search of the index reads 32
 * segments at once.
 */
const MAX_CONNECTIONS = 64;

/** Maximum size of a response body, in bytes. Longer objects are read in ranges. */
export const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

/** A request body and its SHA-256 (hex). The object store rejects a body with another hash. */
export interface Body {
  readonly sha256: string;
  readonly bytes: number;
  /** Returns the content of the body. Called once for each attempt. */
  open(): Uint8Array | Readable;
}

/** Clock that provides the time at which requests are signed. */
const MACHINE_CLOCK: Clock = Date.now;

/** Settings of a client. Tests use shorter timeouts. */
export interface ClientOptions {
  readonly timeoutMs?: number;
}

/** An AWS SDK client for one bucket. It signs requests, applies timeouts, and retries. */
export class BucketClient {
  readonly #bucket: Bucket;
  readonly #timeoutMs: number;
  #s3: Promise<S3> | undefined;

  constructor(bucket: Bucket, { timeoutMs = RESPONSE_TIMEOUT_MS }: ClientOptions = {}) {
    this.#bucket = bucket;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Sends a request and returns the response. Throws ObjectStoreRefused if the object store refuses
   * the request, and StoreUnavailable if all attempts fail. An error of the local file system is
   * passed on unchanged.
   *
   * @param what describes the request in error messages, for example `to list versions`
   */
  async send<Output>(
    what: string,
    request: (s3: S3, bucket: string) => Promise<Output>,
  ): Promise<Output> {
    try {
      return await request(await this.#connected(), this.#bucket.bucket);
    } catch (cause) {
      if (cause instanceof ContentUnreadable) throw cause.cause;
      throw storeError(cause, what, this.#bucket.endpoint);
    }
  }

  /**
   * Uploads an object in one request. Throws like `send`.
   *
   * @param condition `IfNoneMatch: '*'` makes the request fail with 412 if the object exists
   */
  async put(
    what: string,
    key: string,
    body: Body,
    condition: Pick<PutObjectCommandInput, 'IfNoneMatch'> = {},
  ): Promise<PutObjectCommandOutput> {
    const { PutObjectCommand } = await loadSdk();
    return this.send(what, (s3, bucket) => {
      const input = { Bucket: bucket, Key: key, ContentLength: body.bytes, ...condition };
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

  /** Returns the current time of the object store's clock, estimated from its responses. */
  async now(): Promise<Instant> {
    return MACHINE_CLOCK() + (await this.#connected()).config.systemClockOffset;
  }

  /** Closes idle connections. */
  close(): void {
    void this.#s3?.then((s3) => {
      s3.destroy();
    });
  }

  /** Returns the SDK's client, and creates it for the first request. */
  #connected(): Promise<S3> {
    return (this.#s3 ??= connect(this.#bucket, this.#timeoutMs));
  }
}

/** Thrown in an attempt if the content of the request cannot be read. Its cause is that error. */
class ContentUnreadable extends Error {}

/** A request in the form in which the SDK passes it to middleware. */
interface SdkRequest {
  readonly headers: Record<string, string>;
  body?: unknown;
}

/**
 * Loads the SDK on first use, because loading takes about 0.4 seconds and up to 40 MB in each
 * thread.
 */
function loadSdk() {
  return import('@aws-sdk/client-s3');
}

async function connect({ endpoint, region, credentials }: Bucket, timeoutMs: number): Promise<S3> {
  const sdk = await loadSdk();
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  const s3 = new sdk.S3({
    endpoint,
    region,
    forcePathStyle: true,
    ...(credentials === null ? {} : { credentials }),
    maxAttempts: ATTEMPTS,
    retryMode: 'standard',
    // Every S3 server verifies the SHA-256 in the signature. Some servers do not support other
    // checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      httpAgent: agent,
      httpsAgent: agent,
      connectionTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
    },
  });
  s3.middlewareStack.add(
    (next, { commandName = 'request' }) =>
      (args) =>
        reportRequest(commandName.replace(/Command$/, ''), () => next(args)),
    { step: 'initialize' },
  );
  // Read the whole response within the attempt, so that the SDK retries if the connection breaks.
  s3.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const response = result.response as { body: Readable };
      const limit = limitMs(timeoutMs, MAX_RESPONSE_BYTES);
      response.body = Readable.from(await wholeBody(response.body, limit));
      return result;
    },
    { step: 'deserialize', priority: 'low' },
  );
  return s3;
}

/** Returns the timeout in milliseconds of an attempt that transfers this number of bytes. */
function limitMs(timeoutMs: number, bytes: number): number {
  return timeoutMs + Math.ceil((bytes * SECOND_MS) / MIN_BYTES_PER_SECOND);
}

/** Opens the content of a body for one attempt. The attempt fails if the content cannot be read. */
async function withContent<Result>(
  body: Body,
  attempt: (content: Uint8Array | Readable) => Promise<Result>,
): Promise<Result> {
  const content = body.open();
  if (content instanceof Uint8Array) return attempt(content);
  const failed = new Promise<never>((_, reject) =>
    content.once('error', (cause) => {
      reject(new ContentUnreadable('The content cannot be read.', { cause }));
    }),
  );
  try {
    return await Promise.race([attempt(content), failed]);
  } finally {
    content.destroy();
  }
}

/**
 * Reads a response body. Throws an error if it is too long. If it takes longer than `limit`, throws
 * a TimeoutError, after which the SDK repeats the request.
 */
async function wholeBody(body: Readable, limit: number): Promise<Buffer> {
  const timeout = AbortSignal.timeout(limit);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of addAbortSignal(timeout, body) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MAX_RESPONSE_BYTES) throw new Error('its response is too long');
      chunks.push(chunk);
    }
  } catch (error) {
    if (!timeout.aborted) throw error;
    const message = `its response is not complete after ${String(limit)} ms`;
    throw Object.assign(new Error(message, { cause: error }), { name: 'TimeoutError' });
  }
  return Buffer.concat(chunks);
}
