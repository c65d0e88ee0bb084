import { isIbanScheme, readUkAccount } from '../../domain/parties/accounts.ts';
import {
  accountProblem,
  destinationOf,
  ibanProblem,
  type Destination,
} from '../../domain/parties/destinations.ts';
import { fractionDigitsOf } from '../../domain/pricing/currencies.ts';
import type { FaultList } from '../../shared/errors.ts';
import { Examined } from '../validation-result.ts';
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
 * Adds what the fields of an international payment ask of each other (rules, 7.2 to 7.18).
 * Looks at malformed requests as well, so that all faults come together; what is missing or
 * malformed by itself is the schema's to report.
 */
export function checkInternational(body: unknown, faults: FaultList): void {
  const examined = Examined.of(body, faults);
  if (examined === undefined) return;
  const country = examined.taken(Country, 'SupplementaryData', 'DestinationCountry');
  const destination = country === undefined ? undefined : destinationOf(country);
  checkAmount(examined);
  checkCurrencies(examined);
  checkExchangeRate(examined);
  checkDebtorAccount(examined);
  checkSupplementaryData(examined, destination);
  checkCreditorAccount(examined, destination);
  checkCreditorAgent(examined, destination);
  if (destination !== undefined) checkCreditor(examined, destination);
  checkLocalInstrument(examined, destination);
}

/** No more fraction digits than the currency has (rules, 7.12). */
function checkAmount(examined: Examined): void {
  const amount = examined.taken(Amount, 'InstructedAmount', 'Amount');
  const currency = examined.taken(Currency, 'InstructedAmount', 'Currency');
  const digits = currency === undefined ? undefined : fractionDigitsOf(currency);
  if (amount === undefined || digits === undefined) return;
  const [, fraction = ''] = amount.split('.');
  if (fraction.length <= digits) return;
  const message = `Expected at most ${String(digits)} fraction digits in this currency.`;
  examined.add('fieldInvalid', message, 'InstructedAmount', 'Amount');
}

/**
 * The bank exchanges once, between pounds and one other currency, so that the rate it tells is the
 * one it used (rules, 7.13).
 */
function checkCurrencies(examined: Examined): void {
  const transferred = examined.taken(Currency, 'CurrencyOfTransfer');
  const instructed = examined.taken(Currency, 'InstructedAmount', 'Currency');
  if (transferred === undefined || instructed === undefined) return;
  if (instructed === transferred || [instructed, transferred].includes('GBP')) return;
  const message = `Expected ${instructed} or GBP: the bank exchanges ${instructed} for pounds alone.`;
  examined.add('unsupportedCurrency', message, 'CurrencyOfTransfer');
}

const RATE = 'ExchangeRateInformation';
const RATE_TERMS = ['ExchangeRate', 'ContractIdentification'];

/** An agreed rate comes with its terms, any other without them (rules, 7.13). */
function checkExchangeRate(examined: Examined): void {
  if (!examined.has(RATE)) return;
  const rateType = examined.taken(RateType, RATE, 'RateType');
  for (const term of RATE_TERMS) {
    if (rateType === 'Agreed') {
      examined.expect(`An Agreed rate needs ${term}.`, RATE, term);
    } else if (rateType !== undefined && examined.has(RATE, term)) {
      examined.add('fieldUnexpected', `An ${rateType} rate has no ${term}.`, RATE, term);
    }
  }
  checkRateCurrencies(examined);
}

/**
 * A rate is between currencies of the payment, of which GBP is one: the debtor's account is in
 * sterling (OpenAPI 3.1.9, OBInternational3).
 */
function checkRateCurrencies(examined: Examined): void {
  const transferred = examined.taken(Currency, 'CurrencyOfTransfer');
  const instructed = examined.taken(Currency, 'InstructedAmount', 'Currency');
  if (transferred === undefined || instructed === undefined) return;
  if (transferred === 'GBP' && instructed === 'GBP') {
    examined.add('fieldUnexpected', 'A payment of GBP in GBP has no exchange rate.', RATE);
    return;
  }
  const unit = examined.taken(Currency, RATE, 'UnitCurrency');
  const currencies = ['GBP', transferred, instructed];
  if (unit === undefined || currencies.includes(unit)) return;
  const message = `Expected a currency of the payment: ${[...new Set(currencies)].join(', ')}.`;
  examined.add('fieldInvalid', message, RATE, 'UnitCurrency');
}

/** The one scheme that a debtor account may have is that of 14 digits (rules, 7.2). */
function checkDebtorAccount(examined: Examined): void {
  if (!examined.mayHave(DebtorScheme, 'DebtorAccount', 'SchemeName')) return;
  const account = examined.taken(AccountIdentification, 'DebtorAccount', 'Identification');
  if (account === undefined) return;
  if ('account' in readUkAccount('SortCodeAccountNumber', account)) return;
  const message = 'Expected 14 digits: sort code and account number.';
  examined.add('fieldInvalid', message, 'DebtorAccount', 'Identification');
}

/** The two places for the country agree, and the clearing code is that country's. */
function checkSupplementaryData(examined: Examined, destination: Destination | undefined): void {
  const other = examined.taken(Country, 'DestinationCountryCode');
  if (destination !== undefined && other !== undefined && other !== destination.country) {
    const message = `Expected ${destination.country}, the SupplementaryData.DestinationCountry.`;
    examined.add('fieldInvalid', message, 'DestinationCountryCode');
  }
  const supplementaryData = examined.valueAt('SupplementaryData');
  for (const problem of checkClearingCode(supplementaryData, destination?.country)) {
    examined.add(problem.code, problem.message, 'SupplementaryData', problem.member);
  }
}

/** An IBAN of the destination where accounts have IBANs, another account number elsewhere. */
function checkCreditorAccount(examined: Examined, destination: Destination | undefined): void {
  if (!examined.mayHave(CreditorScheme, 'CreditorAccount', 'SchemeName')) return;
  const isIbanNeeded = destination === undefined ? undefined : destination.iban !== undefined;
  const scheme = examined.taken(CreditorScheme, 'CreditorAccount', 'SchemeName');
  const isIbanGiven = scheme === undefined ? isIbanNeeded : isIbanScheme(scheme);
  if (isIbanGiven === undefined) return;
  const fits = destination === undefined || isIbanGiven === isIbanNeeded;
  if (!fits) {
    const expected = isIbanGiven ? 'have no IBAN: expected OtherAccount' : 'need UK.OBIE.IBAN';
    const message = `Accounts in ${destination.country} ${expected}.`;
    examined.add('fieldInvalid', message, 'CreditorAccount', 'SchemeName');
  }
  const account = examined.taken(AccountIdentification, 'CreditorAccount', 'Identification');
  if (account === undefined) return;
  const problemOf = isIbanGiven ? ibanProblem : accountProblem;
  const problem = problemOf(account, fits ? destination : undefined);
  if (problem !== undefined) {
    examined.add('fieldInvalid', problem, 'CreditorAccount', 'Identification');
  }
}

/** The creditor's bank by its BIC: both members, or neither where the payment can do without. */
function checkCreditorAgent(examined: Examined, destination: Destination | undefined): void {
  const isNeeded = isBicNeeded(examined, destination);
  const isGiven = AGENT_MEMBERS.some((member) => examined.has('CreditorAgent', member));
  if (isNeeded || isGiven) {
    for (const member of AGENT_MEMBERS) {
      const message = `Expected ${member}: the creditor's bank is given by ${bankOf(destination)}.`;
      examined.expect(message, 'CreditorAgent', member);
    }
  }
  const bic = examined.taken(AgentIdentification, 'CreditorAgent', 'Identification');
  if (bic === undefined || !examined.mayHave(AgentScheme, 'CreditorAgent', 'SchemeName')) return;
  const problem = bicProblem(bic, destination?.bicCountries);
  if (problem !== undefined) {
    examined.add('fieldInvalid', problem, 'CreditorAgent', 'Identification');
  }
}

function bankOf(destination: Destination | undefined): string {
  const bic = 'UK.OBIE.BICFI and a BIC';
  return destination?.country === 'US'
    ? `${bic}, or for USD by NCCCode USABA and an NCCIdentification in SupplementaryData`
    : bic;
}

/**
 * Outside SEPA the bank needs the BIC, except for the USA in USD, where a clearing code may stand
 * in its place (rules, 7.7); a currency that cannot be read may turn out to be USD. A
 * CreditorAgent without a BIC has a name and an address (OpenAPI 3.1.9, OBInternational3).
 */
function isBicNeeded(examined: Examined, destination: Destination | undefined): boolean {
  const isClearingCodeGiven =
    examined.has('SupplementaryData', 'NCCCode') ||
    examined.has('SupplementaryData', 'NCCIdentification');
  const currency = examined.taken(Currency, 'CurrencyOfTransfer') ?? 'USD';
  if (destination?.country === 'US' && currency === 'USD' && isClearingCodeGiven) return false;
  if (destination?.isSepa === false) return true;
  return (
    examined.has('CreditorAgent') &&
    !(examined.has('CreditorAgent', 'Name') && examined.has('CreditorAgent', 'PostalAddress'))
  );
}

/**
 * The creditor's address outside SEPA. The name is that of the account, which is mandatory, where
 * there is no other (rules, 7.11).
 */
function checkCreditor(examined: Examined, { country, isSepa }: Destination): void {
  const need = `Payments to ${country} need`;
  if (isSepa) return;
  const address = ['Creditor', 'PostalAddress'];
  if (examined.lacks(...address)) {
    examined.add('fieldExpected', `${need} the creditor's address.`, ...address);
    return;
  }
  examined.expect(`${need} the country of the creditor's address.`, ...address, 'Country');
  // The first line is asked for, because a list without lines says nothing.
  const lines = [['AddressLine', 0], ['TownName'], ['StreetName']];
  if (!lines.every((line) => examined.lacks(...address, ...line))) return;
  const message = `${need} AddressLine, TownName or StreetName in the creditor's address.`;
  examined.add('fieldExpected', message, ...address, 'AddressLine');
}
