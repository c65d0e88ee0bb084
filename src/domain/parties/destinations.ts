import { isCountry } from './countries.ts';
import { ibanFormOf, isIban, type IbanForm } from './ibans.ts';

/** Payments to any other country are cross-border payments. */
const HOME = 'GB';

/**
 * Format of account numbers. Spaces, hyphens, dots and slashes between characters are not counted.
 */
export interface AccountForm {
  /** N: digits only. A: letters and digits. */
  readonly characters: 'N' | 'A';
  readonly min: number;
  readonly max: number;
}

/** Rules for payments to a country (rules, 7.9). */
export interface Destination {
  readonly country: string;
  readonly isCrossBorder: boolean;
  /** True if the SEPA schemes reach the country. */
  readonly isSepa: boolean;
  /** IBAN format of the country. Absent if its accounts are identified by their numbers. */
  readonly iban?: IbanForm;
  /** Format of account numbers, for countries without IBAN. */
  readonly account: AccountForm;
  /** Country codes that the BIC of a bank there may contain. */
  readonly bicCountries: readonly string[];
}

/**
 * Countries that are paid by account number although they have IBANs. Russia also has a clearing
 * code, so it is paid like other countries with one (rules, 7.6). Kosovo (XK) has IBANs but no code
 * in ISO 3166-1, so it is not accepted at all (rules, 7.5).
 */
const BY_ACCOUNT_NUMBER = new Set(['RU']);

/**
 * Countries of the SEPA schemes by the EPC list (EPC409-09). The latest addition is Serbia (May
 * 2025).
 */
const SEPA = new Set(
  [
    'AD AL AT AX BE BG BL CH CY CZ DE DK EE ES FI FR GB GF GG GI GP GR HR HU IE IM IS IT JE LI LT',
    'LU LV MC MD ME MF MK MQ MT NL NO PL PM PT RE RO RS SE SI SK SM VA YT',
  ].flatMap((line) => line.split(' ')),
);

/** Default format: the maximum of ISO 20022 and SWIFT (Max34Text, 34x). */
const ANY_ACCOUNT: AccountForm = { characters: 'A', min: 1, max: 34 };

function digits(min: number, max = min): AccountForm {
  return { characters: 'N', min, max };
}

/**
 * Known formats of account numbers by country (docs/decisions, 80). If a bank and branch code may
 * precede the number, the maximum includes both.
 */
const ACCOUNT_NUMBERS: Readonly<Record<string, AccountForm>> = {
  AU: digits(1, 15), // up to 9, after a BSB of 6
  CA: digits(5, 21), // 5 to 12, after institution and transit of 9
  HK: { characters: 'A', min: 6, max: 18 }, // 6 to 12, after bank and branch of 3 each
  IN: digits(6, 18),
  JP: digits(7, 14), // 7, after a bank of 4 and a branch of 3
  MA: digits(24), // RIB
  MX: digits(18), // CLABE
  NZ: digits(9, 18), // 7 or 8 and a suffix of 2 to 4, after bank and branch of 6
  US: { characters: 'A', min: 1, max: 17 },
};

/**
 * Other countries that a bank's BIC may contain, by the country of the account. For countries with
 * IBANs, the list is from the European Payments Council. The others are territories whose banks all
 * belong to another country.
 */
const ALSO_BANKED_FROM: Readonly<Record<string, string>> = {
  ...{ DK: 'FO GL', FI: 'AX', FR: 'BL GF GG GP JE MF MQ NC PF PM RE TF WF YT' },
  ...{ GB: 'GG IM JE', IE: 'GB', MC: 'FR' },
  ...{ CC: 'AU', CX: 'AU', HM: 'AU', NF: 'AU', BV: 'NO', SJ: 'NO', TK: 'NZ' },
  ...{ AS: 'US', GU: 'US', MP: 'US', PR: 'US', UM: 'US', VI: 'US' },
};

/** Returns the destination for a country code. Undefined if ISO 3166-1 does not contain it. */
export function destinationOf(country: string): Destination | undefined {
  if (!isCountry(country)) return undefined;
  const iban = BY_ACCOUNT_NUMBER.has(country) ? undefined : ibanFormOf(country);
  return {
    country,
    isCrossBorder: country !== HOME,
    isSepa: SEPA.has(country),
    ...(iban === undefined ? {} : { iban }),
    account: ACCOUNT_NUMBERS[country] ?? ANY_ACCOUNT,
    bicCountries: bicCountriesOf(country, iban?.prefix ?? country),
  };
}

/** Returns the country codes of BICs. A territory's banks use its own code or that of its IBANs. */
function bicCountriesOf(country: string, prefix: string): readonly string[] {
  if (prefix !== country) return [country, prefix];
  return [country, ...(ALSO_BANKED_FROM[country]?.split(' ') ?? [])];
}

/**
 * Returns an error message if a text is not an IBAN of the destination, or of any country if the
 * destination is not known. Otherwise returns undefined.
 */
export function ibanProblem(
  text: string,
  destination: Pick<Destination, 'iban'> | undefined,
): string | undefined {
  const form = destination?.iban;
  if (form !== undefined && !(text.length === form.length && text.startsWith(form.prefix))) {
    const expected = `${String(form.length)} characters that begins with ${form.prefix}`;
    return `Expected an IBAN of ${expected}, which accounts in the DestinationCountry have.`;
  }
  if (isIban(text)) return undefined;
  return 'Expected an IBAN of its country’s characters and length, with the right check digits.';
}

/** Letters and digits, with at most one separator between two of them. */
const ACCOUNT_NUMBER = /^[A-Za-z0-9]+(?:[ ./-][A-Za-z0-9]+)*$/;

/**
 * Returns an error message if a text is not an account number of the destination, or of any country
 * if the destination is not known. Otherwise returns undefined.
 */
export function accountProblem(
  text: string,
  destination: Pick<Destination, 'account'> | undefined,
): string | undefined {
  const { characters, min, max } = destination?.account ?? ANY_ACCOUNT;
  const number = text.replace(/[ ./-]/g, '');
  const isOfCharacters = characters === 'A' || /^\d*$/.test(number);
  const isOfLength = number.length >= min && number.length <= max;
  if (ACCOUNT_NUMBER.test(text) && text.length <= ANY_ACCOUNT.max && isOfCharacters && isOfLength) {
    return undefined;
  }
  const count = min === max ? String(min) : `${String(min)} to ${String(max)}`;
  const what = characters === 'N' ? 'digits' : 'letters and digits';
  return `Expected ${count} ${what}, with no more than a space, hyphen, dot or stroke between two.`;
}
