import { reveal } from './unsafe-unicode.ts';
import { shorten } from './text.ts';

/** Maximum length of the message and of the path of a fault, in characters (OpenAPI, OBError1). */
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
  resourceAlreadyExists: 'UK.OBIE.Rules.ResourceAlreadyExists',
  signatureInvalid: 'UK.OBIE.Signature.Invalid',
  signatureInvalidClaim: 'UK.OBIE.Signature.InvalidClaim',
  signatureMalformed: 'UK.OBIE.Signature.Malformed',
  signatureMissing: 'UK.OBIE.Signature.Missing',
  signatureMissingClaim: 'UK.OBIE.Signature.MissingClaim',
  unexpectedError: 'UK.OBIE.UnexpectedError',
  unsupportedAccountIdentifier: 'UK.OBIE.Unsupported.AccountIdentifier',
  unsupportedCurrency: 'UK.OBIE.Unsupported.Currency',
  unsupportedEventType: 'UK.OBIE.Unsupported.EventType',
  unsupportedFrequency: 'UK.OBIE.Unsupported.Frequency',
  unsupportedLocalInstrument: 'UK.OBIE.Unsupported.LocalInstrument',
  unsupportedScheme: 'UK.OBIE.Unsupported.Scheme',
} as const;

export type ErrorCode = (typeof ERROR_CODES)[keyof typeof ERROR_CODES];

/** One fault of a request: the error code, the field or header, and a message. */
export interface Fault {
  readonly code: ErrorCode;
  /** JSON path of the field (`Data.Initiation.FileHash`) or the name of the header. */
  readonly path?: string;
  /** At most 500 characters. Contains the found value and the expected one. */
  readonly message: string;
}

export type RefusalStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 406
  | 408
  | 409
  | 413
  | 415
  | 417
  | 421
  | 429
  | 431
  | 500
  | 501
  | 503;

/** Maximum number of faults that one response lists. All are counted (docs/decisions, 2). */
export const MAX_FAULTS_REPORTED = 100;

/**
 * Number of faults at which the reading of a file stops, so that a worthless file does not delay
 * others.
 */
export const MAX_FAULTS_COUNTED = 10_000;

/** The rejection of a request. Functions return it as a value and do not throw it. */
export class Refusal {
  readonly status: RefusalStatus;
  /** The reported faults, at most MAX_FAULTS_REPORTED. */
  readonly faults: readonly Fault[];
  /** Total number of faults, including those that are not listed. */
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

/** Creates a refusal with a single fault. `headers` are added to the response. */
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

/**
 * Creates a fault from the short name of its code. Shows unsafe characters in the message and the
 * path as escapes, and shortens both to the maximum length.
 */
export function fault(code: keyof typeof ERROR_CODES, message: string, path?: string): Fault {
  const entry = { code: ERROR_CODES[code], message: bounded(message) };
  return path === undefined ? entry : { ...entry, path: bounded(path) };
}

function bounded(text: string): string {
  return shorten(reveal(text), MAX_TEXT_CHARACTERS);
}

/**
 * Collects faults. It stores the first `limit` and counts the others, so that a file with a million
 * faults needs the memory of a hundred.
 */
export class FaultList {
  readonly #limit: number;
  readonly #listed: Fault[] = [];
  #added = 0;
  #priority: FaultList | undefined;

  constructor(limit = MAX_FAULTS_REPORTED) {
    this.#limit = limit;
  }

  /** Faults that are listed before all others, regardless of when they are found. */
  get priority(): FaultList {
    this.#priority ??= new FaultList(this.#limit);
    return this.#priority;
  }

  get faults(): readonly Fault[] {
    const priority = this.#priority?.faults ?? [];
    return [...priority, ...this.#listed].slice(0, this.#limit);
  }

  get total(): number {
    return this.#added + (this.#priority?.total ?? 0);
  }

  add(code: keyof typeof ERROR_CODES, message: string, path?: string): void {
    this.include(fault(code, message, path));
  }

  /** Adds a fault that was found by means of another list. */
  include(entry: Fault): void {
    this.#added += 1;
    if (this.#listed.length < this.#limit) this.#listed.push(entry);
  }

  /** Adds the faults of another list, with their paths converted. */
  addAll(others: FaultList, convert: (path: string) => string): void {
    this.#added += others.total;
    const room = this.#limit - this.#listed.length;
    for (const { path, ...entry } of others.faults.slice(0, room)) {
      this.#listed.push(path === undefined ? entry : { ...entry, path: convert(path) });
    }
  }

  /** Adds to the number of faults without storing any. */
  count(more: number): void {
    this.#added += more;
  }

  /** True if there are so many faults that the search for more should stop. */
  get isFull(): boolean {
    return this.total >= MAX_FAULTS_COUNTED;
  }

  get isEmpty(): boolean {
    return this.total === 0;
  }

  /** Returns a refusal with status 400 and these faults. */
  refusal(): Refusal {
    return new Refusal(400, this.faults, { total: this.total });
  }
}
