import { SIGNATURE_HEADER, type MessageSignatures } from '../domain/ports/signatures.ts';
import {
  StoredFileDamaged,
  StoreUnavailable,
  SystemUnavailable,
  WorkersBusy,
} from '../domain/ports/storage-errors.ts';
import type { Observe } from '../domain/records/events.ts';
import { Refusal, refuse } from '../shared/errors.ts';
import { V3_1 } from '../versions/v3.1.ts';
import type { Version } from '../versions/version.ts';
import type { Answer } from './request-context.ts';
import { errorBody, RETRY_SOON, UNEXPECTED } from './errors.ts';

export const JSON_CONTENT_TYPE = 'application/json; charset=utf-8';

/** The data of a request that its response repeats or depends on. */
export interface ResponseContext {
  readonly interactionId: string;
  /** The version of the standard whose error codes are used. By default 3.1. */
  readonly version?: Version;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Creates the signed response for a successful result or an error. */
export async function respondSigned(
  signatures: MessageSignatures,
  outcome: Answer | Refusal,
  context: ResponseContext,
): Promise<Response> {
  return signAnswer(outgoing(outcome, context), signatures);
}

/** Creates the unsigned response for a successful result or an error. */
export function respond(outcome: Answer | Refusal, context: ResponseContext): Response {
  const { status, headers, body } = outgoing(outcome, context);
  return new Response(body, { status, headers });
}

/** Returns the status, headers and body of an error response. */
export function outgoingOf(
  refusal: Refusal,
  { interactionId, version = V3_1, headers }: ResponseContext,
): Outgoing & { readonly body: string | null } {
  const { status } = refusal;
  return {
    status,
    headers: {
      'x-fapi-interaction-id': interactionId,
      ...(status === 401 ? {} : { 'content-type': JSON_CONTENT_TYPE }),
      'cache-control': 'no-store',
      ...headers,
      ...refusal.headers,
    },
    body: errorBody(refusal, interactionId, version) || null,
  };
}

function outgoing(outcome: Answer | Refusal, context: ResponseContext): Outgoing {
  if (outcome instanceof Refusal) return outgoingOf(outcome, context);
  const { status, contentType, body } = outcome;
  const headers = {
    'x-fapi-interaction-id': context.interactionId,
    'cache-control': 'no-store',
    ...(contentType === null ? {} : { 'content-type': contentType }),
    ...context.headers,
  };
  if (body === null || typeof body === 'string') return { status, headers, body };
  const { bytes, signature, stream } = body;
  const length = { 'content-length': String(bytes) };
  const signed = signature === null ? {} : { [SIGNATURE_HEADER]: signature };
  return { status, headers: { ...headers, ...length, ...signed }, body: stream };
}

/**
 * Converts an exception to an error response without internal details. Also reports the exception
 * to the operators.
 */
export function refusalFor(error: unknown, observe: Observe): Refusal {
  observe({ kind: 'failure', what: 'answering a request', error });
  if (
    error instanceof StoreUnavailable ||
    error instanceof SystemUnavailable ||
    error instanceof WorkersBusy
  ) {
    const message =
      'The service cannot process the request at the moment. Nothing was changed. Try again.';
    return refuse(503, 'unexpectedError', message, { headers: RETRY_SOON });
  }
  if (error instanceof StoredFileDamaged) {
    // The response has no Retry-After header, because a retry succeeds only after an operator has
    // restored the file.
    const message =
      'We cannot read the payment file. We have been alerted. Contact us with this Id.';
    return refuse(503, 'unexpectedError', message);
  }
  return new Refusal(500, [UNEXPECTED]);
}

/**
 * Returns the error for an unknown path (404), or for a method that a known path does not support
 * (405).
 */
export function refuseAddress(methods: readonly string[]): Refusal {
  if (methods.length === 0) return refuse(404, 'notFound', 'Unknown path.');
  const allow = methods.join(', ');
  const message = `This path supports ${allow}.`;
  return refuse(405, 'headerInvalid', message, { headers: { allow } });
}

/** The status, headers and body of a response that is not signed yet. */
interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | ReadableStream | null;
}

/**
 * Creates a response and signs its body, if there is one (rules, 4.6). A stream is a file. A worker
 * thread has already signed it, and the signature is among the headers.
 */
export async function signAnswer(
  { status, headers, body }: Outgoing,
  signatures: MessageSignatures,
): Promise<Response> {
  if (typeof body !== 'string') return new Response(body, { status, headers });
  const signature = await signatures.sign(Buffer.from(body), headers['content-type'] ?? '');
  return new Response(body, { status, headers: { ...headers, [SIGNATURE_HEADER]: signature } });
}
