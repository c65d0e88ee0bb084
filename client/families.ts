import { OPERATIONS, type OperationName } from '../src/contract/operations.ts';
import type { Answer } from './answer.ts';
import type { AmountAsked, BodyOf, Resources } from './requests.ts';
import { BASE, type Options, type TppClient } from './tpp.ts';
import type { Body } from './transport.ts';

/** A body that is sent as it is: a signature, and an Initiation, hold for its very letters. */
type AsWritten = string | Uint8Array;

interface Asked extends Options {
  readonly id?: string;
  readonly body?: Body;
  readonly query?: string;
}

/** What the standard lets a TPP do with one family: a method for each operation. */
export class FamilyClient<Name extends string> implements Record<
  OperationName,
  (...given: never[]) => Promise<Answer>
> {
  readonly tpp: TppClient;
  readonly #resources: Resources<Name>;
  readonly #base: string;

  /** @param base what its paths begin with: that of every family, unless told otherwise */
  constructor(tpp: TppClient, resources: Resources<Name>, base = BASE) {
    this.tpp = tpp;
    this.#resources = resources;
    this.#base = base;
  }

  createConsent(body: BodyOf<Name, 'consent'> | AsWritten, options?: Options): Promise<Answer> {
    return this.#perform('createConsent', { ...options, body: written(body) });
  }

  readConsent(id: string, options?: Options): Promise<Answer> {
    return this.#perform('readConsent', { ...options, id });
  }

  /** Revokes a consent (of variable recurring payments alone). */
  deleteConsent(id: string, options?: Options): Promise<Answer> {
    return this.#perform('deleteConsent', { ...options, id });
  }

  /** @param token that of the customer's approval */
  confirmFunds(id: string, token: string, options?: Options): Promise<Answer> {
    return this.#perform('confirmFunds', { token, ...options, id });
  }

  /** @param token that of the customer's approval */
  confirmAmount(
    id: string,
    body: AmountAsked | AsWritten,
    token: string,
    options?: Options,
  ): Promise<Answer> {
    return this.#perform('confirmAmount', { token, ...options, id, body: written(body) });
  }

  uploadFile(id: string, file: Body, options?: Options): Promise<Answer> {
    return this.#perform('uploadFile', { ...options, id, body: file });
  }

  readFile(id: string, options?: Options): Promise<Answer> {
    return this.#perform('readFile', { ...options, id });
  }

  /** @param token that of the customer's approval */
  createPayment(
    body: BodyOf<Name, 'payment'> | AsWritten,
    token: string,
    options?: Options,
  ): Promise<Answer> {
    return this.#perform('createPayment', { token, ...options, body: written(body) });
  }

  readPayment(id: string, options?: Options): Promise<Answer> {
    return this.#perform('readPayment', { ...options, id });
  }

  /** The pacs.002 of a file payment. */
  readReport(id: string, options?: Options): Promise<Answer> {
    return this.#perform('readReport', { ...options, id });
  }

  /** @param page from 1 */
  readPaymentDetails(id: string, page = 1, options?: Options): Promise<Answer> {
    return this.#perform('readPaymentDetails', { ...options, id, query: `?page=${String(page)}` });
  }

  #perform(name: OperationName, asked: Asked): Promise<Answer> {
    const { id = '', body, query = '', ...options } = asked;
    const { method, path, idempotent } = OPERATIONS[name];
    const { consents, payments } = this.#resources;
    const filled = path
      .replace('{consents}', consents)
      .replace('{payments}', payments)
      .replace('{id}', encodeURIComponent(id));
    const keyed = idempotent ? options : { key: null, ...options };
    return this.tpp.send(method, `${this.#base}${filled}${query}`, body, keyed);
  }
}

function written(body: unknown): AsWritten {
  return typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
}
