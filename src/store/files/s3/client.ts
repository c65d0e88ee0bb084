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

/** How often a request is sent at most: the first time and again. */
export const ATTEMPTS = 3;

/** How long an attempt may take to be answered, in milliseconds, besides the time for its bytes. */
const ANSWER_MS = 5 * SECOND_MS;

/** Bytes a second that must pass between us at least. */
const SLOWEST_BYTES_PER_SECOND = 1024 * 1024;

/** Before the second attempt, in milliseconds; before each further one four times as long. */
const PAUSE_MS = 100;

/** Connections that a thread has to the object store, at most. */
const MAX_CONNECTIONS = 16;

/** The body of an answer is at most so long, in bytes: longer objects are read in ranges. */
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** The object store is overloaded, or a part of it is away: it may answer the next time. */
const TRY_AGAIN: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** What is sent, and what its SHA-256 is (hex): the object store takes nothing else. */
export interface Body {
  readonly sha256: string;
  readonly bytes: number;
  /** Called for each attempt. */
  open(): Uint8Array | Readable;
}

export interface Asked {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** The key of an object; empty: of the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Body;
  /** Bytes that the answer is to bring, where that is known: it has the time for them. */
  readonly expects?: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer<ArrayBuffer>;
}

/** The settings of a client; tests set limits that are shorter. */
export interface ClientOptions {
  /** The machine's: a request is signed for a moment, and is good for some minutes. */
  readonly clock: Clock;
  readonly answerMs?: number;
}

const NOTHING: Body = { sha256: hash('sha256', ''), bytes: 0, open: () => Buffer.of() };

/** Asks an S3 object store: signs each request (AWS Signature Version 4), and asks again. */
export class S3Client {
  readonly #bucket: Bucket;
  readonly #clock: Clock;
  readonly #answerMs: number;
  readonly #agent: Agent;
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(bucket: Bucket, { clock, answerMs = ANSWER_MS }: ClientOptions) {
    this.#bucket = bucket;
    this.#clock = clock;
    this.#answerMs = answerMs;
    const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
    this.#agent = this.#isTls ? new TlsAgent(options) : new Agent(options);
  }

  get #isTls(): boolean {
    return this.#bucket.endpoint.startsWith('https:');
  }

  /**
   * What the object store answers, whatever its status, with the whole body. Throws
   * StoreUnavailable when it does not answer, or cannot, however often it is asked.
   */
  async ask(asked: Asked): Promise<Answer> {
    for (let attempt = 1, backOffMs = PAUSE_MS; ; attempt += 1, backOffMs *= 4) {
      const answer = await this.#askOnce(asked).catch((cause: unknown) => {
        if (attempt < ATTEMPTS) return undefined;
        const reason = cause instanceof Error ? cause.message : String(cause);
        const message = `The object store at ${this.#bucket.endpoint} does not answer: ${reason}.`;
        throw new StoreUnavailable(message, { cause });
      });
      if (answer !== undefined && !TRY_AGAIN.has(answer.status)) return answer;
      if (answer !== undefined && attempt === ATTEMPTS) {
        const status = String(answer.status);
        throw new StoreUnavailable(`The object store at ${this.#bucket.endpoint} says ${status}.`);
      }
      await pause(backOffMs);
    }
  }

  /** Ends the connections that wait for the next request. */
  close(): void {
    this.#agent.destroy();
  }

  async #askOnce(asked: Asked): Promise<Answer> {
    const { method, body = NOTHING } = asked;
    const url = this.#addressOf(asked);
    const headers = { ...asked.headers, 'x-amz-content-sha256': body.sha256 };
    const { accessKey: accessKeyId, secretKey: secretAccessKey, region } = this.#bucket;
    const datetime = new Date(this.#clock()).toISOString().replace(/[:-]|\.\d{3}/g, '');
    const aws = { accessKeyId, secretAccessKey, region, service: 's3', datetime };
    const signer = { method, url, headers, cache: this.#signingKeys, ...aws };
    const signed = await new AwsV4Signer(signer).sign();
    const length = method === 'PUT' ? { 'content-length': String(body.bytes) } : {};
    const limitMs = this.#limitMs(body.bytes + (asked.expects ?? 0));
    const signal = AbortSignal.timeout(limitMs);
    const request = (this.#isTls ? overHttps : overHttp)(url, {
      ...{ method, agent: this.#agent, signal },
      headers: { ...Object.fromEntries(signed.headers), ...length },
    });
    try {
      const response = await send(request, body);
      const { statusCode: status = 0, headers: told } = response;
      return { status, headers: told, body: await wholeBody(response, method) };
    } catch (cause) {
      if (!signal.aborted) throw cause;
      throw new Error(`nothing came of it within ${String(limitMs)} ms`, { cause });
    }
  }

  #addressOf({ key, query }: Asked): string {
    const path = key === '' ? this.#bucket.bucket : `${this.#bucket.bucket}/${key}`;
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
    return `${this.#bucket.endpoint}/${path}${search}`;
  }

  #limitMs(bytes: number): number {
    return this.#answerMs + Math.ceil((bytes * SECOND_MS) / SLOWEST_BYTES_PER_SECOND);
  }
}

/** Sends the body; resolves with the head of the answer, whether all of it was sent or not. */
function send(request: ClientRequest, body: Body): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    request.on('error', reject);
    const content = body.open();
    if (content instanceof Uint8Array) request.end(content);
    else pipeline(content, request).catch(reject);
  });
}

/** All of a body, which must be as long as it was said to be, and no longer than we take. */
async function wholeBody(
  response: IncomingMessage,
  method: Asked['method'],
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('its answer is too long');
    chunks.push(chunk);
  }
  const { 'content-length': length } = response.headers;
  if (method !== 'HEAD' && length !== undefined && Number(length) !== bytes) {
    throw new Error('its answer broke off');
  }
  return Buffer.concat(chunks);
}
