import { isIbanScheme } from '../../domain/parties/accounts.ts';
import type { Destination } from '../../domain/parties/destinations.ts';
import {
  instrumentCalled,
  INTERNATIONAL_INSTRUMENTS,
  type InternationalInstrument,
} from '../../domain/schemes/schemes.ts';
import type { RequestInitiation } from '../request-initiation.ts';
import { AgentIdentification, AgentScheme, countryOfBic } from './agents.ts';
import {
  ChargeBearer,
  CreditorScheme,
  Currency,
  LocalInstrument,
  sharesCharges,
} from './initiation.ts';

/**
 * Adds a fault if the LocalInstrument cannot carry the payment. The message lists every unmet need.
 * A field that is absent or invalid counts as fitting: it has a fault of its own.
 */
export function checkLocalInstrument(
  initiation: RequestInitiation,
  destination: Destination | undefined,
): void {
  const requested = initiation.validAt(LocalInstrument, 'LocalInstrument');
  const instrument = instrumentCalled(requested, INTERNATIONAL_INSTRUMENTS);
  if (instrument === undefined) return;
  const needs = needsOf(instrument, initiation, destination);
  const unmet = needs.filter(([, isMet]) => !isMet).map(([need]) => need);
  if (unmet.length === 0) return;
  initiation.addFault(
    'fieldInvalid',
    `This scheme needs ${unmet.join(' and ')}.`,
    'LocalInstrument',
  );
}

/** A condition of a scheme in words, with true if the payment meets it. */
type Need = readonly [string, boolean];

/**
 * Returns the needs of a scheme (rules, 7.18). SWIFT carries everything. CHAPS carries pounds to an
 * account in the United Kingdom. SEPA and Same Day EUR carry euro to an IBAN in a SEPA country, and
 * SEPA requires shared charges.
 */
function needsOf(
  instrument: InternationalInstrument,
  initiation: RequestInitiation,
  destination: Destination | undefined,
): readonly Need[] {
  switch (instrument) {
    case 'SWIFT':
      return [];
    case 'CHAPS':
      return chapsNeeds(initiation, destination);
    case 'SEPA': {
      const bearer = initiation.validAt(ChargeBearer, 'ChargeBearer');
      return [...euroNeeds(initiation, destination), ['shared charges', sharesCharges(bearer)]];
    }
    case 'SameDayEUR':
      return euroNeeds(initiation, destination);
  }
}

function chapsNeeds(
  initiation: RequestInitiation,
  destination: Destination | undefined,
): readonly Need[] {
  const transferred = initiation.validAt(Currency, 'CurrencyOfTransfer');
  const instructed = initiation.validAt(Currency, 'InstructedAmount', 'Currency');
  return [
    ['a CurrencyOfTransfer of GBP', (transferred ?? 'GBP') === 'GBP'],
    ['an InstructedAmount in GBP', (instructed ?? 'GBP') === 'GBP'],
    ['a destination in the United Kingdom', destination?.isCrossBorder !== true],
    ['an IBAN', isIbanOrUnknown(initiation)],
    ["a creditor's bank in the United Kingdom", isUkBank(initiation)],
  ];
}

function euroNeeds(
  initiation: RequestInitiation,
  destination: Destination | undefined,
): readonly Need[] {
  const transferred = initiation.validAt(Currency, 'CurrencyOfTransfer');
  return [
    ['a CurrencyOfTransfer of EUR', (transferred ?? 'EUR') === 'EUR'],
    ['a destination in SEPA', destination?.isSepa !== false],
    ['an IBAN', isIbanOrUnknown(initiation)],
  ];
}

function isIbanOrUnknown(initiation: RequestInitiation): boolean {
  const scheme = initiation.validAt(CreditorScheme, 'CreditorAccount', 'SchemeName');
  return scheme === undefined || isIbanScheme(scheme);
}

/** Returns false if the creditor's bank has a BIC of another country than the United Kingdom. */
function isUkBank(initiation: RequestInitiation): boolean {
  const bic = initiation.validAt(AgentIdentification, 'CreditorAgent', 'Identification') ?? '';
  return (
    !initiation.isAbsentOrValid(AgentScheme, 'CreditorAgent', 'SchemeName') ||
    (countryOfBic(bic) ?? 'GB') === 'GB'
  );
}
