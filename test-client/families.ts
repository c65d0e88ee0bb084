import { randomUUID } from 'node:crypto';
import { OPERATIONS, type OperationName } from '../src/contract/operations.ts';
import type { Answer } from './answer.ts';
import type { AmountRequestBody, BodyOf, Resources } from './requests.ts';
import { BASE, type Options, type TppClient } from './tpp.ts';
import type { Body } from './transport.ts';

/**
 * A body that is sent exactly as given, because the signature and the comparison of Initiations
 * depend on its bytes.
 */
type RawBody = string | Uint8Array;

interface OperationRequest extends Options {
  readonly id?: string;
  readonly body?: Body;
  readonly query?: string;
}

/** Client of one payment family. It has a method for each operation of the standard. */
export class FamilyClient<Name extends string> implements Record<
  OperationName,
  (...given: never[]) => Promise<Answer>
> {
  readonly tpp: TppClient;
  readonly #resources: Resources<Name>;
  readonly #base: string;

  /** @param base prefix of the paths. By default, the prefix that all families use. */
  constructor(tpp: TppClient, resources: Resources<Name>, base = BASE) {
    this.tpp = tpp;
    this.#resources = resources;
    this.#base = base;
  }

  createConsent(body: BodyOf<Name, 'consent'> | RawBody, options?: Options): Promise<Answer> {
    return this.#perform('createConsent', { ...options, body: toRawBody(body) });
  }

  readConsent(id: string, options?: Options): Promise<Answer> {
    return this.#perform('readConsent', { ...options, id });
  }

  /** Migrates a consent of v3.1 by sending all of it. Only VRPs of v4.0 have this operation. */
  replaceConsent(id: string, body: RawBody, options?: Options): Promise<Answer> {
    return this.#perform('replaceConsent', { ...options, id, body });
  }

  /** Migrates a consent of v3.1 by a JSON Patch. Only VRPs of v4.0 have this operation. */
  patchConsent(id: string, body: RawBody, options?: Options): Promise<Answer> {
    const headers = { 'content-type': 'application/json-patch+json', ...options?.headers };
    return this.#perform('patchConsent', { ...options, headers, id, body });
  }

  /** Revokes a consent. Only variable recurring payments have this operation. */
  deleteConsent(id: string, options?: Options): Promise<Answer> {
    return this.#perform('deleteConsent', { ...options, id });
  }

  /** @param token access token that the customer's approval produced */
  confirmFunds(id: string, token: string, options?: Options): Promise<Answer> {
    return this.#perform('confirmFunds', { token, ...options, id });
  }

  /** @param token access token that the customer's approval produced */
  confirmAmount(
    id: string,
    body: AmountRequestBody | RawBody,
    token: string,
    options?: Options,
  ): Promise<Answer> {
    return this.#perform('confirmAmount', { token, ...options, id, body: toRawBody(body) });
  }

  uploadFile(id: string, file: Body, options?: Options): Promise<Answer> {
    return this.#perform('uploadFile', { ...options, id, body: file });
  }

  readFile(id: string, options?: Options): Promise<Answer> {
    return this.#perform('readFile', { ...options, id });
  }

  /** @param token access token that the customer's approval produced */
  createPayment(
    body: BodyOf<Name, 'payment'> | RawBody,
    token: string,
    options?: Options,
  ): Promise<Answer> {
    return this.#perform('createPayment', { token, ...options, body: toRawBody(body) });
  }

  readPayment(id: string, options?: Options): Promise<Answer> {
    return this.#perform('readPayment', { ...options, id });
  }

  /** Reads the pacs.002 report about a file payment. */
  readReport(id: string, options?: Options): Promise<Answer> {
    return this.#perform('readReport', { ...options, id });
  }

  /** @param page number of the page, from 1 */
  readPaymentDetails(id: string, page = 1, options?: Options): Promise<Answer> {
    return this.#perform('readPaymentDetails', { ...options, id, query: `?page=${String(page)}` });
  }

  #perform(name: OperationName, request: OperationRequest): Promise<Answer> {
    const { id = '', body, query = '', ...options } = request;
    const { method, path, idempotent } = OPERATIONS[name];
    const { consents, payments } = this.#resources;
    const filled = path
      .replace('{consents}', consents)
      .replace('{payments}', payments)
      .replace('{id}', encodeURIComponent(id));
    const keyed = { key: idempotent ? randomUUID() : null, ...options };
    return this.tpp.send(method, `${this.#base}${filled}${query}`, body, keyed);
  }
}

function toRawBody(body: unknown): RawBody {
  return typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
}
