type Row = readonly [name: string, v4: string, meaning: string, remedy: string];

const REPEAT_LATER =
  'Repeat the call later with the same idempotency id. If it persists, ask the bank.';

/**
 * Meaning and advice of each error code of the standard. v3.1 adds the prefix `UK.OBIE.` to the
 * names.
 */
const ERROR_CODES: readonly Row[] = [
  [
    'Field.Expected',
    'U001',
    'a field is missing that another field requires',
    'Add the field at the path. Another field requires it.',
  ],
  [
    'Field.Invalid',
    'U002',
    'a field has a value that is not allowed',
    'Correct the value at the path.',
  ],
  [
    'Field.InvalidDate',
    'U003',
    'a date is not allowed',
    'Use a date that the bank accepts, for example not in the past.',
  ],
  ['Field.Missing', 'U004', 'a mandatory field is missing', 'Add the mandatory field at the path.'],
  [
    'Field.Unexpected',
    'U005',
    'a field is present that another field excludes',
    'Remove the field at the path, or the field that excludes it.',
  ],
  [
    'Header.Invalid',
    'U006',
    'a header has a wrong value',
    'Correct the header. An idempotency key belongs to one body only.',
  ],
  ['Header.Missing', 'U007', 'a required header is missing', 'Add the header that the path names.'],
  [
    'Resource.ConsentMismatch',
    'U008',
    'the payment differs from its consent',
    'Repeat Initiation and Risk exactly as in the consent.',
  ],
  [
    'Resource.InvalidConsentStatus',
    'U009',
    'the status of the consent does not permit the request',
    'Read the consent. Its status must permit the request.',
  ],
  [
    'Resource.InvalidFormat',
    'U010',
    'the body does not have the form of the standard',
    'Send the JSON form that the standard describes.',
  ],
  [
    'Resource.NotFound',
    'U011',
    'the bank does not know the id',
    'Check the id, and the version under which it was created.',
  ],
  [
    'Rules.AfterCutOffDateTime',
    'U012',
    'the request came after the cut-off time',
    'Create a new consent for the next business day.',
  ],
  [
    'Rules.FailsControlParameters',
    'U014',
    'the payment exceeds a limit of its VRP consent',
    "Keep to the consent's limits, or ask for a new consent.",
  ],
  [
    'Rules.ResourceAlreadyExists',
    'U029',
    'the resource exists already',
    'Read the existing resource instead.',
  ],
  [
    'Signature.Invalid',
    'U015',
    'the signature does not belong to the body',
    'Check that the key and its kid belong together.',
  ],
  [
    'Signature.InvalidClaim',
    'U016',
    'a member of the signature’s header is wrong',
    'Check signing.issuer, signing.kid and the clock.',
  ],
  [
    'Signature.MissingClaim',
    'U017',
    'a member of the signature’s header is missing',
    'Set signing.issuer, signing.kid and signing.trustAnchor.',
  ],
  [
    'Signature.Malformed',
    'U018',
    'the signature cannot be read',
    'Check that no proxy changes the header x-jws-signature.',
  ],
  ['Signature.Missing', 'U019', 'the request is not signed', 'Pass the option signing to connect.'],
  [
    'Signature.Unexpected',
    'U020',
    'the bank accepts no signature here',
    'Omit the option signing for this bank.',
  ],
  [
    'Unsupported.AccountIdentifier',
    'U021',
    'the bank does not support this identification of an account',
    'Use another identification of the account.',
  ],
  [
    'Unsupported.AccountSecondaryIdentifier',
    'U022',
    'the bank does not support this secondary identification',
    'Remove or correct SecondaryIdentification.',
  ],
  [
    'Unsupported.Currency',
    'U023',
    'the bank does not support the currency',
    'Use a currency that the bank supports.',
  ],
  [
    'Unsupported.EventType',
    'U024',
    'the bank does not support the event type',
    'Subscribe to event types that the bank supports.',
  ],
  [
    'Unsupported.Frequency',
    'U025',
    'the bank does not support the frequency',
    'Use a frequency that the bank supports.',
  ],
  [
    'Unsupported.LocalInstrument',
    'U026',
    'the bank does not support the payment scheme',
    'Use a payment scheme that the bank supports.',
  ],
  [
    'Unsupported.Scheme',
    'U027',
    'the bank does not support the account scheme',
    'Use an account scheme that the bank supports.',
  ],
  [
    'Reauthenticate',
    'U028',
    'the customer must authenticate again',
    'Send the customer to the bank again to re-authenticate.',
  ],
  ['UnexpectedError', 'U000', 'the bank has a technical problem', REPEAT_LATER],
];

/** An error code of the standard. */
export interface ErrorCode {
  /** The code in v3.1, for example `UK.OBIE.Field.Invalid`. */
  readonly v3: string;
  /** The code in v4.0, for example `U002`. */
  readonly v4: string;
  /** The meaning, as a phrase. */
  readonly meaning: string;
  /** Advice what to do next. */
  readonly remedy: string;
}

const BY_CODE: ReadonlyMap<string, ErrorCode> = new Map(
  ERROR_CODES.flatMap(([name, v4, meaning, remedy]) => {
    const described = { v3: `UK.OBIE.${name}`, v4, meaning, remedy };
    return [[described.v3, described] as const, [v4, described] as const];
  }),
);

/** Returns an error code of the standard, by its name in v3.1 or v4.0. */
export function describeErrorCode(code: string): ErrorCode | undefined {
  return BY_CODE.get(code);
}

const BY_STATUS: ReadonlyMap<number, string> = new Map([
  [401, 'Ask for a new token. A customer must approve again if a token of a consent expired.'],
  [403, 'Use a token of the right kind, and only resources of your own.'],
  [404, 'Check baseUrl and the version. The bank may not offer this resource.'],
  [405, 'The bank does not offer this operation.'],
  [413, 'Send a smaller file.'],
  [415, 'Use the content type that the file type requires.'],
  [429, 'Wait for the time in Retry-After, then send fewer requests a second.'],
]);

/** Returns the advice for an error, by its code or else by its status. */
export function remedyOf(status: number, fault?: { readonly code: string }): string {
  const known = BY_CODE.get(fault?.code ?? '')?.remedy ?? BY_STATUS.get(status);
  if (known !== undefined) return known;
  return status >= 500
    ? REPEAT_LATER
    : 'Read the message, and name the interaction id when you ask the bank.';
}
