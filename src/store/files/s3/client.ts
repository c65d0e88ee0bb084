import { AwsV4Signer } from 'aws4fetch';
import { hash } from 'node:crypto';
import {
  Agent,
  request as overHttp,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http';
import { Agent as TlsAgent, request as overHttps } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '../../../domain/ports/storage-errors.ts';
import { SECOND_MS, type Clock } from '../../../shared/time.ts';
import type { Bucket } from './bucket.ts';

/** Maximum number of attempts for a request, including the first. */
export const ATTEMPTS = 3;

/** Timeout of an attempt in milliseconds, in addition to the time to transfer its bytes. */
const RESPONSE_TIMEOUT_MS = 5 * SECOND_MS;

/** Minimum transfer rate in bytes per second, used to compute that time. */
const MIN_BYTES_PER_SECOND = 1024 * 1024;

/**
 * Back-off before the second attempt, in milliseconds. It is four times longer before each further
 * attempt.
 */
const FIRST_BACK_OFF_MS = 100;

/** Maximum number of connections from a thread to the object store. */
const MAX_CONNECTIONS = 16;

/** Maximum size of a response body, in bytes. Longer objects are read in ranges. */
export const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

/**
 * Status codes of an overloaded or partly unavailable object store. The request may be repeated.
 */
const RETRYABLE_STATUS: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** A request body and its SHA-256 (hex). The object store rejects a body with another hash. */
export interface Body {
  readonly sha256: string;
  readonly bytes: number;
  /** Called for each attempt. */
  open(): Uint8Array | Readable;
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Key of an object. Empty: the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Body;
  /** Expected size of the response in bytes, which extends the timeout. */
  readonly expects?: number;
}

export interface S3Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer<ArrayBuffer>;
}

/** Settings of a client. Tests use shorter timeouts. */
export interface ClientOptions {
  /** The machine's clock. A signed request contains the time and is valid for some minutes. */
  readonly clock: Clock;
  readonly timeoutMs?: number;
}

const NOTHING: Body = { sha256: hash('sha256', ''), bytes: 0, open: () => Buffer.of() };

/** Client of an S3 object store. Signs each request (AWS Signature Version 4) and retries it. */
export class S3Client {
  readonly #bucket: Bucket;
  readonly #clock: Clock;
  readonly #answerMs: number;
  readonly #agent: Agent;
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(bucket: Bucket, { clock, timeoutMs = RESPONSE_TIMEOUT_MS }: ClientOptions) {
    this.#bucket = bucket;
    this.#clock = clock;
    this.#answerMs = timeoutMs;
    const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
    this.#agent = this.#isTls ? new TlsAgent(options) : new Agent(options);
  }

  get #isTls(): boolean {
    return this.#bucket.endpoint.startsWith('https:');
  }

  /**
   * Sends a request and returns the response with its whole body, whatever its status. Throws
   * StoreUnavailable if all attempts fail.
   */
  async send(request: S3Request): Promise<S3Response> {
    for (let attempt = 1, backOffMs = FIRST_BACK_OFF_MS; ; attempt += 1, backOffMs *= 4) {
      const response = await this.#sendOnce(request).catch((cause: unknown) => {
        if (attempt < ATTEMPTS) return undefined;
        const reason = cause instanceof Error ? cause.message : String(cause);
        const message = `The object store at ${this.#bucket.endpoint} does not respond: ${reason}.`;
        throw new StoreUnavailable(message, { cause });
      });
      if (response !== undefined && !RETRYABLE_STATUS.has(response.status)) return response;
      if (response !== undefined && attempt === ATTEMPTS) {
        const status = String(response.status);
        throw new StoreUnavailable(
          `The object store at ${this.#bucket.endpoint} responded with status ${status}.`,
        );
      }
      await pause(backOffMs);
    }
  }

  /** Closes idle connections. */
  close(): void {
    this.#agent.destroy();
  }

  async #sendOnce(request: S3Request): Promise<S3Response> {
    const { method, body = NOTHING } = request;
    const url = this.#addressOf(request);
    const headers = { ...request.headers, 'x-amz-content-sha256': body.sha256 };
    const { accessKey: accessKeyId, secretKey: secretAccessKey, region } = this.#bucket;
    const datetime = new Date(this.#clock()).toISOString().replace(/[:-]|\.\d{3}/g, '');
    const aws = { accessKeyId, secretAccessKey, region, service: 's3', datetime };
    const signer = { method, url, headers, cache: this.#signingKeys, ...aws };
    const signed = await new AwsV4Signer(signer).sign();
    const length = method === 'PUT' ? { 'content-length': String(body.bytes) } : {};
    const limitMs = this.#limitMs(body.bytes + (request.expects ?? 0));
    const signal = AbortSignal.timeout(limitMs);
    const httpRequest = (this.#isTls ? overHttps : overHttp)(url, {
      ...{ method, agent: this.#agent, signal },
      headers: { ...Object.fromEntries(signed.headers), ...length },
    });
    try {
      const response = await sendBody(httpRequest, body);
      const { statusCode: status = 0, headers: responseHeaders } = response;
      return { status, headers: responseHeaders, body: await wholeBody(response, method) };
    } catch (cause) {
      if (!signal.aborted) throw cause;
      throw new Error(`no response within ${String(limitMs)} ms`, { cause });
    }
  }

  #addressOf({ key, query }: S3Request): string {
    const path = key === '' ? this.#bucket.bucket : `${this.#bucket.bucket}/${key}`;
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
    return `${this.#bucket.endpoint}/${path}${search}`;
  }

  #limitMs(bytes: number): number {
    return this.#answerMs + Math.ceil((bytes * SECOND_MS) / MIN_BYTES_PER_SECOND);
  }
}

/** Sends the body. Resolves with the response header, even if the body was not sent completely. */
function sendBody(request: ClientRequest, body: Body): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
    const content = body.open();
    if (content instanceof Uint8Array) request.end(content);
    else pipeline(content, request).catch(reject);
  });
}

/** Reads a response body. Throws an error if it differs from its content length or is too long. */
async function wholeBody(
  response: IncomingMessage,
  method: S3Request['method'],
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) throw new Error('its response is too long');
    chunks.push(chunk);
  }
  const { 'content-length': length } = response.headers;
  if (method !== 'HEAD' && length !== undefined && Number(length) !== bytes) {
    throw new Error('its response was cut off');
  }
  return Buffer.concat(chunks);
}
