import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { FlattenedVerifyGetKey } from 'jose';
import type { AuthorisationServer } from './authorisation-server.ts';
import { errorOf, SignatureError, type ApiError } from './errors.ts';
import { digestOf, idempotencyKeyOf, SentBodies } from './idempotency.ts';
import { extensionRules, filled, rulesOf, type OperationRules } from './operations.ts';
import type { Answer, ConnectOptions, CreateOptions } from './options.ts';
import { isRetryable, mayRepeat, pauseBefore, retryAfterOf, wait } from './retries.ts';
import { SIGNATURE_HEADER, verifyDetached, type Signer } from './signatures.ts';
import { deadlineOf, type BodySource, type Deadline, type Received } from './transport.ts';
import type { Transport } from './transport.ts';

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_RETRIES = 3;

/** A request of an operation, before it is typed. */
export interface Call extends CreateOptions {
  readonly operation: string;
  /** True for an address outside the standard. Its path is below the origin of `baseUrl`. */
  readonly isExtension?: boolean;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: BodySource | undefined;
  /** Media type of the body. The default is `application/json`. */
  readonly contentType?: string;
  /** Media type of the response. The default is `application/json`. */
  readonly accept?: string;
  /** Access token of a customer's approval. By default, the TPP's own token. */
  readonly token?: string;
  /** True if the bank does not sign the response. */
  readonly unsigned?: boolean;
  /** Digest and signature of a streamed body. Computed here for other bodies. */
  readonly prepared?: { readonly digest: string; readonly signature: string | undefined };
}

/** Finds the bank's public key for a signature. */
export type BankKeys = FlattenedVerifyGetKey;

interface Parts {
  readonly transport: Pick<Transport, 'send'>;
  readonly server: Pick<AuthorisationServer, 'clientToken' | 'forget'>;
  readonly signer: Signer | undefined;
  readonly bankKeys: BankKeys;
  readonly options: ConnectOptions;
  readonly now: () => number;
}

interface Attempt {
  readonly call: Call;
  readonly rules: OperationRules;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly interactionId: string;
  readonly deadline: Deadline;
}

/** Sends signed requests to the API, with tokens, retries and verified responses. */
export class Api {
  readonly #parts: Parts;
  readonly #sent = new SentBodies();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Sends a request, and repeats it where that is safe.
   *
   * @throws ApiError for a response whose status is not 2xx
   * @throws ConnectionError if no response arrives
   * @throws SignatureError if the bank did not sign the response
   */
  async perform(call: Call): Promise<Answer<unknown>> {
    const { options } = this.#parts;
    const rules = call.isExtension === true ? extensionRules(call) : rulesOf(call.operation);
    if (rules.needsCustomerToken && call.token === undefined) {
      throw new TypeError(`${call.operation} needs the token of the customer's approval.`);
    }
    const interactionId = call.interactionId ?? randomUUID();
    const key = rules.hasIdempotencyKey ? this.#keyOf(call, rules) : undefined;
    const timeoutMs = call.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const deadline = deadlineOf(timeoutMs, call.signal);
    const headers = { ...(await this.#headersOf(call, interactionId)), ...key };
    const attempt = {
      call,
      rules,
      url: this.#urlOf(call, rules),
      headers,
      interactionId,
      deadline,
    };
    const received = await this.#repeat(attempt);
    await this.#verify(received, attempt);
    if (received.status < 200 || received.status >= 300) {
      const error = this.#errorOf(received, attempt);
      if (key !== undefined && error.status < 500) this.#sent.forget(key['x-idempotency-key']);
      throw error;
    }
    return answerOf(received);
  }

  #keyOf(call: Call, { method, path }: OperationRules) {
    const { idempotencyId: id = randomUUID(), body, prepared } = call;
    const name = `${method} ${filled(path, call.params ?? {})}`;
    const key = idempotencyKeyOf(this.#parts.options.client.id, name, id);
    const bytes = body instanceof Uint8Array ? body : new Uint8Array();
    this.#sent.record(key, prepared?.digest ?? digestOf(bytes), { operation: name, id });
    return { 'x-idempotency-key': key };
  }

  #urlOf({ params = {}, query = {} }: Call, { path, group }: OperationRules): string {
    const { baseUrl, version, vrpSegment = 'pisp' } = this.#parts.options;
    const standard = `${baseUrl.replace(/\/$/, '')}/${version}`;
    const base = {
      pisp: `${standard}/pisp`,
      vrp: `${standard}/${vrpSegment}`,
      events: standard,
      extension: new URL(baseUrl).origin,
    }[group];
    const search = new URLSearchParams(query).toString();
    return `${base}${filled(path, params)}${search === '' ? '' : `?${search}`}`;
  }

  async #headersOf(call: Call, interactionId: string): Promise<Record<string, string>> {
    const { body, prepared, contentType = 'application/json', customer = {} } = call;
    const { ipAddress, userAgent, lastLogin } = customer;
    const isBytes = body instanceof Uint8Array && body.length > 0;
    const signature =
      prepared?.signature ?? (isBytes ? await this.#parts.signer?.sign(body) : undefined);
    return {
      accept: call.accept ?? 'application/json',
      'x-fapi-interaction-id': interactionId,
      ...(body !== undefined && { 'content-type': contentType }),
      ...(signature !== undefined && { [SIGNATURE_HEADER]: signature }),
      ...(ipAddress !== undefined && { 'x-fapi-customer-ip-address': ipAddress }),
      ...(userAgent !== undefined && { 'x-customer-user-agent': userAgent }),
      ...(lastLogin !== undefined && { 'x-fapi-auth-date': lastLogin.toUTCString() }),
      ...call.headers,
    };
  }

  /** Sends the request until there is a final response, or until no retry is safe. */
  async #repeat(attempt: Attempt): Promise<Received> {
    const { call, rules, deadline } = attempt;
    const { maxRetries = DEFAULT_RETRIES } = this.#parts.options;
    let hasNewToken = false;
    for (let count = 1; ; count += 1) {
      const token = call.token ?? (await this.#ownToken(attempt));
      const received = await this.#try(attempt, token, count).catch((cause: unknown) => {
        const error = deadline.errorOf(attempt.call.operation, cause);
        if (deadline.signal.aborted || count > maxRetries || !mayRepeat(rules)) throw error;
        return undefined;
      });
      if (received?.status === 401 && call.token === undefined && !hasNewToken) {
        this.#parts.server.forget(token);
        hasNewToken = true;
        continue;
      }
      const isFinal =
        received !== undefined && (count > maxRetries || !isRetryable(received.status, rules));
      if (isFinal) return received;
      const named = received && retryAfterOf(received.headers, this.#parts.now);
      await wait(pauseBefore(count, named), deadline.signal).catch((cause: unknown) => {
        // The bank's refusal says more than the deadline, unless the caller aborted.
        if (received !== undefined && call.signal?.aborted !== true) return;
        throw deadline.errorOf(call.operation, cause);
      });
      if (received !== undefined && deadline.signal.aborted) return received;
    }
  }

  async #ownToken({ call, deadline }: Attempt): Promise<string> {
    const { signal } = deadline;
    // Several calls share one request for a token, so that no call may abort it.
    const ended = signal.aborted ? Promise.resolve() : once(signal, 'abort');
    const aborted = ended.then(() => {
      throw deadline.errorOf(`${call.operation} waited for a token and`, signal.reason);
    });
    return Promise.race([this.#parts.server.clientToken(), aborted]);
  }

  async #try(attempt: Attempt, token: string, count: number): Promise<Received> {
    const { call, rules, url, headers, interactionId, deadline } = attempt;
    const { transport, options } = this.#parts;
    const began = performance.now();
    let status: number | undefined;
    try {
      const received = await transport.send({
        ...{ method: rules.method, url, signal: deadline.signal },
        headers: { ...headers, authorization: `Bearer ${token}` },
        ...(call.body !== undefined && { body: call.body }),
      });
      ({ status } = received);
      return received;
    } finally {
      const milliseconds = performance.now() - began;
      const { operation } = call;
      options.onRequest?.({ operation, url, status, interactionId, attempt: count, milliseconds });
    }
  }

  async #verify({ headers, bytes, status }: Received, { call, rules }: Attempt): Promise<void> {
    const { options, bankKeys } = this.#parts;
    const signature = headers.get(SIGNATURE_HEADER);
    if (bytes.length === 0) return;
    if (signature !== null) return verifyDetached(signature, bytes, bankKeys, options.bankId);
    // The standard signs no responses to polling, and banks' gateways answer errors unsigned.
    const isUnsigned = rules.path === '/events' || call.unsigned === true;
    const isFree = isUnsigned || status < 200 || status >= 300;
    if (isFree || options.signatures === 'verify-if-present') return;
    const text = Buffer.from(bytes).toString('utf8');
    throw new SignatureError(`The response to ${call.operation} is not signed.`, text, { status });
  }

  #errorOf({ status, headers, bytes }: Received, { call, interactionId }: Attempt): ApiError {
    const failed = {
      ...{ operation: call.operation, status, headers },
      interactionId: headers.get('x-fapi-interaction-id') ?? interactionId,
      text: Buffer.from(bytes).toString('utf8'),
    };
    return errorOf(failed, retryAfterOf(headers, this.#parts.now));
  }
}

function answerOf({ status, headers, bytes }: Received): Answer<unknown> {
  const isJson = /^application\/json(;|$)/i.test(headers.get('content-type') ?? '');
  const text = Buffer.from(bytes).toString('utf8');
  const body: unknown = bytes.length === 0 ? undefined : isJson ? JSON.parse(text) : text;
  const interactionId = headers.get('x-fapi-interaction-id') ?? undefined;
  return { status, body, interactionId, headers, bytes };
}
