import { reveal } from './unsafe-unicode.ts';
import { shorten } from './text.ts';

/** Longest message and longest path of a fault, in characters (OpenAPI, OBError1). */
const MAX_TEXT_CHARACTERS = 500;

/** The error codes of the standard that this service uses (v3.1.9, OBError1.ErrorCode). */
export const ERROR_CODES = {
  fieldExpected: 'UK.OBIE.Field.Expected',
  fieldInvalid: 'UK.OBIE.Field.Invalid',
  fieldInvalidDate: 'UK.OBIE.Field.InvalidDate',
  fieldMissing: 'UK.OBIE.Field.Missing',
  fieldUnexpected: 'UK.OBIE.Field.Unexpected',
  failsControlParameters: 'UK.OBIE.Rules.FailsControlParameters',
  headerInvalid: 'UK.OBIE.Header.Invalid',
  headerMissing: 'UK.OBIE.Header.Missing',
  consentMismatch: 'UK.OBIE.Resource.ConsentMismatch',
  invalidConsentStatus: 'UK.OBIE.Resource.InvalidConsentStatus',
  invalidFormat: 'UK.OBIE.Resource.InvalidFormat',
  notFound: 'UK.OBIE.Resource.NotFound',
  signatureInvalid: 'UK.OBIE.Signature.Invalid',
  signatureInvalidClaim: 'UK.OBIE.Signature.InvalidClaim',
  signatureMalformed: 'UK.OBIE.Signature.Malformed',
  signatureMissing: 'UK.OBIE.Signature.Missing',
  signatureMissingClaim: 'UK.OBIE.Signature.MissingClaim',
  unexpectedError: 'UK.OBIE.UnexpectedError',
  unsupportedAccountIdentifier: 'UK.OBIE.Unsupported.AccountIdentifier',
  unsupportedCurrency: 'UK.OBIE.Unsupported.Currency',
  unsupportedLocalInstrument: 'UK.OBIE.Unsupported.LocalInstrument',
  unsupportedScheme: 'UK.OBIE.Unsupported.Scheme',
} as const;

export type ErrorCode = (typeof ERROR_CODES)[keyof typeof ERROR_CODES];

/** One thing wrong with a request: the code, where it stands, and in words what would be right. */
export interface Fault {
  readonly code: ErrorCode;
  /** JSON path of the field (`Data.Initiation.FileHash`) or the name of the header. */
  readonly path?: string;
  /** At most 500 characters; says what was found and what would be right. */
  readonly message: string;
}

export type RefusalStatus =
  400 | 401 | 403 | 404 | 405 | 406 | 408 | 413 | 415 | 417 | 421 | 429 | 431 | 500 | 501 | 503;

/** How many faults one answer lists; all are counted (docs/decisions, 2). */
export const MAX_FAULTS_REPORTED = 100;

/** With so many faults a file is read no further: what is wrong is plain, and others wait. */
export const MAX_FAULTS_COUNTED = 10_000;

/** A request that is refused: a value, not an exception. */
export class Refusal {
  readonly status: RefusalStatus;
  /** The faults that are reported, at most the documented number. */
  readonly faults: readonly Fault[];
  /** How many there were in all. */
  readonly total: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: RefusalStatus,
    faults: readonly Fault[],
    options: { total?: number; headers?: Record<string, string> } = {},
  ) {
    this.status = status;
    this.faults = faults;
    this.total = options.total ?? faults.length;
    this.headers = options.headers ?? {};
  }
}

/** A refusal with a single fault, at `path` if it has a place; `headers` go with the answer. */
export function refuse(
  status: RefusalStatus,
  code: keyof typeof ERROR_CODES,
  message: string,
  { path, headers }: { path?: string; headers?: Record<string, string> } = {},
): Refusal {
  return new Refusal(
    status,
    [fault(code, message, path)],
    headers === undefined ? {} : { headers },
  );
}

/** A fault by the short name of its code; `path` as in Fault. What hides in either is shown. */
export function fault(code: keyof typeof ERROR_CODES, message: string, path?: string): Fault {
  const told = { code: ERROR_CODES[code], message: bounded(message) };
  return path === undefined ? told : { ...told, path: bounded(path) };
}

function bounded(text: string): string {
  return shorten(reveal(text), MAX_TEXT_CHARACTERS);
}

/**
 * Collects faults: keeps the first `limit`, counts all of them, so that a file with a million
 * faults costs the memory of a hundred.
 */
export class FaultList {
  readonly #limit: number;
  readonly #listed: Fault[] = [];
  #added = 0;
  #foremost: FaultList | undefined;

  constructor(limit = MAX_FAULTS_REPORTED) {
    this.#limit = limit;
  }

  /** The list of those that stand before all others, whenever they are found. */
  get foremost(): FaultList {
    this.#foremost ??= new FaultList(this.#limit);
    return this.#foremost;
  }

  get faults(): readonly Fault[] {
    const foremost = this.#foremost?.faults ?? [];
    return [...foremost, ...this.#listed].slice(0, this.#limit);
  }

  get total(): number {
    return this.#added + (this.#foremost?.total ?? 0);
  }

  add(code: keyof typeof ERROR_CODES, message: string, path?: string): void {
    this.#added += 1;
    if (this.#listed.length < this.#limit) this.#listed.push(fault(code, message, path));
  }

  /** Counts so many more faults of which nothing is kept. */
  count(more: number): void {
    this.#added += more;
  }

  /** Whether there are so many that looking for more helps nobody. */
  get isFull(): boolean {
    return this.total >= MAX_FAULTS_COUNTED;
  }

  get isEmpty(): boolean {
    return this.total === 0;
  }

  /** All of them as one refusal with 400. */
  refusal(): Refusal {
    return new Refusal(400, this.faults, { total: this.total });
  }
}
