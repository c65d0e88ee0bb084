import { remedyOf } from './remedies.ts';

/** An entry of `Errors` in an error body of the standard (OBError1). */
export interface Fault {
  /** Code of the standard, for example `UK.OBIE.Field.Invalid` in v3.1 or `U002` in v4.0. */
  readonly code: string;
  readonly message: string;
  /** JSON path of the field, or the name of the header. */
  readonly path: string | undefined;
  /** Address of the bank's explanation. */
  readonly url: string | undefined;
}

/** Base class of all errors that this library throws. */
export class PaymentClientError extends Error {
  override readonly name: string = 'PaymentClientError';
  /** Advice what to do next, in one or two sentences. */
  readonly remedy: string;

  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.remedy = remedy;
  }
}

/** The parts of a response that an error repeats. */
export interface FailedAnswer {
  /** Method and path of the request, for example `POST /domestic-payments`. */
  readonly operation: string;
  readonly status: number;
  readonly interactionId: string | undefined;
  readonly headers: Headers;
  /** The body as text. */
  readonly text: string;
}

/** Thrown if the bank refuses a request of the API. Subclasses name the reason. */
export class ApiError extends PaymentClientError {
  override readonly name: string = 'ApiError';
  /** Method and path of the request, for example `POST /domestic-payments`. */
  readonly operation: string;
  /** HTTP status. */
  readonly status: number;
  /** Code of the first fault. Undefined if the body has none. */
  readonly code: string | undefined;
  /** Path of the first fault: a JSON path or the name of a header. */
  readonly path: string | undefined;
  /** All faults in the body. */
  readonly faults: readonly Fault[];
  /** Id of the request. Name it when you ask the bank about an error. */
  readonly interactionId: string | undefined;
  readonly headers: Headers;
  /** The body as text. */
  readonly body: string;

  constructor({ operation, status, interactionId, headers, text }: FailedAnswer) {
    const faults = faultsIn(text);
    const [first] = faults;
    const at = first?.path === undefined ? '' : ` at ${first.path}`;
    const reason = first === undefined ? '' : `: ${first.code}${at}: ${first.message}`;
    super(`${operation} was refused with ${String(status)}${reason}`, remedyOf(status, first));
    this.operation = operation;
    this.status = status;
    this.code = first?.code;
    this.path = first?.path;
    this.faults = faults;
    this.interactionId = interactionId;
    this.headers = headers;
    this.body = text;
  }
}

/** Status 400: the request is invalid, or the id does not exist. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
}

/** Status 401: the access token is missing, expired or revoked. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** Status 403: the token does not permit the request. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
}

/** Status 409: the resource exists already. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** Status 429: too many requests. Thrown when the retries are used up. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
  /** Time to wait that the bank names, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(answer: FailedAnswer, retryAfterMs: number | undefined) {
    super(answer);
    this.retryAfterMs = retryAfterMs;
  }
}

/** Status 500 and above: the bank failed. The request may have been executed. */
export class BankError extends ApiError {
  override readonly name = 'BankError';
}

/** Thrown if no complete response arrives. The request may have been executed. */
export class ConnectionError extends PaymentClientError {
  override readonly name: string = 'ConnectionError';
  /** Error code of Node.js or undici, for example `ECONNREFUSED` or `UND_ERR_SOCKET`. */
  readonly code: string;

  constructor(request: string, cause: unknown) {
    const { code, message } = rootOf(cause);
    super(
      `${request} got no answer: ${message === '' ? code : message}`,
      'Check the address and the certificates. Then repeat the call with the same idempotency id: ' +
        'the bank does not execute it twice.',
      { cause },
    );
    this.code = code;
  }
}

/** Returns the code and the message of the first cause that has a code. */
function rootOf(cause: unknown): { readonly code: string; readonly message: string } {
  const { code, message = '', cause: inner } = Object(cause) as Partial<NodeJS.ErrnoException>;
  if (typeof code === 'string') return { code, message };
  return inner === undefined ? { code: '', message } : rootOf(inner);
}

/** Thrown if the deadline of a call passes. The request may have been executed. */
export class DeadlineError extends ConnectionError {
  override readonly name = 'DeadlineError';

  constructor(request: string, timeoutMs: number) {
    super(request, {
      code: 'ETIMEDOUT',
      message: `the deadline of ${String(timeoutMs)} ms passed`,
    });
  }
}

/** Thrown if a response or an event is not signed by the bank as the standard requires. */
export class SignatureError extends PaymentClientError {
  override readonly name = 'SignatureError';
  /** HTTP status of the response. Undefined for an event. */
  readonly status: number | undefined;
  /** The unverified body. Do not use it without a check by a person. */
  readonly unverifiedBody: string;

  constructor(problem: string, body: string, options: ErrorOptions & { status?: number } = {}) {
    super(
      problem,
      'Do not trust the content. Check jwksUri, and ask the bank if it signs this response. ' +
        'If the bank does not sign it, set signatures to "verify-if-present".',
      options,
    );
    this.status = options.status;
    this.unverifiedBody = body;
  }
}

/** Thrown if the bank's authorisation server refuses a request (OAuth 2.0). */
export class AuthorisationError extends PaymentClientError {
  override readonly name = 'AuthorisationError';
  /** Error code of OAuth 2.0, for example `access_denied` or `invalid_client`. */
  readonly error: string;

  constructor(error: string, description: string | undefined, options?: ErrorOptions) {
    super(
      `The authorisation server answered ${error}: ${description ?? 'no description'}`,
      error === 'access_denied'
        ? 'The customer or the bank declined. Create a new consent to try again.'
        : 'Compare the client id, the certificate and the keys with the registration at the bank.',
      options,
    );
    this.error = error;
  }
}

/** Thrown before sending if the caller used an idempotency id for another body. */
export class IdempotencyError extends PaymentClientError {
  override readonly name = 'IdempotencyError';

  constructor(operation: string, id: string) {
    super(
      `${operation}: the idempotency id "${id}" was used for another body.`,
      'Use a new id for a new request, and the same body to repeat an old one.',
    );
  }
}

/** Creates the error for a response whose status is not 2xx. */
export function errorOf(answer: FailedAnswer, retryAfterMs?: number): ApiError {
  const { status } = answer;
  if (status === 400) return new InvalidRequestError(answer);
  if (status === 401) return new AuthenticationError(answer);
  if (status === 403) return new PermissionError(answer);
  if (status === 409) return new ConflictError(answer);
  if (status === 429) return new RateLimitError(answer, retryAfterMs);
  return status >= 500 ? new BankError(answer) : new ApiError(answer);
}

function faultsIn(text: string): readonly Fault[] {
  const errors = membersOf(parsed(text))['Errors'];
  if (!Array.isArray(errors)) return [];
  return errors.map((entry: unknown) => {
    const { ErrorCode, Message, Path, Url } = membersOf(entry);
    return {
      code: textOf(ErrorCode) ?? 'unknown',
      message: textOf(Message) ?? '',
      path: textOf(Path),
      url: textOf(Url),
    };
  });
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
