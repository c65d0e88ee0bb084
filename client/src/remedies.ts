/** Advice for each error code of the standard. v3.1 adds the prefix `UK.OBIE.` to the names. */
const REMEDIES: readonly (readonly [name: string, v4: string, remedy: string])[] = [
  ['Field.Expected', 'U001', 'Add the field at the path. Another field requires it.'],
  ['Field.Invalid', 'U002', 'Correct the value at the path.'],
  ['Field.InvalidDate', 'U003', 'Use a date that the bank accepts, for example not in the past.'],
  ['Field.Missing', 'U004', 'Add the mandatory field at the path.'],
  ['Field.Unexpected', 'U005', 'Remove the field at the path, or the field that excludes it.'],
  ['Header.Invalid', 'U006', 'Correct the header. An idempotency key belongs to one body only.'],
  ['Header.Missing', 'U007', 'Add the header that the path names.'],
  ['Resource.ConsentMismatch', 'U008', 'Repeat Initiation and Risk exactly as in the consent.'],
  [
    'Resource.InvalidConsentStatus',
    'U009',
    'Read the consent. Its status must permit the request.',
  ],
  ['Resource.InvalidFormat', 'U010', 'Send the JSON form that the standard describes.'],
  ['Resource.NotFound', 'U011', 'Check the id, and the version under which it was created.'],
  ['Rules.AfterCutOffDateTime', 'U012', 'Create a new consent for the next business day.'],
  [
    'Rules.FailsControlParameters',
    'U014',
    "Keep to the consent's limits, or ask for a new consent.",
  ],
  ['Rules.ResourceAlreadyExists', 'U029', 'Read the existing resource instead.'],
  ['Signature.Invalid', 'U015', 'Check that the key and its kid belong together.'],
  ['Signature.InvalidClaim', 'U016', 'Check signing.issuer, signing.kid and the clock.'],
  ['Signature.MissingClaim', 'U017', 'Set signing.issuer, signing.kid and signing.trustAnchor.'],
  ['Signature.Malformed', 'U018', 'Check that no proxy changes the header x-jws-signature.'],
  ['Signature.Missing', 'U019', 'Pass the option signing to connect.'],
  ['Signature.Unexpected', 'U020', 'Omit the option signing for this bank.'],
  ['Unsupported.AccountIdentifier', 'U021', 'Use another identification of the account.'],
  ['Unsupported.AccountSecondaryIdentifier', 'U022', 'Remove or correct SecondaryIdentification.'],
  ['Unsupported.Currency', 'U023', 'Use a currency that the bank supports.'],
  ['Unsupported.EventType', 'U024', 'Subscribe to event types that the bank supports.'],
  ['Unsupported.Frequency', 'U025', 'Use a frequency that the bank supports.'],
  ['Unsupported.LocalInstrument', 'U026', 'Use a payment scheme that the bank supports.'],
  ['Unsupported.Scheme', 'U027', 'Use an account scheme that the bank supports.'],
  ['Reauthenticate', 'U028', 'Send the customer to the bank again to re-authenticate.'],
];

const BY_CODE: ReadonlyMap<string, string> = new Map(
  REMEDIES.flatMap(([name, v4, remedy]) => [
    [`UK.OBIE.${name}`, remedy] as const,
    [v4, remedy] as const,
  ]),
);

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
  const known = BY_CODE.get(fault?.code ?? '') ?? BY_STATUS.get(status);
  if (known !== undefined) return known;
  return status >= 500
    ? 'Repeat the call later with the same idempotency id. If it persists, ask the bank.'
    : 'Read the message, and name the interaction id when you ask the bank.';
}
