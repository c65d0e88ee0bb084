import type { Version } from './operations.ts';
import type { SigningOptions } from './signatures.ts';
import type { TlsOptions } from './transport.ts';

/** Registration of the TPP's software at the bank. */
export interface Registered {
  /** The client id that the bank issued. */
  readonly id: string;
  /** Client authentication at the token endpoint. `private_key_jwt` uses the signing key. */
  readonly authentication: 'tls_client_auth' | 'private_key_jwt';
  /** Registered address to which the customer returns. Required to ask customers for approval. */
  readonly redirectUri?: string;
}

/** A finished attempt of a request, for logs. It contains no token and no body. */
export interface RequestRecord {
  /** Method and path without ids, for example `GET /domestic-payments/{DomesticPaymentId}`. */
  readonly operation: string;
  readonly url: string;
  /** HTTP status. Undefined if no response arrived. */
  readonly status: number | undefined;
  readonly interactionId: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly milliseconds: number;
}

/** Options of {@link connect}. */
export interface ConnectOptions<V extends Version = Version> {
  /** Issuer of the bank's authorisation server. Its discovery document is read from there. */
  readonly issuer: string;
  /**
   * Address of the API up to and without the version, for example
   * `https://api.bank.example/open-banking`.
   */
  readonly baseUrl: string;
  /** Version of the standard. */
  readonly version: V;
  readonly client: Registered;
  readonly tls: TlsOptions;
  /** Key for message signatures. Omit it only for a bank that requires no signatures. */
  readonly signing?: SigningOptions;
  /**
   * Treatment of the bank's signatures. `required` accepts no successful response without one. With
   * `verify-if-present`, responses may be unsigned. The default is `required`.
   */
  readonly signatures?: 'required' | 'verify-if-present';
  /** Expected signer of responses: the bank's organisation id. By default, it is not compared. */
  readonly bankId?: string;
  /** Address of the bank's public keys. By default, `jwks_uri` of the discovery document. */
  readonly jwksUri?: string;
  /** Segment of the path of VRPs after the version. The default is `pisp`. Some use `vrp`. */
  readonly vrpSegment?: string;
  /** Scope of the TPP's own token. The default is `payments`. */
  readonly scope?: string;
  /** Time limit of a call with its retries, in milliseconds. The default is 60,000. */
  readonly timeoutMs?: number;
  /** Maximum number of retries of a call. The default is 3. */
  readonly maxRetries?: number;
  /** Maximum number of connections. The default is 16. */
  readonly maxConnections?: number;
  /** Called after each attempt of a request. */
  readonly onRequest?: (record: RequestRecord) => void;
  /** The clock, in milliseconds since 1970. The default is `Date.now`. */
  readonly now?: () => number;
}

/** The customer who is present, for the headers that help the bank to detect fraud. */
export interface CustomerPresent {
  readonly ipAddress?: string;
  readonly userAgent?: string;
  /** Time of the customer's last login at the TPP. */
  readonly lastLogin?: Date;
}

/** Options of each call. */
export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal;
  /** Time limit of this call with its retries, in milliseconds. */
  readonly timeoutMs?: number;
  /** Value of `x-fapi-interaction-id`, a UUID. By default, a random one. */
  readonly interactionId?: string;
  readonly customer?: CustomerPresent;
  /** Additional headers, with names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Options of calls that create something. */
export interface CreateOptions extends CallOptions {
  /**
   * The caller's own id of what is created, for example an invoice number. The idempotency key is
   * derived from it. Repeat a call with the same id and body to be sure that it happens once. By
   * default, a random id, which covers only the retries within this call.
   */
  readonly idempotencyId?: string;
}

/** Options of a request of an address outside the standard. */
export interface ExtensionOptions extends CreateOptions {
  /** Values of the parameters in the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Bytes, or a value that is sent as JSON. */
  readonly body?: Uint8Array | object;
  /** Media type of the body. The default is `application/json`. */
  readonly contentType?: string;
  /** Media type of the response. The default is `application/json`. */
  readonly accept?: string;
  /** Access token of a customer's approval. By default, the TPP's own token. */
  readonly token?: string;
  /** True if the bank does not sign the response. The default is false. */
  readonly unsigned?: boolean;
}

/** Options of calls that use a customer's approval. */
export interface TokenOptions {
  /** Access token that the customer's approval produced. */
  readonly token: string;
}

/** A successful response. */
export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly interactionId: string | undefined;
  readonly headers: Headers;
  /** The exact bytes of the body. */
  readonly bytes: Uint8Array;
}
