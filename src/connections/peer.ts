import {
  BrokenCircuitError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleType,
  handleWhen,
  retry,
} from 'cockatiel';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, shorten } from '../shared/text.ts';
import { MINUTE_MS, SECOND_MS, type Milliseconds } from '../shared/time.ts';
import { HttpsConnection, type ConnectionOptions, type PeerResponse } from './https-connection.ts';
import { PeerUnavailable } from './peer-errors.ts';

/** Shortest and longest pause before a failed request is repeated, in milliseconds. */
const FIRST_RETRY_MS: Milliseconds = 50;
const LONGEST_RETRY_MS: Milliseconds = 2 * SECOND_MS;
/** Longest pause after `Retry-After`, in milliseconds. A longer one is shortened. */
const LONGEST_PAUSE_MS: Milliseconds = 5 * MINUTE_MS;
/** Longest time for which the circuit breaker stays open, in milliseconds. */
const LONGEST_BREAK_MS: Milliseconds = 30 * SECOND_MS;
/** Maximum length of the peer's own explanation in an error message, in characters. */
const MAX_DETAIL_CHARACTERS = 300;

/** Statuses below 500 that leave the outcome open. The same request may succeed later. */
export const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/**
 * Returns the `traceparent` header (W3C Trace Context) of a request. Undefined if it is not traced.
 */
export type Traceparent = () => string | undefined;

export interface PeerOptions extends ConnectionOptions {
  /** Longest duration of a request with its repeats, in milliseconds. */
  readonly deadlineMs: Milliseconds;
  /** Maximum size of an answer, in bytes. */
  readonly maxAnswerBytes: number;
  /** Number of times that a request is sent before it fails. */
  readonly attempts?: number;
  /** Number of failed attempts in a row that open the circuit breaker. */
  readonly failuresToBreak?: number;
  /** Shortest time for which the circuit breaker stays open, in milliseconds. */
  readonly firstBreakMs?: Milliseconds;
  readonly traceparent?: Traceparent | null;
}

/** A request with JSON. It may be sent several times. */
export interface JsonRequest {
  readonly method: 'GET' | 'POST';
  /** Path and query after the base URL, beginning with a slash. */
  readonly path: string;
  /** Content of a POST. */
  readonly content?: unknown;
}

/** A definite answer: JSON with a status of 2xx, or a refusal with 4xx except 408, 425 and 429. */
export interface JsonAnswer {
  readonly status: number;
  /** The parsed body. Null for a refusal without JSON. */
  readonly content: unknown;
  /** Method and URL of the request, for messages. */
  readonly request: string;
}

/** Counts since the start of the process, and the state of the circuit breaker, for metrics. */
export interface PeerState {
  /** Number of attempts. */
  readonly requests: number;
  /** Number of attempts without a definite answer. */
  readonly failures: number;
  /** True if the circuit breaker is open. Requests fail at once, except to probe the peer. */
  readonly isOpen: boolean;
}

/** Thrown instead of another attempt. */
class NoAttempt extends PeerUnavailable {}

/**
 * Another system of the bank, which answers requests with JSON. A request without a definite answer
 * is repeated a few times, with growing pauses. After several failures in a row, requests fail at
 * once until the peer answers again (circuit breaker).
 */
export class Peer {
  readonly #options: PeerOptions;
  readonly #connection: HttpsConnection;
  readonly #breaker;
  readonly #retry;
  readonly #closing = new AbortController();
  #requests = 0;
  #failures = 0;
  /** End of the pause that the peer asked for, on the monotonic clock, in milliseconds. */
  #pausedUntil: Milliseconds = 0;

  /** @throws Error if the URL is not valid, or has no TLS and is not a loopback address */
  constructor(options: PeerOptions) {
    const { attempts = 3, failuresToBreak = 10, firstBreakMs = SECOND_MS } = options;
    this.#options = options;
    this.#connection = new HttpsConnection({ ...options, maxRequestMs: options.timeoutMs });
    this.#breaker = circuitBreaker(handleType(PeerUnavailable), {
      breaker: new ConsecutiveBreaker(failuresToBreak),
      halfOpenAfter: new ExponentialBackoff({
        initialDelay: firstBreakMs,
        maxDelay: LONGEST_BREAK_MS,
      }),
    });
    this.#retry = retry(
      handleWhen((error) => error instanceof PeerUnavailable && !(error instanceof NoAttempt)),
      {
        maxAttempts: attempts - 1,
        backoff: new ExponentialBackoff({
          initialDelay: FIRST_RETRY_MS,
          maxDelay: LONGEST_RETRY_MS,
        }),
      },
    );
  }

  get state(): PeerState {
    return {
      requests: this.#requests,
      failures: this.#failures,
      isOpen: this.#breaker.state !== CircuitState.Closed,
    };
  }

  /** Reads the files for TLS. Throws an error for operators if one of them cannot be used. */
  async prepare(): Promise<void> {
    await this.#connection.prepare();
  }

  /**
   * Sends a request and returns its definite answer.
   *
   * @throws PeerUnavailable if the outcome is unknown. The message states the reason.
   */
  async send(request: JsonRequest): Promise<JsonAnswer> {
    const body = request.content === undefined ? undefined : JSON.stringify(request.content);
    const endsAt = performance.now() + this.#options.deadlineMs;
    return this.#retry.execute(async () => {
      await this.#waitForPause(endsAt);
      try {
        return await this.#breaker.execute(() => this.#attempt(request, body));
      } catch (error) {
        throw error instanceof BrokenCircuitError ? this.#interrupted(error) : error;
      }
    });
  }

  /** Ends all connections. Requests in progress throw PeerUnavailable. */
  close(): void {
    this.#closing.abort();
    this.#connection.close();
  }

  /** Waits for the end of a pause that the peer asked for. Throws if the deadline is earlier. */
  async #waitForPause(endsAt: Milliseconds): Promise<void> {
    const { peer } = this.#options.names;
    const now = performance.now();
    const pauseMs = Math.ceil(Math.max(0, this.#pausedUntil - now));
    if (now >= endsAt) {
      const deadline = String(this.#options.deadlineMs);
      throw new NoAttempt(`The ${peer} gave no definite answer within ${deadline} milliseconds.`);
    }
    if (now + pauseMs >= endsAt) {
      throw new NoAttempt(
        `The ${peer} asked for no requests in the next ${String(pauseMs)} milliseconds (Retry-After).`,
      );
    }
    if (pauseMs === 0) return;
    const { signal } = this.#closing;
    await sleep(pauseMs, undefined, { signal }).catch((cause: unknown) => {
      throw new NoAttempt('The connection is closed.', { cause });
    });
  }

  #interrupted(cause: BrokenCircuitError): NoAttempt {
    const last = this.#breaker.lastFailure;
    const reason = last !== undefined && 'error' in last ? ` ${last.error.message}` : '';
    return new NoAttempt(
      `No request is sent to the ${this.#options.names.peer} now, because the last ones failed.${reason}`,
      { cause },
    );
  }

  async #attempt(request: JsonRequest, body: string | undefined): Promise<JsonAnswer> {
    this.#requests += 1;
    try {
      return await this.#exchange(request, body);
    } catch (error) {
      this.#failures += 1;
      if (error instanceof PeerUnavailable) throw error;
      throw new PeerUnavailable(messageOf(error), { cause: error });
    }
  }

  async #exchange({ method, path }: JsonRequest, body?: string): Promise<JsonAnswer> {
    const traceparent = this.#options.traceparent?.();
    const answer = await this.#connection.send({
      method,
      path,
      headers: {
        accept: 'application/json',
        ...(traceparent !== undefined && { traceparent }),
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        }),
      },
      ...(body !== undefined && { body: Readable.from([Buffer.from(body)]) }),
    });
    const { status, request } = answer;
    const isTemporary = status >= 500 || TEMPORARY_STATUSES.has(status);
    if (isTemporary) this.#pause(answer.headers);
    const content = await readJson(answer, this.#options.maxAnswerBytes);
    const isDefinite = status < 300 ? content !== undefined : status >= 400 && !isTemporary;
    if (isDefinite) return { status, content: content ?? null, request };
    if (status < 300) throw new PeerUnavailable(`The answer to ${request} is not JSON.`);
    throw new PeerUnavailable(refusalOf({ status, content, request }));
  }

  /** Sends nothing more for the time in `Retry-After`, which is in seconds or a date. */
  #pause({ 'retry-after': retryAfter = '', date = '' }: IncomingHttpHeaders): void {
    const pauseMs = /^\d{1,9}$/.test(retryAfter)
      ? Number(retryAfter) * SECOND_MS
      : Date.parse(retryAfter) - Date.parse(date);
    // It is not a number if a header is missing or not valid.
    if (!(pauseMs > 0)) return;
    const until = performance.now() + Math.min(pauseMs, LONGEST_PAUSE_MS);
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
  }
}

/**
 * Returns a text for operators about a refusal, with the peer's own explanation (RFC 9457).
 *
 * @param what the failed action, which begins the text
 */
export function refusalOf(
  { status, content, request }: JsonAnswer,
  what = `${request} failed`,
): string {
  const { title, detail } = (content ?? {}) as Readonly<Record<string, unknown>>;
  const texts = [title, detail].filter((text) => typeof text === 'string' && text !== '');
  const explanation = shorten(texts.join(': '), MAX_DETAIL_CHARACTERS);
  const text = `${what} with status ${String(status)}.`;
  return explanation === '' ? text : `${text} ${explanation}`;
}

/** Reads the body of an answer. Returns undefined if it is not JSON. */
export async function readJson(answer: PeerResponse, maxBytes: number): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of answer.body(maxBytes)) pieces.push(piece);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces));
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
