import { randomUUID } from 'node:crypto';
import type { Answer } from './answer.ts';
import { SIGNATURE_HEADER } from './signatures.ts';
import type { Body, Transport } from './transport.ts';

/** What the API's paths begin with, up to the base of a family. */
export const ROOT = '/open-banking/v3.1';

/** What the paths of every family begin with; those of VRP have one of their own besides. */
export const BASE = `${ROOT}/pisp`;

/** What goes with a request; what is not said is made. */
export interface Options {
  /** The TPP's own unless another is given; null: none. */
  readonly token?: string | null;
  /** The idempotency key of a POST; null: none. */
  readonly key?: string | null;
  /** `x-fapi-interaction-id`; null: none. */
  readonly interactionId?: string | null;
  /** In lower case; they take the place of those that are made. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TppParts {
  readonly transport: Transport;
  /** Of the door, `https://host:port`. */
  readonly apiUrl: string;
  /** Of the TPP's own. */
  readonly token: string;
  /** What goes with every request that does not say otherwise. */
  readonly defaults?: Options;
  /** Signs a body; undefined for one that goes out unsigned. */
  readonly sign?: (body: Uint8Array) => Promise<string> | undefined;
  /** Throws at an answer that is not the bank's. */
  readonly believe?: (answer: Answer) => Promise<unknown>;
}

/** A TPP with a token of its own, at one door of the bank. */
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
   * Sends a request to a path of the door, with the TPP's token, as JSON, and a POST with a key.
   *
   * @throws NoAnswer
   */
  async send(method: string, path: string, body?: Body, options: Options = {}): Promise<Answer> {
    const { transport, apiUrl, believe } = this.#parts;
    const given = { ...this.#parts.defaults, ...options };
    const { token = this.token, interactionId = randomUUID() } = given;
    const key = method !== 'POST' ? null : given.key === undefined ? randomUUID() : given.key;
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const headers = {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(key !== null && { 'x-idempotency-key': key }),
      ...(interactionId !== null && { 'x-fapi-interaction-id': interactionId }),
      ...(bytes !== undefined && { 'content-type': 'application/json' }),
      ...(await this.#signatureOf(bytes)),
      ...given.headers,
    };
    const answer = await transport.send({ method, url: `${apiUrl}${path}`, headers, body: bytes });
    await believe?.(answer);
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
