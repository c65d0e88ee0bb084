import type { z } from 'zod';

/** The fields of a JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** The parts of an HTTP response and the request that it answers. */
interface Received {
  readonly method: string;
  /** Path of the request, with its query. */
  readonly path: string;
  readonly status: number;
  /** Header names and values in turn, as received: name, value, name, value. */
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
  readonly milliseconds: number;
}

/** An entry of `Errors` in an error body (OpenAPI 3.1.9, OBError1). */
export interface ReportedFault {
  readonly ErrorCode: string;
  readonly Message: string;
  readonly Path?: string;
}

/** Maximum number of characters of a response body that an error message quotes. */
const QUOTED_CHARACTERS = 2000;

/** A response of any status. Headers and body are parsed when they are first read. */
export class Answer {
  readonly method: string;
  /** Path of the request, with its query. */
  readonly path: string;
  readonly status: number;
  /** Time from the first byte of the request to the last byte of the response, in milliseconds. */
  readonly milliseconds: number;
  readonly bytes: Buffer;
  readonly #rawHeaders: readonly string[];
  #headers: Headers | undefined;
  #text: string | undefined;
  #json: { readonly members: Members | undefined } | undefined;

  constructor({ method, path, status, rawHeaders, bytes, milliseconds }: Received) {
    this.method = method;
    this.path = path;
    this.status = status;
    this.milliseconds = milliseconds;
    this.bytes = bytes;
    this.#rawHeaders = rawHeaders;
  }

  get headers(): Headers {
    return (this.#headers ??= headersOf(this.#rawHeaders));
  }

  /** The body as UTF-8. */
  get text(): string {
    return (this.#text ??= this.bytes.toString('utf8'));
  }

  /** The body as a JSON object. Undefined if the body is not a JSON object. */
  get json(): Members | undefined {
    this.#json ??= { members: membersIn(this.text) };
    return this.#json.members;
  }

  /** The entries of `Errors` in an error body. Empty if the request succeeded. */
  get faults(): readonly ReportedFault[] {
    const errors = this.json?.['Errors'];
    return Array.isArray(errors) ? (errors as ReportedFault[]) : [];
  }
}

/** Thrown for a response that the caller did not expect. The message quotes its body. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
  readonly answer: Answer;

  constructor(answer: Answer, problem: string) {
    const { method, path, text } = answer;
    super(`${method} ${path} answered ${problem} ${text.slice(0, QUOTED_CHARACTERS)}`.trim());
    this.answer = answer;
  }

  /** Status and code, such as `400 UK.OBIE.Field.Invalid`. */
  get reason(): string {
    const { status, faults } = this.answer;
    return `${String(status)} ${faults[0]?.ErrorCode ?? ''}`.trim();
  }
}

/**
 * Returns the response if it has the expected status.
 *
 * @throws UnexpectedAnswer if it has another status
 */
export function expectStatus(answer: Answer, expected: number): Answer {
  const { status } = answer;
  if (status === expected) return answer;
  throw new UnexpectedAnswer(answer, `${String(status)}, not ${String(expected)}.`);
}

/**
 * Returns the response if its status is 2xx.
 *
 * @throws UnexpectedAnswer if it has another status
 */
export function expectSuccess(answer: Answer): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new UnexpectedAnswer(answer, `${String(answer.status)}.`);
}

/**
 * Validates the JSON body of a response with a schema and returns the body.
 *
 * @throws UnexpectedAnswer if the body is invalid
 */
export function readAs<Body>(answer: Answer, shape: z.ZodType<Body>): Body {
  const read = shape.safeParse(answer.json);
  if (read.success) return read.data;
  throw new UnexpectedAnswer(answer, `${String(answer.status)} with an unexpected body.`);
}

/**
 * Returns the object `Data` in the body of a response.
 *
 * @throws UnexpectedAnswer if there is none
 */
export function dataOf(answer: Answer): Members {
  const data = answer.json?.['Data'];
  if (typeof data === 'object' && data !== null) return data as Members;
  throw new UnexpectedAnswer(answer, `${String(answer.status)} without Data.`);
}

/**
 * Returns an id from `Data` in the body of a response, for example the ConsentId.
 *
 * @throws UnexpectedAnswer if it is missing
 */
export function idIn(answer: Answer, name: string): string {
  return textOf(answer, dataOf(answer)[name], name);
}

/**
 * Returns the `access_token` in the body of a response.
 *
 * @throws UnexpectedAnswer if it is missing
 */
export function tokenIn(answer: Answer): string {
  return textOf(answer, answer.json?.['access_token'], 'access_token');
}

function textOf(answer: Answer, value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw new UnexpectedAnswer(answer, `${String(answer.status)} without ${name}.`);
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < raw.length; at += 2) headers.append(raw[at] ?? '', raw[at + 1] ?? '');
  return headers;
}

function membersIn(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Members) : undefined;
  } catch {
    return undefined;
  }
}
