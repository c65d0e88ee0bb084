import { isIbanScheme, readUkAccount } from '../../domain/parties/accounts.ts';
import {
  accountProblem,
  destinationOf,
  ibanProblem,
  type Destination,
} from '../../domain/parties/destinations.ts';
import { fractionDigitsOf } from '../../domain/pricing/currencies.ts';
import type { FaultList } from '../../shared/errors.ts';
import { RequestInitiation } from '../request-initiation.ts';
import { AGENT_MEMBERS, AgentIdentification, AgentScheme, bicProblem } from './agents.ts';
import {
  AccountIdentification,
  Amount,
  Country,
  CreditorScheme,
  Currency,
  DebtorScheme,
  RateType,
} from './initiation.ts';
import { checkClearingCode } from './ncc.ts';
import { checkLocalInstrument } from './scheme-needs.ts';

/**
 * Adds the faults between fields of an international payment (rules, 7.2 to 7.18). Also checks
 * requests that the schema rejects, so that the TPP gets all faults at once. The schema reports
 * fields that are absent or malformed.
 */
export function checkInternational(body: unknown, faults: FaultList): void {
  const initiation = RequestInitiation.of(body, faults);
  if (initiation === undefined) return;
  const country = initiation.validAt(Country, 'SupplementaryData', 'DestinationCountry');
  const destination = country === undefined ? undefined : destinationOf(country);
  checkAmount(initiation);
  checkCurrencies(initiation);
  checkExchangeRate(initiation);
  checkDebtorAccount(initiation);
  checkSupplementaryData(initiation, destination);
  checkCreditorAccount(initiation, destination);
  checkCreditorAgent(initiation, destination);
  if (destination !== undefined) checkCreditor(initiation, destination);
  checkLocalInstrument(initiation, destination);
}

/** Rejects more fraction digits than the currency has (rules, 7.12). */
function checkAmount(initiation: RequestInitiation): void {
  const amount = initiation.validAt(Amount, 'InstructedAmount', 'Amount');
  const currency = initiation.validAt(Currency, 'InstructedAmount', 'Currency');
  const digits = currency === undefined ? undefined : fractionDigitsOf(currency);
  if (amount === undefined || digits === undefined) return;
  const [, fraction = ''] = amount.split('.');
  if (fraction.length <= digits) return;
  const message = `Expected at most ${String(digits)} fraction digits in this currency.`;
  initiation.addFault('fieldInvalid', message, 'InstructedAmount', 'Amount');
}

/**
 * Rejects a payment between two foreign currencies. The bank exchanges once, between pounds and one
 * other currency, so that there is a single rate to report (rules, 7.13).
 */
function checkCurrencies(initiation: RequestInitiation): void {
  const transferred = initiation.validAt(Currency, 'CurrencyOfTransfer');
  const instructed = initiation.validAt(Currency, 'InstructedAmount', 'Currency');
  if (transferred === undefined || instructed === undefined) return;
  if (instructed === transferred || [instructed, transferred].includes('GBP')) return;
  const message = `Expected ${instructed} or GBP: the bank exchanges ${instructed} only for GBP.`;
  initiation.addFault('unsupportedCurrency', message, 'CurrencyOfTransfer');
}

const RATE = 'ExchangeRateInformation';
const RATE_TERMS = ['ExchangeRate', 'ContractIdentification'];

/** Requires the terms of an agreed rate, and rejects them for any other rate (rules, 7.13). */
function checkExchangeRate(initiation: RequestInitiation): void {
  if (!initiation.has(RATE)) return;
  const rateType = initiation.validAt(RateType, RATE, 'RateType');
  for (const term of RATE_TERMS) {
    if (rateType === 'Agreed') {
      initiation.require(`An Agreed rate needs ${term}.`, RATE, term);
    } else if (rateType !== undefined && initiation.has(RATE, term)) {
      initiation.addFault('fieldUnexpected', `An ${rateType} rate has no ${term}.`, RATE, term);
    }
  }
  checkRateCurrencies(initiation);
}

/**
 * Rejects a rate in a currency that is not part of the payment (OpenAPI 3.1.9, OBInternational3).
 * GBP always is, because the debtor's account is in sterling.
 */
function checkRateCurrencies(initiation: RequestInitiation): void {
  const transferred = initiation.validAt(Currency, 'CurrencyOfTransfer');
  const instructed = initiation.validAt(Currency, 'InstructedAmount', 'Currency');
  if (transferred === undefined || instructed === undefined) return;
  if (transferred === 'GBP' && instructed === 'GBP') {
    initiation.addFault('fieldUnexpected', 'A payment from GBP to GBP has no exchange rate.', RATE);
    return;
  }
  const unit = initiation.validAt(Currency, RATE, 'UnitCurrency');
  const currencies = ['GBP', transferred, instructed];
  if (unit === undefined || currencies.includes(unit)) return;
  const message = `Expected a currency of the payment: ${[...new Set(currencies)].join(', ')}.`;
  initiation.addFault('fieldInvalid', message, RATE, 'UnitCurrency');
}

/** Rejects a DebtorAccount that is not a sort code and account number (rules, 7.2). */
function checkDebtorAccount(initiation: RequestInitiation): void {
  if (!initiation.isAbsentOrValid(DebtorScheme, 'DebtorAccount', 'SchemeName')) return;
  const account = initiation.validAt(AccountIdentification, 'DebtorAccount', 'Identification');
  if (account === undefined) return;
  if ('account' in readUkAccount('SortCodeAccountNumber', account)) return;
  const message = 'Expected 14 digits: sort code and account number.';
  initiation.addFault('fieldInvalid', message, 'DebtorAccount', 'Identification');
}

/** Checks that both country fields are equal, and that the clearing code fits the country. */
function checkSupplementaryData(
  initiation: RequestInitiation,
  destination: Destination | undefined,
): void {
  const other = initiation.validAt(Country, 'DestinationCountryCode');
  if (destination !== undefined && other !== undefined && other !== destination.country) {
    const message = `Expected ${destination.country}, the SupplementaryData.DestinationCountry.`;
    initiation.addFault('fieldInvalid', message, 'DestinationCountryCode');
  }
  const supplementaryData = initiation.valueAt('SupplementaryData');
  for (const problem of checkClearingCode(supplementaryData, destination?.country)) {
    initiation.addFault(problem.code, problem.message, 'SupplementaryData', problem.member);
  }
}

/** Requires an IBAN if the destination has IBANs, and an account number of another kind if not. */
function checkCreditorAccount(
  initiation: RequestInitiation,
  destination: Destination | undefined,
): void {
  if (!initiation.isAbsentOrValid(CreditorScheme, 'CreditorAccount', 'SchemeName')) return;
  const isIbanNeeded = destination === undefined ? undefined : destination.iban !== undefined;
  const scheme = initiation.validAt(CreditorScheme, 'CreditorAccount', 'SchemeName');
  const isIbanGiven = scheme === undefined ? isIbanNeeded : isIbanScheme(scheme);
  if (isIbanGiven === undefined) return;
  const fits = destination === undefined || isIbanGiven === isIbanNeeded;
  if (!fits) {
    const expected = isIbanGiven ? 'have no IBAN. Expected OtherAccount' : 'need UK.OBIE.IBAN';
    const message = `Accounts in ${destination.country} ${expected}.`;
    initiation.addFault('fieldInvalid', message, 'CreditorAccount', 'SchemeName');
  }
  const account = initiation.validAt(AccountIdentification, 'CreditorAccount', 'Identification');
  if (account === undefined) return;
  const problemOf = isIbanGiven ? ibanProblem : accountProblem;
  const problem = problemOf(account, fits ? destination : undefined);
  if (problem !== undefined) {
    initiation.addFault('fieldInvalid', problem, 'CreditorAccount', 'Identification');
  }
}

/**
 * Requires SchemeName and Identification of the CreditorAgent together. Requires both if a BIC is
 * needed.
 */
function checkCreditorAgent(
  initiation: RequestInitiation,
  destination: Destination | undefined,
): void {
  const isNeeded = isBicNeeded(initiation, destination);
  const isGiven = AGENT_MEMBERS.some((member) => initiation.has('CreditorAgent', member));
  if (isNeeded || isGiven) {
    for (const member of AGENT_MEMBERS) {
      const message = `Expected ${member}: the creditor's bank is identified by ${bankOf(destination)}.`;
      initiation.require(message, 'CreditorAgent', member);
    }
  }
  const bic = initiation.validAt(AgentIdentification, 'CreditorAgent', 'Identification');
  if (bic === undefined || !initiation.isAbsentOrValid(AgentScheme, 'CreditorAgent', 'SchemeName'))
    return;
  const problem = bicProblem(bic, destination?.bicCountries);
  if (problem !== undefined) {
    initiation.addFault('fieldInvalid', problem, 'CreditorAgent', 'Identification');
  }
}

function bankOf(destination: Destination | undefined): string {
  const bic = 'UK.OBIE.BICFI and a BIC';
  return destination?.country === 'US'
    ? `${bic}, or for USD by NCCCode USABA and an NCCIdentification in SupplementaryData`
    : bic;
}

/**
 * Returns true if the BIC of the creditor's bank is required. It is required outside SEPA, except
 * for USD to the USA with a clearing code (rules, 7.7). An invalid currency counts as USD here.
 * A CreditorAgent without a BIC needs a name and an address (OpenAPI 3.1.9, OBInternational3).
 */
function isBicNeeded(initiation: RequestInitiation, destination: Destination | undefined): boolean {
  const isClearingCodeGiven =
    initiation.has('SupplementaryData', 'NCCCode') ||
    initiation.has('SupplementaryData', 'NCCIdentification');
  const currency = initiation.validAt(Currency, 'CurrencyOfTransfer') ?? 'USD';
  if (destination?.country === 'US' && currency === 'USD' && isClearingCodeGiven) return false;
  if (destination?.isSepa === false) return true;
  return (
    initiation.has('CreditorAgent') &&
    !(initiation.has('CreditorAgent', 'Name') && initiation.has('CreditorAgent', 'PostalAddress'))
  );
}

/**
 * Requires the creditor's address outside SEPA (rules, 7.11). The creditor's name is optional: the
 * bank uses CreditorAccount.Name instead, which is required.
 */
function checkCreditor(initiation: RequestInitiation, { country, isSepa }: Destination): void {
  const need = `Payments to ${country} need`;
  if (isSepa) return;
  const address = ['Creditor', 'PostalAddress'];
  if (initiation.lacks(...address)) {
    initiation.addFault('fieldExpected', `${need} the creditor's address.`, ...address);
    return;
  }
  initiation.require(`${need} the country of the creditor's address.`, ...address, 'Country');
  // The first line is checked, because an empty list of lines is not an address.
  const lines = [['AddressLine', 0], ['TownName'], ['StreetName']];
  if (!lines.every((line) => initiation.lacks(...address, ...line))) return;
  const message = `${need} AddressLine, TownName or StreetName in the creditor's address.`;
  initiation.addFault('fieldExpected', message, ...address, 'AddressLine');
}
