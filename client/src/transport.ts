import { Readable } from 'node:stream';
import { Agent, fetch as undiciFetch, request } from 'undici';
import { ConnectionError, DeadlineError } from './errors.ts';

/** Certificates for mutual TLS, in PEM format. */
export interface TlsOptions {
  /** Transport certificate of the TPP, with its intermediate certificates. */
  readonly cert: string | Buffer;
  readonly key: string | Buffer;
  readonly passphrase?: string;
  /** Trusted certificate authorities. By default, those that Node.js trusts. */
  readonly ca?: string | Buffer | readonly (string | Buffer)[];
}

/**
 * A request body: bytes, or a function that opens a stream of bytes for each attempt. A stream
 * without a length is sent in chunks.
 */
export type BodySource =
  Uint8Array | { readonly length?: number; readonly open: () => AsyncIterable<Uint8Array> };

/** A request as it is sent. */
export interface Sending {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: BodySource | undefined;
  readonly signal: AbortSignal;
}

/** A complete response. */
export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** The time limit of a call, which covers its retries. */
export interface Deadline {
  readonly signal: AbortSignal;
  /**
   * Returns the error to throw for a failed attempt: the caller's own reason if the caller aborted,
   * DeadlineError if the time passed, else ConnectionError.
   */
  errorOf(request: string, cause: unknown): unknown;
}

/** Starts a deadline. The caller's signal ends it early. */
export function deadlineOf(timeoutMs: number, signal: AbortSignal | undefined): Deadline {
  const timer = AbortSignal.timeout(timeoutMs);
  return {
    signal: signal === undefined ? timer : AbortSignal.any([signal, timer]),
    errorOf: (description, cause) => {
      if (signal?.aborted === true) return signal.reason as unknown;
      if (timer.aborted) return new DeadlineError(description, timeoutMs);
      return cause instanceof ConnectionError ? cause : new ConnectionError(description, cause);
    },
  };
}

/** HTTPS client with mutual TLS and persistent connections. It follows no redirects. */
export class Transport {
  readonly #agent: Agent;

  constructor({ cert, key, passphrase, ca }: TlsOptions, maxConnections: number) {
    this.#agent = new Agent({
      connections: maxConnections,
      connect: {
        ...{ cert, key },
        ...(passphrase !== undefined && { passphrase }),
        ...(ca !== undefined && {
          ca: typeof ca === 'string' || Buffer.isBuffer(ca) ? ca : [...ca],
        }),
      },
    });
  }

  /** Sends a request once. Returns the response, whatever its status. */
  async send({ method, url, headers, body, signal }: Sending): Promise<Received> {
    const isStream = body !== undefined && 'open' in body;
    const length = isStream ? body.length : undefined;
    const answer = await request(url, {
      ...{ method, signal, dispatcher: this.#agent },
      headers: { ...headers, ...(length !== undefined && { 'content-length': String(length) }) },
      ...(body !== undefined && { body: isStream ? readable(body.open()) : body }),
    });
    const received = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) {
      for (const one of [value ?? []].flat()) received.append(name, one);
    }
    const bytes = await answer.body.bytes();
    return { status: answer.statusCode, headers: received, bytes };
  }

  /** The same connections as a `fetch`, for openid-client and jose. */
  readonly fetch = async (url: string, init: object): Promise<Response> => {
    const answer = await undiciFetch(url, { redirect: 'manual', ...init, dispatcher: this.#agent });
    // The class of undici has the same interface as the class of Node.js.
    return answer as unknown as Response;
  };

  /** Closes all connections after their present requests. */
  close(): Promise<void> {
    return this.#agent.close();
  }
}

function readable(chunks: AsyncIterable<Uint8Array>): Readable {
  return Readable.from(chunks, { objectMode: false });
}
