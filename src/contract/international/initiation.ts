import { z } from 'zod';
import { isIbanScheme, isSortCodeScheme } from '../../domain/parties/accounts.ts';
import { isCountry } from '../../domain/parties/countries.ts';
import { destinationOf } from '../../domain/parties/destinations.ts';
import { fractionDigitsOf } from '../../domain/pricing/currencies.ts';
import {
  instrumentCalled,
  INTERNATIONAL_INSTRUMENTS,
  localInstrumentsOf,
  type InternationalInstrument,
} from '../../domain/schemes/schemes.ts';
import { hasUnsafeUnicode } from '../../shared/unsafe-unicode.ts';
import { DateTime, PostalAddress, RemittanceInformation, schemeName, text } from '../fields.ts';
import { AgentIdentification, AgentScheme } from './agents.ts';

/** Schema of a country code (ISO 3166-1 alpha-2). */
export const Country = z
  .string('Expected a country as two capital letters.')
  .refine(isCountry, 'Expected a country of ISO 3166-1 alpha-2, such as DE.')
  .meta({ pattern: '^[A-Z]{2}$' });

/** Schema of a currency that the bank sends (rules, 7.8). */
export const Currency = z
  .string('Expected a currency as three capital letters.')
  .regex(/^[A-Z]{3}$/, 'Expected three capital letters (ISO 4217).')
  .refine((value) => !/^[A-Z]{3}$/.test(value) || fractionDigitsOf(value) !== undefined, {
    error: 'Expected one of the currencies that international payments support.',
    params: { code: 'unsupportedCurrency' },
  });

/** Schema of an amount above zero. `checkInternational` checks its digits against the currency. */
export const Amount = z
  .string('Expected an amount as text, such as "10.50".')
  .regex(
    /^(?=.*[1-9])\d{1,13}(?:\.\d{1,5})?$/,
    'Expected more than zero, with at most 13 digits before and 5 after the point.',
  );

export const DebtorScheme = schemeName(
  isSortCodeScheme,
  'Expected UK.OBIE.SortCodeAccountNumber or SortCodeAccountNumber.',
);

/**
 * Matches a bank name of at most 24 characters. `UK.<bank>.OtherAccount` then has at most 40, which
 * is the maximum of a SchemeName.
 */
const BANK_NAME = '[^.\\s]{1,24}';

/** Schema of `<bank>` in `UK.<bank>.OtherAccount` (rules, 7.4). */
export const BankName = z
  .string()
  .regex(new RegExp(`^${BANK_NAME}$`, 'u'), 'Expected 1 to 24 characters without dots and spaces')
  .refine((name) => !hasUnsafeUnicode(name), 'Expected no invisible characters');

/** Matches `UK.<bank>.OtherAccount` and `OtherAccount` (rules, 7.4). */
const OTHER_ACCOUNT = new RegExp(`^(?:UK\\.${BANK_NAME}\\.)?OtherAccount$`, 'u');

export const CreditorScheme = schemeName(
  (name) => isIbanScheme(name) || (OTHER_ACCOUNT.test(name) && !hasUnsafeUnicode(name)),
  'Expected UK.OBIE.IBAN, IBAN, UK.<bank>.OtherAccount or OtherAccount.',
);

export const AccountIdentification = text(256);

const accountMembers = {
  Identification: AccountIdentification,
  SecondaryIdentification: text(34).optional(),
};

const TAKEN = localInstrumentsOf(INTERNATIONAL_INSTRUMENTS);

export const LocalInstrument = z
  .string('Expected the name of a scheme.')
  .refine((value) => TAKEN.includes(value), {
    error: `Expected one of ${TAKEN.join(', ')}.`,
    params: { code: 'unsupportedLocalInstrument' },
  });

export const RateType = z.enum(
  ['Actual', 'Agreed', 'Indicative'],
  'Expected Actual, Agreed or Indicative.',
);

const ExchangeRateInformation = z.strictObject({
  UnitCurrency: Currency,
  ExchangeRate: z
    .number('Expected the rate as a number.')
    .positive('Expected a rate of more than zero.')
    .optional(),
  RateType,
  ContractIdentification: text(256).optional(),
});

/**
 * Schema of SupplementaryData. The OpenAPI description leaves it open. The bank requires a
 * DestinationCountry and, for some countries, a national clearing code (rules, 7.5 and 7.6).
 */
const SupplementaryData = z.looseObject({
  DestinationCountry: Country,
  NCCCode: z.string('Expected the name of a clearing code.').optional(),
  NCCIdentification: z.string('Expected a clearing code.').optional(),
});

export const ChargeBearer = z.enum(
  ['BorneByCreditor', 'BorneByDebtor', 'FollowingServiceLevel', 'Shared'],
  'Expected BorneByCreditor, BorneByDebtor, FollowingServiceLevel or Shared.',
);

/**
 * Schema of `Data.Initiation` of an international payment (OpenAPI 3.1.9, OBWriteInternational3).
 * Closed. The rules between fields are in rules.ts.
 */
export const InternationalInitiation = z.strictObject({
  InstructionIdentification: text(35),
  EndToEndIdentification: text(35),
  LocalInstrument: LocalInstrument.optional(),
  InstructionPriority: z
    .unknown()
    .refine(() => false, {
      error: 'InstructionPriority is not supported. Remove it.',
      params: { code: 'fieldUnexpected' },
    })
    .optional(),
  Purpose: text(4).optional(),
  ExtendedPurpose: text(140).optional(),
  ChargeBearer: ChargeBearer.optional(),
  CurrencyOfTransfer: Currency,
  DestinationCountryCode: Country.optional(),
  InstructedAmount: z.strictObject({ Amount, Currency }),
  ExchangeRateInformation: ExchangeRateInformation.optional(),
  DebtorAccount: z
    .strictObject({ SchemeName: DebtorScheme, ...accountMembers, Name: text(350).optional() })
    .optional(),
  Creditor: z
    .strictObject({ Name: text(140).optional(), PostalAddress: PostalAddress.optional() })
    .optional(),
  CreditorAgent: z
    .strictObject({
      SchemeName: AgentScheme.optional(),
      Identification: AgentIdentification.optional(),
      Name: text(140).optional(),
      PostalAddress: PostalAddress.optional(),
    })
    .optional(),
  CreditorAccount: z.strictObject({
    SchemeName: CreditorScheme,
    ...accountMembers,
    Name: text(350),
  }),
  RemittanceInformation: RemittanceInformation.optional(),
  // An absent object is read as an empty one, so that the fault names DestinationCountry, which the
  // TPP must add.
  SupplementaryData: z.preprocess((value) => (value === undefined ? {} : value), SupplementaryData),
});

export type InternationalInitiation = z.infer<typeof InternationalInitiation>;

/** Schema of the same with an execution date (OpenAPI 3.1.9, OBWriteInternationalScheduled3). */
export const InternationalScheduledInitiation = InternationalInitiation.extend({
  EndToEndIdentification: text(35).optional(),
  RequestedExecutionDateTime: DateTime,
});

/** The fields that determine the scheme of an international payment. */
type Routing = Pick<
  InternationalInitiation,
  | 'LocalInstrument'
  | 'CurrencyOfTransfer'
  | 'ChargeBearer'
  | 'CreditorAccount'
  | 'SupplementaryData'
>;

/**
 * Returns true if the debtor and the creditor each pay the charges of their own bank. This is the
 * default, and FollowingServiceLevel means the same in every scheme that the bank uses.
 */
export function sharesCharges(bearer: z.infer<typeof ChargeBearer> | undefined): boolean {
  return bearer !== 'BorneByCreditor' && bearer !== 'BorneByDebtor';
}

/**
 * Returns the scheme of an international payment: the LocalInstrument if there is one. Otherwise
 * SEPA for euro to an IBAN in another SEPA country with shared charges, and SWIFT for the rest.
 */
export function instrumentOf(initiation: Routing): InternationalInstrument {
  const requested = instrumentCalled(initiation.LocalInstrument, INTERNATIONAL_INSTRUMENTS);
  if (requested !== undefined) return requested;
  const destination = destinationOf(initiation.SupplementaryData.DestinationCountry);
  const isSepa =
    initiation.CurrencyOfTransfer === 'EUR' &&
    destination?.isSepa === true &&
    destination.isCrossBorder &&
    sharesCharges(initiation.ChargeBearer) &&
    isIbanScheme(initiation.CreditorAccount.SchemeName);
  return isSepa ? 'SEPA' : 'SWIFT';
}
