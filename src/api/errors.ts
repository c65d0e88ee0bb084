import { ERROR_CODES, type Fault, type Refusal } from '../kernel/errors.ts';

const CODES: Record<number, string> = {
  400: '400 BadRequest',
  403: '403 Forbidden',
  404: '404 NotFound',
  405: '405 MethodNotAllowed',
  406: '406 NotAcceptable',
  409: '409 Conflict',
  413: '413 ContentTooLarge',
  415: '415 UnsupportedMediaType',
  421: '421 MisdirectedRequest',
  429: '429 TooManyRequests',
  500: '500 InternalServerError',
  503: '503 ServiceUnavailable',
};

/** How many faults one answer lists; the message tells how many there were in all. */
export const MAX_FAULTS_REPORTED = 100;

/** Longest message and path of the contract (OBErrorResponse1), in characters. */
const MAX_TEXT_CHARACTERS = 500;

/**
 * The error body of the standard (OBErrorResponse1); empty for 401. `Id` is the interaction id.
 */
export function errorBody(refusal: Refusal, interactionId: string): string {
  if (refusal.status === 401) return '';
  const shown = refusal.faults.slice(0, MAX_FAULTS_REPORTED);
  return JSON.stringify({
    Code: CODES[refusal.status] ?? String(refusal.status),
    Id: interactionId,
    Message: summary(refusal, shown),
    Errors: shown.map(errorOf),
  });
}

function summary(refusal: Refusal, shown: readonly Fault[]): string {
  const [first] = shown;
  if (refusal.total <= 1) return cut(first?.message ?? 'The request is refused.');
  const faults = `${String(refusal.total)} faults`;
  return refusal.total === shown.length
    ? `${faults}, all of them listed.`
    : `${faults}, the first ${String(shown.length)} of them listed.`;
}

function errorOf({ code, message, path }: Fault): object {
  return {
    ErrorCode: code,
    Message: cut(message),
    ...(path === undefined || path === '' ? {} : { Path: cut(path) }),
  };
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length <= MAX_TEXT_CHARACTERS
    ? text
    : `${characters.slice(0, MAX_TEXT_CHARACTERS - 1).join('')}…`;
}

/** What a caller sees of a bug or a failing disk: nothing of the inside (rules, 1). */
export const UNEXPECTED: Fault = {
  code: ERROR_CODES.unexpectedError,
  message: 'Something went wrong on our side. Try again; nothing was done twice.',
};
