import { randomUUID } from 'node:crypto';
import type { Answer } from './answer.ts';
import { SIGNATURE_HEADER } from './signatures.ts';
import type { Body, Transport } from './transport.ts';

/** Prefix of all API paths. */
export const ROOT = '/open-banking/v3.1';

/** Prefix of the paths of all families. VRP has a second one, `/open-banking/v3.1/vrp`. */
export const BASE = `${ROOT}/pisp`;

/** Token and headers of a request. */
export interface Options {
  /** Access token, by default the TPP's own. Null: none. */
  readonly token?: string | null;
  /** Idempotency key of a POST, by default a random one. Null: none. */
  readonly key?: string | null;
  /** `x-fapi-interaction-id`, by default a random one. Null: none. */
  readonly interactionId?: string | null;
  /** Further headers, in lower case. They replace the headers that the client sets. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TppParts {
  readonly transport: Transport;
  /** Base URL of the listener, `https://host:port`. */
  readonly apiUrl: string;
  /** The TPP's own access token. */
  readonly token: string;
  /** Default options of every request. */
  readonly defaults?: Options;
  /** Signs a body. Returns undefined to send it unsigned. */
  readonly sign?: (body: Uint8Array) => Promise<string> | undefined;
  /** Verifies the signature of a response. Throws if it is not the bank's. */
  readonly verifyAnswer?: (answer: Answer) => Promise<unknown>;
}

/** Client of a TPP with an access token, at one listener of the bank. */
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
    const key = method !== 'POST' ? null : merged.key === undefined ? randomUUID() : merged.key;
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
