import type { z } from 'zod';

/** The members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** What came back, and of what. */
interface Received {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly status: number;
  /** Names and values by turns, as they came. */
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
  readonly milliseconds: number;
}

/** A fault that the bank tells (OpenAPI 3.1.9, OBError1). */
export interface ToldFault {
  readonly ErrorCode: string;
  readonly Message: string;
  readonly Path?: string;
}

/** Characters of a body that an error repeats. */
const TOLD_CHARACTERS = 2000;

/** An answer of whatever status: a value, of which is read what is asked for. */
export class Answer {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly status: number;
  /** From the first byte sent to the last one received. */
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

  /** The body as a JSON object; undefined when it is none. */
  get json(): Members | undefined {
    this.#json ??= { members: membersIn(this.text) };
    return this.#json.members;
  }

  /** What the bank says is wrong; nothing unless it refuses. */
  get faults(): readonly ToldFault[] {
    const told = this.json?.['Errors'];
    return Array.isArray(told) ? (told as ToldFault[]) : [];
  }
}

/** An answer that is not the one to go on with; the message says which, and repeats its body. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
  readonly answer: Answer;

  constructor(answer: Answer, otherwise: string) {
    const { method, path, text } = answer;
    super(`${method} ${path} answered ${otherwise} ${text.slice(0, TOLD_CHARACTERS)}`.trim());
    this.answer = answer;
  }

  /** Status and code, such as `400 UK.OBIE.Field.Invalid`. */
  get reason(): string {
    const { status, faults } = this.answer;
    return `${String(status)} ${faults[0]?.ErrorCode ?? ''}`.trim();
  }
}

/**
 * The answer, which has that status.
 *
 * @throws UnexpectedAnswer when it has another
 */
export function expectStatus(answer: Answer, expected: number): Answer {
  const { status } = answer;
  if (status === expected) return answer;
  throw new UnexpectedAnswer(answer, `${String(status)}, not ${String(expected)}.`);
}

/**
 * The answer, which is a success (2xx).
 *
 * @throws UnexpectedAnswer when it is none
 */
export function expectSuccess(answer: Answer): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new UnexpectedAnswer(answer, `${String(answer.status)}.`);
}

/**
 * The body of an answer, by its shape.
 *
 * @throws UnexpectedAnswer when it has another shape
 */
export function readAs<Body>(answer: Answer, shape: z.ZodType<Body>): Body {
  const read = shape.safeParse(answer.json);
  if (read.success) return read.data;
  throw new UnexpectedAnswer(answer, `${String(answer.status)} and something unforeseen.`);
}

/**
 * `Data` of an answer.
 *
 * @throws UnexpectedAnswer when there is none
 */
export function dataOf(answer: Answer): Members {
  const data = answer.json?.['Data'];
  if (typeof data === 'object' && data !== null) return data as Members;
  throw new UnexpectedAnswer(answer, `${String(answer.status)} without Data.`);
}

/**
 * An id of `Data`, such as the ConsentId.
 *
 * @throws UnexpectedAnswer when it is missing
 */
export function idIn(answer: Answer, name: string): string {
  return textOf(answer, dataOf(answer)[name], name);
}

/**
 * `access_token` of an answer.
 *
 * @throws UnexpectedAnswer when it is missing
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
