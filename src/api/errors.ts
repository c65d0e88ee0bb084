import {
  ERROR_CODES,
  MAX_FAULTS_COUNTED,
  MAX_FAULTS_REPORTED,
  type Fault,
  type Refusal,
  type RefusalStatus,
} from '../shared/errors.ts';
import type { Seconds } from '../shared/time.ts';
import type { Version } from '../versions/version.ts';

/**
 * The values of `Code` in error bodies. There is none for 401, because that response has no body.
 */
const CODES: Record<Exclude<RefusalStatus, 401>, string> = {
  400: '400 BadRequest',
  403: '403 Forbidden',
  404: '404 NotFound',
  405: '405 MethodNotAllowed',
  406: '406 NotAcceptable',
  408: '408 RequestTimeout',
  409: '409 Conflict',
  413: '413 ContentTooLarge',
  415: '415 UnsupportedMediaType',
  417: '417 ExpectationFailed',
  421: '421 MisdirectedRequest',
  429: '429 TooManyRequests',
  431: '431 RequestHeaderFieldsTooLarge',
  500: '500 InternalServerError',
  501: '501 NotImplemented',
  503: '503 ServiceUnavailable',
};

/** Number of seconds after which a client should retry. */
const RETRY_AFTER_SECONDS: Seconds = 1;

/** The headers of an error that may disappear when the client retries. */
export const RETRY_SOON = { 'retry-after': String(RETRY_AFTER_SECONDS) };

/**
 * Returns the body of an error (OBErrorResponse1) in a version of the standard. It is empty for
 * status 401. Its `Id` is the interaction id.
 */
export function errorBody(refusal: Refusal, interactionId: string, version: Version): string {
  if (refusal.status === 401) return '';
  const shown = refusal.faults.slice(0, MAX_FAULTS_REPORTED);
  return JSON.stringify({
    Code: CODES[refusal.status],
    Id: interactionId,
    Message: summary(refusal, shown),
    Errors: shown.map((fault) => errorOf(fault, version)),
  });
}

function summary(refusal: Refusal, shown: readonly Fault[]): string {
  const [first] = shown;
  if (refusal.total <= 1) return first?.message ?? 'The request was rejected.';
  const atLeast = refusal.total >= MAX_FAULTS_COUNTED ? 'At least ' : '';
  const faults = `${atLeast}${String(refusal.total)} faults`;
  return refusal.total === shown.length
    ? `${faults}, all of them listed.`
    : `${faults}, the first ${String(shown.length)} of them listed.`;
}

function errorOf({ code, message, path }: Fault, version: Version): object {
  return {
    ErrorCode: version.errorCodeOf(code),
    Message: message,
    ...(path === undefined || path === '' ? {} : { Path: path }),
  };
}

/** The error entry for bugs and failing disks. It reveals no internal details (rules, 1.12). */
export const UNEXPECTED: Fault = {
  code: ERROR_CODES.unexpectedError,
  message:
    'Something went wrong on our side. Try again. ' +
    'A retry with the same x-idempotency-key is safe.',
};
