import type { ErrorCode } from '../../shared/errors.ts';

/** Error codes of v4.0 by those of v3.1 (OpenAPI 4.0.1, OBExternalStatusReason1Code). */
export const ERROR_CODES_4: Readonly<Record<ErrorCode, string>> = {
  'UK.OBIE.Field.Expected': 'U001',
  'UK.OBIE.Field.Invalid': 'U002',
  'UK.OBIE.Field.InvalidDate': 'U003',
  'UK.OBIE.Field.Missing': 'U004',
  'UK.OBIE.Field.Unexpected': 'U005',
  'UK.OBIE.Header.Invalid': 'U006',
  'UK.OBIE.Header.Missing': 'U007',
  'UK.OBIE.Resource.ConsentMismatch': 'U008',
  'UK.OBIE.Resource.InvalidConsentStatus': 'U009',
  'UK.OBIE.Resource.InvalidFormat': 'U010',
  'UK.OBIE.Resource.NotFound': 'U011',
  'UK.OBIE.Rules.FailsControlParameters': 'U014',
  'UK.OBIE.Signature.Invalid': 'U015',
  'UK.OBIE.Signature.InvalidClaim': 'U016',
  'UK.OBIE.Signature.MissingClaim': 'U017',
  'UK.OBIE.Signature.Malformed': 'U018',
  'UK.OBIE.Signature.Missing': 'U019',
  'UK.OBIE.Unsupported.AccountIdentifier': 'U021',
  'UK.OBIE.Unsupported.Currency': 'U023',
  'UK.OBIE.Unsupported.EventType': 'U024',
  'UK.OBIE.Unsupported.Frequency': 'U025',
  'UK.OBIE.Unsupported.LocalInstrument': 'U026',
  'UK.OBIE.Unsupported.Scheme': 'U027',
  'UK.OBIE.UnexpectedError': 'U000',
};
