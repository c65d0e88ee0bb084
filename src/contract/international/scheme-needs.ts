import { isIbanScheme } from '../../domain/parties/accounts.ts';
import type { Destination } from '../../domain/parties/destinations.ts';
import {
  instrumentCalled,
  INTERNATIONAL_INSTRUMENTS,
  type InternationalInstrument,
} from '../../domain/schemes/schemes.ts';
import type { Examined } from '../validation-result.ts';
import { AgentIdentification, AgentScheme, countryOfBic } from './agents.ts';
import {
  ChargeBearer,
  CreditorScheme,
  Currency,
  LocalInstrument,
  sharesCharges,
} from './initiation.ts';

/**
 * A scheme that is named carries what it can, and all is told in which a payment is another. What
 * cannot be read is taken to fit, since it has a fault of its own.
 */
export function checkLocalInstrument(
  examined: Examined,
  destination: Destination | undefined,
): void {
  const named = examined.taken(LocalInstrument, 'LocalInstrument');
  const instrument = instrumentCalled(named, INTERNATIONAL_INSTRUMENTS);
  if (instrument === undefined) return;
  const needs = needsOf(instrument, examined, destination);
  const unmet = needs.filter(([, isMet]) => !isMet).map(([need]) => need);
  if (unmet.length === 0) return;
  examined.add('fieldInvalid', `It needs ${unmet.join(' and ')}.`, 'LocalInstrument');
}

/** What a scheme needs, and whether the payment has it. */
type Need = readonly [string, boolean];

/**
 * SWIFT carries everything; CHAPS pounds, to an account in the United Kingdom (rules, 7.18). A
 * scheme for euro carries euro, to an IBAN in a SEPA country, and SEPA shares its charges.
 */
function needsOf(
  instrument: InternationalInstrument,
  examined: Examined,
  destination: Destination | undefined,
): readonly Need[] {
  switch (instrument) {
    case 'SWIFT':
      return [];
    case 'CHAPS':
      return chapsNeeds(examined, destination);
    case 'SEPA': {
      const bearer = examined.taken(ChargeBearer, 'ChargeBearer');
      return [...euroNeeds(examined, destination), ['shared charges', sharesCharges(bearer)]];
    }
    case 'SameDayEUR':
      return euroNeeds(examined, destination);
  }
}

function chapsNeeds(examined: Examined, destination: Destination | undefined): readonly Need[] {
  const transferred = examined.taken(Currency, 'CurrencyOfTransfer');
  const instructed = examined.taken(Currency, 'InstructedAmount', 'Currency');
  return [
    ['a CurrencyOfTransfer of GBP', (transferred ?? 'GBP') === 'GBP'],
    ['an InstructedAmount in GBP', (instructed ?? 'GBP') === 'GBP'],
    ['a destination in the United Kingdom', destination?.isCrossBorder !== true],
    ['an IBAN', isIbanOrUnknown(examined)],
    ["a creditor's bank in the United Kingdom", isBankBritish(examined)],
  ];
}

function euroNeeds(examined: Examined, destination: Destination | undefined): readonly Need[] {
  const transferred = examined.taken(Currency, 'CurrencyOfTransfer');
  return [
    ['a CurrencyOfTransfer of EUR', (transferred ?? 'EUR') === 'EUR'],
    ['a destination in SEPA', destination?.isSepa !== false],
    ['an IBAN', isIbanOrUnknown(examined)],
  ];
}

function isIbanOrUnknown(examined: Examined): boolean {
  const scheme = examined.taken(CreditorScheme, 'CreditorAccount', 'SchemeName');
  return scheme === undefined || isIbanScheme(scheme);
}

/** Whether the creditor's bank, where a BIC names it, is in the United Kingdom. */
function isBankBritish(examined: Examined): boolean {
  const bic = examined.taken(AgentIdentification, 'CreditorAgent', 'Identification') ?? '';
  return (
    !examined.mayHave(AgentScheme, 'CreditorAgent', 'SchemeName') ||
    (countryOfBic(bic) ?? 'GB') === 'GB'
  );
}
