import { randomUUID } from 'node:crypto';
import type { Answer } from './answer.ts';
import { SIGNATURE_HEADER } from './signatures.ts';
import type { Body, Transport } from './transport.ts';

/** Prefix of all API paths. */
const ROOT = '/open-banking/v3.1';

/**
 * Prefix of the paths of all payment families. VRP also has the prefix `/open-banking/v3.1/vrp`.
 */
export const BASE = `${ROOT}/pisp`;

/** Access token and headers of one request. */
export interface Options {
  /** Access token. By default, the TPP's own token. Null sends none. */
  readonly token?: string | null;
  /** Idempotency key of a POST. By default, a random key. Null sends none. */
  readonly key?: string | null;
  /** Value of `x-fapi-interaction-id`. By default, a random value. Null sends none. */
  readonly interactionId?: string | null;
  /** Additional headers, with names in lower case. They replace headers that the client sets. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TppParts {
  readonly transport: Transport;
  /** Base URL of the listener, `https://host:port`. */
  readonly apiUrl: string;
  /** The TPP's own access token. */
  readonly token: string;
  /** Default options, which each request can override. */
  readonly defaults?: Options;
  /** Signs a request body. Returns undefined to send the body unsigned. */
  readonly sign?: (body: Uint8Array) => Promise<string> | undefined;
  /** Verifies the signature of a response. Throws if the bank did not make it. */
  readonly verifyAnswer?: (answer: Answer) => Promise<unknown>;
}

/** Sends requests to one listener of the bank for a TPP that has an access token. */
export class TppClient {
  readonly apiUrl: string;
  readonly token: string;
  readonly #parts: TppParts;

  constructor(parts: TppParts) {
    this.apiUrl = parts.apiUrl;
    this.token = parts.token;
    this.#parts = parts;
  }

  /**
   * Sends a JSON request with the TPP's token. Adds an idempotency key to a POST.
   *
   * @throws NoAnswer if no complete response arrives
   */
  async send(method: string, path: string, body?: Body, options: Options = {}): Promise<Answer> {
    const { transport, apiUrl, verifyAnswer } = this.#parts;
    const merged = { ...this.#parts.defaults, ...options };
    const { token = this.token, interactionId = randomUUID() } = merged;
    const { key = method === 'POST' ? randomUUID() : null } = merged;
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const headers = {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(key !== null && { 'x-idempotency-key': key }),
      ...(interactionId !== null && { 'x-fapi-interaction-id': interactionId }),
      ...(bytes !== undefined && { 'content-type': 'application/json' }),
      ...(await this.#signatureOf(bytes)),
      ...merged.headers,
    };
    const answer = await transport.send({ method, url: `${apiUrl}${path}`, headers, body: bytes });
    await verifyAnswer?.(answer);
    return answer;
  }

  close(): void {
    this.#parts.transport.close();
  }

  async #signatureOf(
    body: Exclude<Body, string> | undefined,
  ): Promise<Readonly<Record<string, string>>> {
    if (!(body instanceof Uint8Array) || body.length === 0) return {};
    const signature = await this.#parts.sign?.(body);
    return signature === undefined ? {} : { [SIGNATURE_HEADER]: signature };
  }
}
