import { Api, type BankKeys, type Call } from './api.ts';
import type { AuthorisationServer } from './authorisation-server.ts';
import { Customers } from './customers.ts';
import { Events } from './events.ts';
import { FamilyClient, VrpClient, type Family, type Payment } from './families.ts';
import { FileClient } from './files.ts';
import type { Operation, PathParameter, RequestBody, ResponseBody, Version } from './operations.ts';
import type { Answer, ConnectOptions, CreateOptions, ExtensionOptions } from './options.ts';
import { verifyDetached, type Signer } from './signatures.ts';
import type { Received, Sending, Transport } from './transport.ts';
import { waitFor, type WaitOptions } from './waiting.ts';

/** The objects that a connection consists of. */
export interface BankParts<V extends Version> {
  readonly transport: Transport;
  readonly server: AuthorisationServer;
  readonly signer: Signer | undefined;
  readonly bankKeys: BankKeys;
  readonly options: ConnectOptions<V>;
  readonly now: () => number;
}

interface Parameters<Name extends string> extends CreateOptions {
  /** Values of the parameters in the path. */
  readonly params: Readonly<Record<PathParameter<Name>, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Access token of a customer's approval. By default, the TPP's own token. */
  readonly token?: string;
}

type WithoutEmpty<Name extends string> = [PathParameter<Name>] extends [never]
  ? Omit<Parameters<Name>, 'params'>
  : Parameters<Name>;

/** Options of a request of any operation. `body` and `params` are required where it has them. */
export type RequestOptions<V extends Version, Name extends string> = WithoutEmpty<Name> &
  ([RequestBody<V, Name>] extends [undefined]
    ? { readonly body?: undefined }
    : { readonly body: RequestBody<V, Name> });

/** A request that is sent as it is. The path is below the base path of the payment API. */
export interface RawRequest extends Pick<Sending, 'method' | 'headers' | 'body'> {
  readonly path: string;
}

/** Time limit of a raw request, in milliseconds. */
const RAW_TIMEOUT_MS = 60_000;

/** A connection to one bank. It is safe for concurrent use. */
export class Bank<V extends Version> {
  /** Version of the standard. */
  readonly version: V;
  /** Operations of payment files. */
  readonly files: FileClient<V>;
  /** Operations of variable recurring payments. */
  readonly vrps: VrpClient<V>;
  /** Approvals of customers. */
  readonly customers: Customers;
  /** Events of the bank. */
  readonly events: Events<V>;
  readonly #parts: BankParts<V>;
  readonly #api: Api;

  constructor(parts: BankParts<V>) {
    this.#parts = parts;
    this.version = parts.options.version;
    this.#api = new Api(parts);
    this.files = new FileClient(this.#api, parts.signer);
    this.customers = new Customers(parts.server);
    this.events = new Events(this.#api, {
      ...{ keys: parts.bankKeys, issuer: parts.options.bankId },
      audience: parts.options.signing?.issuer.split('/').at(-1),
    });
    this.vrps = new VrpClient(this.#api);
  }

  /**
   * Sends a request of any operation of the standard, for example of
   * `GET /domestic-payments/{DomesticPaymentId}` with `{ params: { DomesticPaymentId } }`.
   *
   * @throws ApiError for a response whose status is not 2xx
   * @throws ConnectionError if no response arrives
   */
  async request<Name extends Operation<V>>(
    operation: Name,
    options: RequestOptions<V, Name>,
  ): Promise<Answer<ResponseBody<V, Name>>> {
    const { body, ...rest } = options as Omit<Call, 'body' | 'operation'> & { body?: unknown };
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const isPatch = operation.startsWith('PATCH ');
    const answer = await this.#api.perform({
      ...{ ...rest, operation, body: bytes },
      ...(isPatch && { contentType: 'application/json-patch+json' }),
    });
    return answer as Answer<ResponseBody<V, Name>>;
  }

  /**
   * Sends a request to an address of this bank outside the standard, for example to
   * `GET /extensions/v1/file-payments/{FilePaymentId}/pain.002`. The path is below the origin of
   * `baseUrl`. Nothing else in this library uses such addresses. A POST has an idempotency key, and
   * is repeated after a lost connection, only with `idempotencyId`.
   *
   * @throws ApiError for a response whose status is not 2xx
   * @throws ConnectionError if no response arrives
   */
  extension(
    operation: `${'GET' | 'POST'} /${string}`,
    { body, ...options }: ExtensionOptions = {},
  ): Promise<Answer<unknown>> {
    const bytes = body instanceof Uint8Array ? body : body && Buffer.from(JSON.stringify(body));
    return this.#api.perform({ ...options, operation, isExtension: true, body: bytes });
  }

  /**
   * Sends a request once and adds nothing to it: no token, no idempotency key and no signature. The
   * response is not verified. For programs that test a bank.
   */
  exchange({ path, ...request }: RawRequest): Promise<Received> {
    const { options, transport } = this.#parts;
    const url = `${options.baseUrl.replace(/\/$/, '')}/${this.version}/pisp${path}`;
    const signal = AbortSignal.timeout(options.timeoutMs ?? RAW_TIMEOUT_MS);
    return transport.send({ ...request, url, signal });
  }

  /** Returns the TPP's own access token, for {@link Bank.exchange}. */
  accessToken(): Promise<string> {
    return this.#parts.server.clientToken();
  }

  /**
   * Verifies the value of `x-jws-signature` of a response, for {@link Bank.exchange}.
   *
   * @throws SignatureError if the bank did not sign exactly these bytes
   */
  verify(signature: string, body: Uint8Array): Promise<void> {
    return verifyDetached(signature, body, this.#parts.bankKeys, this.#parts.options.bankId);
  }

  /** Returns the operations of a payment type, for example `domestic-payments`. */
  payments<F extends Family>(family: F): FamilyClient<V, F> {
    return new FamilyClient(this.#api, family);
  }

  /**
   * Waits until the status of a payment is final, and returns the payment. It reads the payment
   * with growing pauses. An event that `events.listen` or a push handler receives meanwhile starts
   * the next read at once.
   *
   * @throws WaitTimeoutError if the status is not final in time
   */
  waitFor<F extends Family>(
    family: F,
    paymentId: string,
    options: WaitOptions = {},
  ): Promise<Payment<V, F>> {
    const { signal } = options;
    const payments = this.payments(family);
    const read = () => payments.readPayment(paymentId, signal && { signal });
    return waitFor({ id: paymentId, read, events: this.events }, options);
  }

  /** Closes the connections after their present requests. */
  async close(): Promise<void> {
    await this.#parts.transport.close();
  }
}
